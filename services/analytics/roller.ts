import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { leafShown, walkOf } from "../../machines/graph/passages.ts";
import { entryInArm, findEntry, type SurveyEntry, variants } from "../../machines/registry.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { isOver } from "../../machines/visit/visit-state.ts";
import { startWorkLoop, type WorkLoop } from "../delivery/work-loop.ts";
import { failure, type Log } from "../observe/log.ts";
import type { GrownVisit, OwnVisits, Rolled } from "../store/analytics/analytics.ts";
import type { AnalyticsSession } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { machineVersion } from "../visits/machine-version.ts";
import { storedLog } from "../visits/resolve-visit.ts";
import { sessionOf } from "./session.ts";
import { type SourceSettings, sourceOf } from "./source.ts";

/** What a session is made from besides its visit's log. `day`: counts days in the site's time zone. */
export type RollUp = { settings: SourceSettings; day: (at: number) => number };

/** A stored visit as analysts count it; null if its survey is gone or its log is empty. */
export function rollUp(visit: GrownVisit, { settings, day }: RollUp): AnalyticsSession | null {
  const log = storedLog(visit);
  const entry = entryOf(visit.variant, log);
  if (!entry) return null;
  const { passages, state } = walkOf(entry, log, settings);
  if (!state) return null;
  return sessionOf({
    visitId: visit.id,
    entry,
    source: sourceOf(entry, state.visit, { version: visit.machineVersion, settings }),
    log,
    passages,
    place: leafShown(state),
    lead: visit.lead,
    isOver: isOver(state),
    day,
  });
}

/** The survey of a visit, at the path where it began if that still shows the survey. */
export function entryOf(code: string, log: readonly LogEntry[]): SurveyEntry | undefined {
  const [first] = log;
  const path = first?.kind === "entry" ? first.body.path : `/survey/${code}`;
  const named = findEntry(path);
  const found = named && entryInArm(named, first?.kind === "entry" ? first.body.arm : undefined);
  if (found?.variant.code === code) return found;
  const variant = variants.get(code);
  return variant && { path, variant, defaults: {} };
}

export type RollerOptions = RollUp & {
  store: Pick<Store, "analytics">;
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look for grown visits, and how long one must have been inactive, in milliseconds. */
  pollMs: number;
  quietMs: number;
  log: Log;
};

/** Visits rolled up in one transaction. */
const batchSize = 50;

/**
 * How long a visit that was answered under another chart is left to the processes that have it, in milliseconds: in a
 * deploy old and new ones run side by side, and a new chart may not ask what an old one asked.
 */
const othersQuietMs = 20_000;

/** How long a stop may take to count the visits of the last seconds, in milliseconds. */
const longestStop = 2_000;

/**
 * Keeps the analysts' tables up to date with the visits' logs. A visit is counted by the chart on which it was answered: its
 * stop counts those of the last seconds too, since the process that comes next may have another chart.
 */
export function startRoller(options: RollerOptions): WorkLoop {
  const versions = [...variants.values()].map(machineVersion);
  const onError = (error: unknown) => options.log("analytics.store_failed", failure(error));
  const loop = startWorkLoop({
    claim: async () => {
      const batch = await claimBatch(options, { versions, othersBefore: options.now() - othersQuietMs });
      return batch.length > 0 ? [batch] : [];
    },
    run: (batch) => rollUpBatch(batch, options),
    concurrency: 1,
    pollMs: options.pollMs,
    onError,
  });
  const rollUpLast = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const batch = await claimBatch({ ...options, quietMs: 0 }, { versions, othersBefore: 0 });
      if (batch.length === 0) return;
      await rollUpBatch(batch, options);
    }
  };
  return {
    ...loop,
    async stop() {
      await loop.stop();
      const signal = AbortSignal.timeout(longestStop);
      // A store that is lost may not answer at all.
      await Promise.race([rollUpLast(signal).catch(onError), once(signal, "abort")]);
    },
  };
}

/** Rolls up one batch of visits that are due. @returns how many there were */
export async function rollBatch(options: Omit<RollerOptions, "pollMs">): Promise<number> {
  const batch = await claimBatch(options);
  if (batch.length > 0) await rollUpBatch(batch, options);
  return batch.length;
}

function claimBatch({ store, now, quietMs }: Omit<RollerOptions, "pollMs">, own?: OwnVisits) {
  return store.analytics.claim(now(), now() - quietMs, batchSize, { own });
}

async function rollUpBatch(batch: readonly GrownVisit[], options: Omit<RollerOptions, "pollMs">) {
  const rolled: Rolled[] = [];
  for (const visit of batch) {
    rolled.push({ visitId: visit.id, entries: visit.entries.length, session: attempt(visit, options) });
    // Lets requests through between two visits.
    await setImmediate();
  }
  await options.store.analytics.keep(rolled);
}

/** A visit that cannot be rolled up is logged and left out, so that it does not hold up the others. */
function attempt(visit: GrownVisit, options: RollUp & Pick<RollerOptions, "log">): Rolled["session"] {
  try {
    return rollUp(visit, options);
  } catch (error) {
    options.log("analytics.failed", { visitId: visit.id, ...failure(error) });
    return null;
  }
}
