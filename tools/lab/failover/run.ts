/**
 * `npm run lab -- failover`: a cluster of three on this machine from docs/production/cluster, the site on it, visitors
 * with and without JavaScript, and every fault. Prints a table; ends with status 1 when a lead was lost or doubled, a
 * visitor saw a 500 or had to type again. `--faults 100` does random ones, and `--only "leader killed"` one.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Option } from "commander";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { wholeNumber } from "../../../services/commands/values.ts";
import { type Sites, startSites } from "../../../test/support/sites.ts";
import { lab } from "../../tool.ts";
import { installPrograms } from "../debian.ts";
import { startCluster } from "./cluster.ts";
import { faults, plan } from "./faults.ts";
import { clusterPrograms, findPatroni, type Patroni } from "./node.ts";
import {
  count,
  type Done,
  damage,
  type Found,
  inSeconds,
  look,
  lookInTheEnd,
  missing,
  outcome,
  refusals,
  strangers,
  table,
  wrongs,
} from "./table.ts";
import { type Seen, Visitors } from "./visitors.ts";
import { startWire } from "./wire.ts";

/** A lead may be older than its visitor's thanks, by what the visitor waits for those. */
const olderMs = 300_000;

const names = Object.keys(faults);
const asked = lab(
  "failover",
  `Starts a cluster of three from docs/production/cluster on this machine and lets visitors walk a survey through
every fault. Needs root for Debian's packages and for a disk that can be filled. Prints what visitors saw and what became of their leads.`,
)
  .option(
    "--faults <number>",
    "so many at random, most of those that are soon over, instead of each once",
    wholeNumber,
  )
  .addOption(new Option("--only <names...>", "these instead of all").choices(names))
  .option("--visitors <number>", "how many at the same time", wholeNumber, 6)
  .option("--patroni <folder>", "sources of Patroni 3.0.3 or newer, in place of Debian's")
  .parse()
  .opts<{ faults?: number; only?: string[]; visitors: number; patroni?: string }>();

installPrograms(clusterPrograms);
ensureBuilt();
const patroni = findPatroni(asked.patroni);
if (!patroni.isSafe)
  console.warn(
    `Patroni ${patroni.version} LOSES acknowledged leads when a stopped leader goes on (docs/production/cluster).`,
  );
const chosen = asked.only ?? names;

const enough = new AbortController();
process.once("SIGINT", () => process.exit(1));
process.once("SIGTERM", () => enough.abort());

const began = Date.now();
const { done, found, wentBack } = await series(
  asked.faults ? plan(asked.faults, chosen) : chosen,
  patroni,
  asked.visitors,
  enough.signal,
);
const minutes = Math.round((Date.now() - began) / 60_000);
const unthanked = strangers(
  found,
  done.flatMap(({ seen }) => seen.acknowledged),
);
const outcomes = done.map((each) => outcome(each, found));
console.log(`\n${table(outcomes)}\n`);
console.log(
  `${outcomes.length} faults in ${minutes} minutes. History went back: ${wentBack} times. Leads that nobody was thanked for: ${unthanked}.`,
);
const isBroken = outcomes.some(({ note }) => /[A-Z]{4}/.test(note));
process.exit(wrongs(outcomes) + wentBack + unthanked > 0 || isBroken ? 1 : 0);

/**
 * @param plan names of faults, one after the other, while so many visitors walk survey C
 * @param enough ends it after the fault under way
 */
async function series(
  plan: string[],
  patroni: Patroni,
  visitorsAtOnce: number,
  enough: AbortSignal,
): Promise<{ done: Done[]; found: Found; wentBack: number }> {
  const cluster = await startCluster(patroni);
  console.log(`Patroni ${patroni.version}; the programs' words are in ${cluster.folder}.`);
  const wire = await startWire(cluster.host, 26000);
  const settings = {
    DATABASE_DIRECT_URL: cluster.url(26000),
    // What is left is read from the databases themselves.
    DATA_KEYS: "",
    // Only the receivers are stubs: the other services would take the machine from what is being tested.
    IPQS_KEY: "",
    ZIP_LOOKUP_URL: "",
    GIBBERISH_URL: "",
    LEAD_EXCHANGE_URL: "",
    PROGRESS_URL: "",
  };
  const url = cluster.url(wire.port).replace(cluster.host, "127.0.0.1");
  const sites = await startSites(url, 2, settings, 0);
  const { processes, stubs } = sites;
  const visitors = new Visitors(sites.url, visitorsAtOnce);
  const done: Done[] = [];
  await setTimeout(2_000);
  for (const name of plan) {
    if (enough.aborted) break;
    const began = Date.now();
    await setTimeout(Math.random() * 500);
    const calm = visitors.begin();
    const said = await faults[name]!({ cluster, wire, processes }).catch(
      ({ message }) => `FAILED: ${message}`,
    );
    const notes = typeof said === "string" ? [said] : [];
    await cluster.settled().catch(() => notes.push("NOT WHOLE AGAIN"));
    await visitors.taken().catch(() => notes.push("NOBODY IS TAKEN"));
    const seen = visitors.begin();
    // Leads of the pause before it are leads too.
    seen.acknowledged.push(...calm.acknowledged);
    seen.unthanked.push(...calm.unthanked);
    addAnswers(seen, calm);
    notes.push(await wrongSoFar(seen, cluster.url(26000), stubs, began - olderMs));
    const note = notes.filter(Boolean).join(", ");
    done.push({ name, note, seen });
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${done.length}. ${name}: nothing taken for ${inSeconds(seen.nothingTakenMs)} s; ${refusals(seen)}. ${note}`,
    );
  }
  await visitors.goHome();
  // What ended after the last fault counts as its own.
  const after = visitors.begin();
  const { seen } = done.at(-1)!;
  seen.acknowledged.push(...after.acknowledged);
  seen.unthanked.push(...after.unthanked);
  addAnswers(seen, after);
  try {
    const found = await lookInTheEnd(cluster.url(26000), stubs.leadProsper.received);
    const output = processes.map((each) => each.output()).join("");
    return { done, found, wentBack: output.split('"event":"store.went_back"').length - 1 };
  } finally {
    await sites.close();
    for (const [index, each] of processes.entries())
      writeFileSync(join(cluster.folder, `site-${index + 1}.log`), each.output());
    wire.end();
    await cluster.end();
  }
}

function addAnswers({ answered }: Seen, more: Seen): void {
  for (const [id, steps] of more.answered) answered.set(id, [...(answered.get(id) ?? []), ...steps]);
}

/** Compares right after a fault, so that a lost lead is known with the fault that lost it. Messages may be on their way. */
async function wrongSoFar(
  seen: Seen,
  url: string,
  { leadProsper }: Sites["stubs"],
  since: number,
): Promise<string> {
  const found = await look(url, leadProsper.received, since).catch(() => undefined);
  if (!found) return "NOTHING CAN BE READ";
  for (const each of missing(seen, found)) console.log(`LOST: ${each}`);
  const counted = count(seen, found);
  const wrong = damage.filter((key) => counted[key] > 0).map((key) => `${counted[key]} ${key}`);
  return wrong.length > 0 ? `WRONG: ${wrong.join(", ")}` : "";
}
