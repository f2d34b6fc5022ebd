import { certificateFault } from "../../providers/exchange.ts";
import { knockAtMail } from "../../providers/mail.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const patienceMs = 5_000;
/** Receivers of signed posts refuse what is five minutes off. */
const mostSkewMs = 60_000;

/**
 * Knocks at every outside service that is in use: HEAD of its host's root, never of the address itself, so that
 * nothing is asked, sent or charged. Any answer means that it can be reached; its Date tells whether our clock is right.
 */
export async function lookAtServices(
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
