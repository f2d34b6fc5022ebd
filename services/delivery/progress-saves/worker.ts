import type { LogEntry as VisitorsEntry } from "../../../machines/visit/log.ts";
import { errorName, failure, type Log } from "../../observe/log.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { BackupEntry, ProgressionEntry, ProgressSave } from "../../providers/ports.ts";
import type { LogEntry } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import type { DueProgress } from "../../store/visits/progress-saves.ts";
import { backOff, startWorkLoop, type WorkLoop } from "../work-loop.ts";

type Forwarded = Extract<VisitorsEntry, { kind: "answer" | "back" }> & { seq: number };

/** The store knows entries by kind and JSON body; the queues hold answers and back moves only. */
const read = (entry: LogEntry) => entry as unknown as Forwarded;

/** Which step was answered, or left backwards, when. */
export function progressionEntry(entry: LogEntry): ProgressionEntry {
  const { seq, at, kind, body } = read(entry);
  return kind === "back" ? { seq, back: body.from, at } : { seq, step: body.step, at };
}

/** The same with the answers themselves. */
export function backupEntry(entry: LogEntry): BackupEntry {
  const { seq, at, kind, body } = read(entry);
  return kind === "back" ? { seq, back: body.from, at } : { seq, step: body.step, answers: body.answers, at };
}

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
  /** A number in [0, 1) that spreads the retries. */
  random: () => number;
};

/** The result of a post: which queues have arrived, and its name in the log. */
type Result = { saved: { progression: boolean; backup: boolean }; outcome: string; retryAfterMs?: number };

/**
 * Forwards what visitors answer to the progress endpoint, from the visits' own logs. Tries until it has arrived or the
 * visit is deleted.
 */
export function startProgressSaves(options: ProgressSavesOptions): WorkLoop {
  const { store, progressSave, now, pollMs, firstRetryMs, log, random } = options;
  return startWorkLoop({
    claim: (most) => store.progressSaves.claim(now(), most),
    async run(due) {
      const { saved, outcome, retryAfterMs } = await post(due, progressSave);
      const tries = due.tries + 1;
      const done = saved.progression && saved.backup;
      const retryAt = done ? undefined : now() + backOff(tries, firstRetryMs, random(), retryAfterMs);
      const isOurs = await store.progressSaves.settle(due, { saved, retryAt });
      const { visitId } = due;
      log("progress.sent", { visitId, attempt: tries, outcome });
      if (!isOurs) log("progress.dropped", { visitId });
    },
    concurrency: 4,
    pollMs,
    onError: (error) => log("progress.store_failed", failure(error)),
  });
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
    if (!(error instanceof ProviderFailure)) return { saved, outcome: errorName(error) };
    return { saved, outcome: error.kind, retryAfterMs: error.retryAfterMs };
  }
}
