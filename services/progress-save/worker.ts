import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";
import { backOff } from "../outbox/back-off.ts";
import { nameOf } from "../outbox/send.ts";
import { type ProgressSave, ProviderFailure } from "../ports.ts";
import type { DueProgress } from "../store/progress-save-types.ts";
import type { Store } from "../store/types.ts";
import { backupEntry, progressionEntry } from "./entries.ts";

export type ProgressSavesOptions = {
  store: Pick<Store, "progressSaves">;
  progressSave: ProgressSave;
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look for visits that came due, in milliseconds. */
  pollMs: number;
  /** Shortest wait before a second try, in milliseconds. */
  firstRetryMs: number;
  log: Log;
  /** In [0, 1); spreads the retries. */
  random: () => number;
};

/** What became of one post: which queues have arrived, and how to name it in the log. */
type Result = { saved: { progression: boolean; backup: boolean }; outcome: string; retryAfterMs?: number };

/** Posts at the same time. */
const places = 4;

/**
 * Forwards what visitors answer to the progress endpoint: what is still to be sent stands in their logs, so that
 * nothing is lost when this process ends. Tries until it has arrived or the visit is deleted.
 * @returns how to stop: takes nothing new and waits for what is under way
 */
export function startProgressSaves(options: ProgressSavesOptions): { stop(): Promise<void> } {
  const { store, now, pollMs, firstRetryMs, log, random } = options;
  const stopping = new AbortController();

  const settle = async (due: DueProgress): Promise<void> => {
    const { saved, outcome, retryAfterMs } = await post(due, options.progressSave);
    const tries = due.tries + 1;
    const done = saved.progression && saved.backup;
    const retryAt = done ? undefined : now() + backOff(tries, firstRetryMs, random(), retryAfterMs);
    const isOurs = await store.progressSaves.settle(due, { saved, retryAt });
    const { visitId } = due;
    log("progress.sent", { visitId, attempt: tries, outcome });
    if (!isOurs) log("progress.dropped", { visitId });
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        const due = await store.progressSaves.claim(now());
        if (due) {
          await settle(due);
          continue;
        }
      } catch (error) {
        // What was claimed comes again when its lock has run out.
        log("progress.store_failed", { error: nameOf(error) });
      }
      await pause(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const working = Promise.all(Array.from({ length: places }, work));
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

async function post(due: DueProgress, progressSave: ProgressSave): Promise<Result> {
  const data = { progression: due.progression.map(progressionEntry), backup: due.backup.map(backupEntry) };
  try {
    const said = await progressSave.save({ session: due.visitId, data });
    const saved = {
      progression: said.progression || data.progression.length === 0,
      backup: said.backup || data.backup.length === 0,
    };
    return { saved, outcome: saved.progression && saved.backup ? "saved" : "kept" };
  } catch (error) {
    const saved = { progression: false, backup: false };
    if (!(error instanceof ProviderFailure)) return { saved, outcome: nameOf(error) };
    return { saved, outcome: error.kind, retryAfterMs: error.retryAfterMs };
  }
}
