import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Site, startSiteProcess } from "../../../test/support/site.ts";
import { startCluster } from "./cluster.ts";
import { count, type Found, look, lookInTheEnd } from "./count.ts";
import { faults } from "./faults.ts";
import type { Patroni } from "./programs.ts";
import { damage, inSeconds, refusals } from "./table.ts";
import { type Seen, Visitors } from "./visitors.ts";
import { startWire } from "./wire.ts";

/** One fault that was gone through. */
export type Done = { name: string; note: string; seen: Seen };

/** A lead may be older than its visitor's thanks, by what the longest fault lasts. */
const olderMs = 180_000;

/**
 * @param plan names of faults, one after the other, while so many visitors walk survey C
 * @param enough ends it after the fault under way
 */
export async function series(
  plan: string[],
  patroni: Patroni,
  visitorsAtOnce: number,
  enough: AbortSignal,
): Promise<{ done: Done[]; found: Found; wentBack: number }> {
  const cluster = await startCluster(patroni);
  console.log(`Patroni ${patroni.version}; the programs' words are in ${cluster.folder}.`);
  const wire = await startWire(cluster.host, 26000);
  await using site = await startSiteProcess({
    DATABASE_URL: cluster.url(wire.port).replace(cluster.host, "127.0.0.1"),
    DATABASE_DIRECT_URL: cluster.url(26000),
    SESSION_SECRETS: "a secret of this tool that is long enough",
    // Only the receivers are stubs: the other services would take the machine from what is being tested.
    ...{ IPQS_KEY: "", ZIP_LOOKUP_URL: "", GIBBERISH_URL: "", LEAD_EXCHANGE_URL: "", PROGRESS_URL: "" },
  });
  const visitors = new Visitors(site.url, visitorsAtOnce);
  const done: Done[] = [];
  await setTimeout(2_000);
  for (const name of plan) {
    if (enough.aborted) break;
    await setTimeout(Math.random() * 500);
    const calm = visitors.begin();
    const notes = [await faults[name]!({ cluster, wire }).catch(({ message }) => `FAILED: ${message}`)];
    await cluster.settled().catch(() => notes.push("NOT WHOLE AGAIN"));
    await visitors.taken().catch(() => notes.push("NOBODY IS TAKEN"));
    const seen = visitors.begin();
    // Leads of the pause before it are leads too.
    seen.acknowledged.push(...calm.acknowledged);
    seen.unthanked.push(...calm.unthanked);
    addAnswers(seen, calm);
    notes.push(await wrongSoFar(seen, cluster.url(26000), site));
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
    const found = await lookInTheEnd(cluster.url(26000), site.stubs.leadProsper.received);
    const wentBack = site.output().split('"event":"store.went_back"').length - 1;
    return { done, found, wentBack };
  } finally {
    await site.stop();
    writeFileSync(join(cluster.folder, "site.log"), site.output());
    wire.end();
    await cluster.end();
  }
}

function addAnswers({ answered }: Seen, more: Seen): void {
  for (const [id, steps] of more.answered) answered.set(id, [...(answered.get(id) ?? []), ...steps]);
}

/** Compares right after a fault, so that a lost lead is known with the fault that lost it. Messages may be on their way. */
async function wrongSoFar(seen: Seen, url: string, { stubs }: Site): Promise<string> {
  const found = await look(url, stubs.leadProsper.received, Date.now() - olderMs);
  const counted = count(seen, found);
  const wrong = damage.filter((key) => counted[key] > 0).map((key) => `${counted[key]} ${key}`);
  return wrong.length > 0 ? `WRONG: ${wrong.join(", ")}` : "";
}
