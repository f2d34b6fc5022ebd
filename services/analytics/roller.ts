import { setTimeout as pause, setImmediate } from "node:timers/promises";
import type { Log } from "../log.ts";
import { nameOf } from "../outbox/send.ts";
import type { GrownVisit, Rolled } from "../store/analytics-types.ts";
import type { Store } from "../store/types.ts";
import { type RollUp, rollUp } from "./roll-up.ts";

export type RollerOptions = RollUp & {
  store: Pick<Store, "analytics">;
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look for visits that have grown, and how long one must have been quiet, in milliseconds. */
  pollMs: number;
  quietMs: number;
  log: Log;
};

/** So many visits are rolled up in one transaction. */
const batch = 50;

/**
 * Keeps the analysts' tables up to date with the visits' logs. What is to be done stands in the visits themselves, so
 * that nothing is lost when this process ends.
 * @returns how to stop: takes nothing new and waits for what is under way
 */
export function startRoller(options: RollerOptions): { stop(): Promise<void> } {
  const { pollMs, log } = options;
  const stopping = new AbortController();
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        if ((await rollBatch(options)) > 0) continue;
      } catch (error) {
        // What was claimed comes again when its lock has run out.
        log("analytics.store_failed", { error: nameOf(error) });
      }
      await pause(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Rolls up some visits that are due. @returns how many there were */
export async function rollBatch(options: Omit<RollerOptions, "pollMs">): Promise<number> {
  const { store, now, quietMs } = options;
  const due = await store.analytics.claim(now(), now() - quietMs, batch);
  const rolled: Rolled[] = [];
  for (const visit of due) {
    rolled.push({ visitId: visit.id, entries: visit.entries.length, session: attempt(visit, options) });
    // Requests have their turn between two visits.
    await setImmediate();
  }
  if (rolled.length > 0) await store.analytics.keep(rolled);
  return due.length;
}

/** A visit that cannot be rolled up is told of and left out: it must not hold up the others. */
function attempt(visit: GrownVisit, options: RollUp & Pick<RollerOptions, "log">): Rolled["session"] {
  try {
    return rollUp(visit, options);
  } catch (error) {
    options.log("analytics.failed", { visitId: visit.id, error: nameOf(error) });
    return null;
  }
}
