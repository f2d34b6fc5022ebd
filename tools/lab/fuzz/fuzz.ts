import { chartsToken } from "../../../test/support/console-people.ts";
import { faultOf, faultsInOutput, hangMs } from "../../../test/support/faults.ts";
import { residentBytes } from "../../../test/support/processes.ts";
import { bytesOf, rawRequest } from "../../../test/support/send.ts";
import { type SiteProcess, startSiteProcess } from "../../../test/support/site.ts";
import { type Dice, dice, mutated, mutatedBytes } from "./mutate.ts";
import { goodAsks } from "./seeds.ts";

export type Fuzzed = {
  requests: number;
  seconds: number;
  /** How often each status came; 0 where the connection ended without one. */
  statuses: Record<number, number>;
  /** What must not be, with the request that led there. */
  faults: { what: string; request: string }[];
  /** Growth of resident memory after the warm-up, in MB; undefined where too few requests were made to tell. */
  grownMb: number | undefined;
};

/** The heap takes its shape in the first ones. */
const warmUp = 5_000;
/** Visits go on and end: new ones are begun after so many requests. */
const seedsLast = 10_000;
const atOnce = 16;

/**
 * Sends a real site's process good requests that were changed at random and watches what comes of it.
 * @param seed the same requests for the same seed, but for the tokens in them
 */
export async function fuzz(requests: number, seed: number, report = (_done: number) => {}): Promise<Fuzzed> {
  const open = {
    stubs: false,
    "limits.posts-per-address": "0",
    "limits.posts-in-all": "0",
    "delivery.poll-ms": "1000",
  };
  await using site = await startSiteProcess({ ...open, ANALYST_TOKEN: chartsToken });
  const began = performance.now();
  const statuses: Record<number, number> = {};
  const faults: Fuzzed["faults"] = [];
  const random = dice(seed);
  let asks = await goodAsks(site.url);
  // Half a request is not waited for as long as the server would wait, and a whole one on a busy machine is: as long as a dozen good ones took.
  const endAfterMs = Math.max(500, (performance.now() - began) / 5);
  let sent = 0;
  let warm: number | undefined;
  const sender = async () => {
    while (sent < requests && faults.length < 100) {
      sent++;
      if (sent % seedsLast === 0) asks = await goodAsks(site.url);
      if (sent === warmUp) warm = residentMb(site);
      if (sent % 1_000 === 0) report(sent);
      const bytes = changed(bytesOf, random, asks);
      const answer = await rawRequest(site.url, bytes, { endAfterMs, idleMs: hangMs });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const what = faultOf(answer);
      if (what) faults.push({ what, request: bytes.toString("latin1").slice(0, 2_000) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const seconds = (performance.now() - began) / 1000;
  const grownMb = warm === undefined || sent < 2 * warmUp ? undefined : residentMb(site) - warm;
  // A process that was still alive to be stopped ends with 0.
  if ((await site.stop()) !== 0) faults.push({ what: "the process did not live to the end", request: "" });
  faults.push(...faultsInOutput(site.output()).map((line) => ({ what: line.slice(0, 500), request: "" })));
  return { requests: sent, seconds, statuses, faults, grownMb };
}

function changed(write: typeof bytesOf, random: Dice, asks: Awaited<ReturnType<typeof goodAsks>>): Buffer {
  const ask = random.oneOf(asks);
  const bytes = write(random.below(3) > 0 ? mutated(ask, random) : ask);
  return random.below(5) === 0 ? mutatedBytes(bytes, random) : bytes;
}

function residentMb(site: SiteProcess): number {
  return residentBytes(site.pid()) / 1024 ** 2;
}
