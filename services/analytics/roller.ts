import { setImmediate } from "node:timers/promises";
import { startWorkLoop, type WorkLoop } from "../delivery/work-loop.ts";
import { errorName } from "../observe/error-name.ts";
import type { Log } from "../observe/log.ts";
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

/** Visits rolled up in one transaction. */
const batchSize = 50;

/** Keeps the analysts' tables up to date with the visits' logs. */
export function startRoller(options: RollerOptions): WorkLoop {
  return startWorkLoop({
    claim: () => claimBatch(options),
    run: (batch) => rollUpBatch(batch, options),
    concurrency: 1,
    pollMs: options.pollMs,
    onError: (error) => options.log("analytics.store_failed", { error: errorName(error) }),
  });
}

/** Rolls up some visits that are due. @returns how many there were */
export async function rollBatch(options: Omit<RollerOptions, "pollMs">): Promise<number> {
  const batch = await claimBatch(options);
  if (batch) await rollUpBatch(batch, options);
  return batch?.length ?? 0;
}

async function claimBatch({ store, now, quietMs }: Omit<RollerOptions, "pollMs">) {
  const batch = await store.analytics.claim(now(), now() - quietMs, batchSize);
  return batch.length > 0 ? batch : undefined;
}

async function rollUpBatch(batch: readonly GrownVisit[], options: Omit<RollerOptions, "pollMs">) {
  const rolled: Rolled[] = [];
  for (const visit of batch) {
    rolled.push({ visitId: visit.id, entries: visit.entries.length, session: attempt(visit, options) });
    // Requests have their turn between two visits.
    await setImmediate();
  }
  await options.store.analytics.keep(rolled);
}

/** A visit that cannot be rolled up is logged and left out, so that it does not hold up the others. */
function attempt(visit: GrownVisit, options: RollUp & Pick<RollerOptions, "log">): Rolled["session"] {
  try {
    return rollUp(visit, options);
  } catch (error) {
    options.log("analytics.failed", { visitId: visit.id, error: errorName(error) });
    return null;
  }
}
