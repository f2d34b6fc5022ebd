import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { deliverable } from "../../delivery/outbox/route.ts";
import { type Finding, note, ok, wrong } from "../../observe/finding.ts";
import { certificateFault } from "../../providers/exchange.ts";
import { liveServices, receivers } from "../../providers/index.ts";
import { knockAtMail } from "../../providers/mail.ts";
import type { Settings } from "../../settings/env.ts";
import { sqlitePath } from "../../store/engine/sqlite-file.ts";
import { lookAtPage } from "./page.ts";
import { lookAtBuyers, lookAtSettings } from "./settings.ts";
import { lookAtReplica, lookAtStore } from "./store.ts";

const leastMb = 500;

/** Whether the site has been built, and whether there is room on its data's disk. */
async function lookAtMachine(databaseUrl: string): Promise<Finding[]> {
  const build = existsSync("build/server/index.js")
    ? ok("The site is built.")
    : note("The site is not built yet: npm start builds it.");
  return [build, room(await freeMb(databaseUrl))];
}

/** @param freeMb what the disk has left, in megabytes */
export function room(freeMb: number): Finding {
  const free = `${Math.floor(freeMb).toLocaleString("en-US")} MB`;
  return freeMb < leastMb
    ? wrong(`The disk has ${free} left; when it is full, no lead can be stored.`)
    : ok(`The disk has ${free} left.`);
}

/** Free space on the data's disk, in megabytes; a database server's own disk is not visible from here. */
export async function freeMb(databaseUrl: string): Promise<number> {
  const folder = databaseUrl.startsWith("file:") ? dirname(sqlitePath(databaseUrl)) : ".";
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : ".");
  return (bavail * bsize) / 1e6;
}

const patienceMs = 5_000;
/** Receivers of signed posts refuse what is five minutes off. */
const mostSkewMs = 60_000;

/**
 * Checks every outside service in use: HEAD of its host's root, never of the address itself, so that nothing is asked,
 * sent or charged. Any answer means that it can be reached; its Date shows whether our clock is right.
 */
async function lookAtServices(
  services: readonly { name: string; addresses: readonly string[] }[],
  now: () => number,
): Promise<Finding[]> {
  if (services.length === 0) return [ok("No outside service is in use.")];
  const places = [...new Set(services.flatMap(({ addresses }) => addresses.map(placeOf)))];
  const answers = await Promise.all(
    places.map((place) => (isMail(place) ? knockByMail(place) : knock(place, now))),
  );
  const reached = new Map(answers.map((answer) => [answer.origin, answer]));
  const found = services.flatMap(({ name, addresses }) =>
    [...new Set(addresses.map(placeOf))].map((place) => {
      const { skewMs, why } = reached.get(place)!;
      const { host } = new URL(place);
      if (why) return wrong(`${name} cannot be used: ${host || "sendmail"} ${why}.`);
      return skewMs === undefined
        ? wrong(`${name} cannot be reached: ${host} gave no answer in ${patienceMs / 1000} s.`)
        : ok(`${name} can be reached at ${host || "this machine's sendmail"}.`);
    }),
  );
  return [...found, clock(answers.map(({ skewMs }) => skewMs))];
}

const isMail = (address: string) => /^(?:smtps?|sendmail):/.test(address);
const placeOf = (address: string) => (isMail(address) ? address : new URL(address).origin);

type Answer = { origin: string; skewMs?: number /** Why it would take nothing. */; why?: string };

async function knockByMail(address: string): Promise<Answer> {
  try {
    await knockAtMail(address, patienceMs);
    return { origin: address, skewMs: Number.NaN };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EAUTH") return { origin: address, why: "does not take its name and password" };
    return code === "ETLS" ? { origin: address, why: "offers no encryption" } : { origin: address };
  }
}

/** `skewMs`: by how much our clock is ahead; NaN when the answer does not say, undefined without an answer. */
async function knock(origin: string, now: () => number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { headers } = await fetch(`${origin}/`, { method: "HEAD", redirect: "manual", signal });
    return { origin, skewMs: now() - Date.parse(headers.get("Date") ?? "") };
  } catch (error) {
    const why = certificateFault((error as Error).cause);
    return { origin, ...(why && { why }) };
  }
}

/** The median: one service's wrong clock is not ours. */
function clock(skews: readonly (number | undefined)[]): Finding {
  const known = skews.filter((skew) => skew !== undefined && !Number.isNaN(skew)).map((skew) => skew!);
  if (known.length === 0) return note("The clock could not be compared with that of any outside service.");
  const median = known.sort((a, b) => a - b)[Math.floor(known.length / 2)]!;
  if (Math.abs(median) <= mostSkewMs) return ok("The clock agrees with the outside services.");
  return wrong(`The clock is ${Math.round(Math.abs(median) / 1000)} s ${median > 0 ? "fast" : "slow"}.`);
}

/** The findings on a site, in plain sentences; everything is checked again each time. */
export async function findingsOf(settings: Settings): Promise<Finding[]> {
  return (
    await Promise.all([
      lookAtSettings(settings),
      lookAtBuyers(settings),
      lookAtMachine(settings.databaseUrl),
      lookAtStore(
        {
          databaseUrl: settings.databaseUrl,
          delivered: deliverable(receivers(settings)),
          arms: settings.arms,
          budgets: settings.budgets,
          destinations: settings.destinations,
          affiliates: settings.affiliates,
          dataKeys: settings.dataKeys,
          personKeys: settings.personKeys,
          siteTimeZone: settings.siteTimeZone,
        },
        Date.now,
      ),
      lookAtReplica(settings.replicaUrl, Date.now),
      lookAtPage(settings),
      lookAtServices([...liveServices(settings), ...providerOf(settings)], Date.now),
    ])
  ).flat();
}

function providerOf({ identityProvider }: Settings) {
  return identityProvider ? [{ name: "the identity provider", addresses: [identityProvider.issuer] }] : [];
}
