/** What the rest of the program sees of the progress save in the store. */
import type { LogEntry } from "./types.ts";

/** A visit whose progress save is due, held by the claimer until `lockedUntil`; each queue oldest first. */
export type DueProgress = {
  visitId: string;
  /** Failures since the last post that was taken whole. */
  tries: number;
  lockedUntil: number;
  progression: LogEntry[];
  backup: LogEntry[];
};

/** Answers and back moves that the progress endpoint has not confirmed; the visits' logs are the queues. */
export interface ProgressSaves {
  /** Takes the visit that has been due longest, or one whose lock ran out. */
  claim(now: number, lockMs?: number): Promise<DueProgress | undefined>;
  /**
   * Clears the queues that were saved, each by itself. With `retryAt` the visit counts one more failure.
   * Returns false, and changes nothing, when the visit is gone or another process has taken it over.
   */
  settle(
    due: DueProgress,
    result: { saved: { progression: boolean; backup: boolean }; retryAt?: number },
  ): Promise<boolean>;
}
