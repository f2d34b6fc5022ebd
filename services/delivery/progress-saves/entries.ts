import type { LogEntry as VisitorsEntry } from "../../../machines/visit/log.ts";
import type { BackupEntry, ProgressionEntry } from "../../providers/ports.ts";
import type { LogEntry } from "../../store/types.ts";

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
