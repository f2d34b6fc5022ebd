import type { Connection, Reader } from "./connection.ts";
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

/** Longer than a post's own deadline: a visit held longer belongs to a process that died. */
const defaultLockMs = 60_000;
/** So many entries of each queue go in one post. */
const batch = 64;
/** What a visitor did; what the services said about it is nobody else's. */
export const forwarded = ["answer", "back"];

/**
 * Makes a visit due for its progress save, in the transaction that adds the entries. One whose last save failed keeps
 * its own time.
 * @param source has the visit, if its log grew
 */
export function dueFrom(db: Reader, source: "visits" | "held", given: { id: string; dueAt: number }) {
  return db
    .insertInto("progressSaves")
    .columns(["visitId", "progressionSeq", "backupSeq", "nextAt", "tries"])
    .expression(
      db
        // Both have ids of visits.
        .selectFrom(source as "visits")
        .select((eb) => [
          eb.ref("id").as("visitId"),
          eb.lit(0).as("progressionSeq"),
          eb.lit(0).as("backupSeq"),
          eb.cast<number>(eb.val(given.dueAt), "bigint").as("nextAt"),
          eb.lit(0).as("tries"),
        ])
        .where("id", "=", given.id),
    )
    .onConflict((c) =>
      c.column("visitId").doUpdateSet((eb) => ({
        nextAt: eb
          .case()
          .when("progressSaves.tries", ">", 0)
          .then(eb.ref("progressSaves.nextAt"))
          .else(eb.ref("excluded.nextAt"))
          .end(),
      })),
    );
}

function entriesFrom(db: Reader, visitId: string, seq: number) {
  return db
    .selectFrom("visitLog")
    .select(["seq", "kind", "body", "at"])
    .where("visitId", "=", visitId)
    .where("kind", "in", forwarded)
    .where("seq", ">=", seq)
    .orderBy("seq")
    .limit(batch);
}

export function progressSavesIn(connection: Connection): ProgressSaves {
  const queue = async (visitId: string, seq: number): Promise<LogEntry[]> => {
    const rows = await connection.read((db) => entriesFrom(db, visitId, seq).execute());
    return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }));
  };
  return {
    async claim(at, lockMs = defaultLockMs) {
      const row = await connection.write((trx) =>
        trx
          .updateTable("progressSaves")
          .set({ lockedUntil: at + lockMs })
          .where("visitId", "=", (eb) => {
            const due = eb
              .selectFrom("progressSaves")
              .select("visitId")
              .where("nextAt", "<=", at)
              .where((or) => or.or([or("lockedUntil", "is", null), or("lockedUntil", "<=", at)]))
              .orderBy("nextAt")
              .orderBy("visitId")
              .limit(1);
            return connection.kind === "postgres" ? due.forUpdate().skipLocked() : due;
          })
          .returningAll()
          .executeTakeFirst(),
      );
      return (
        row && {
          visitId: row.visitId,
          tries: row.tries,
          lockedUntil: row.lockedUntil!,
          progression: await queue(row.visitId, row.progressionSeq),
          backup: await queue(row.visitId, row.backupSeq),
        }
      );
    },
    settle: ({ visitId, lockedUntil, progression, backup }, { saved, retryAt }) =>
      connection.write(async (trx) => {
        const after = (entries: LogEntry[]) => entries.at(-1)!.seq + 1;
        const row = await trx
          .updateTable("progressSaves")
          .set((eb) => ({
            ...(saved.progression && progression.length > 0 && { progressionSeq: after(progression) }),
            ...(saved.backup && backup.length > 0 && { backupSeq: after(backup) }),
            ...(retryAt === undefined ? { tries: 0 } : { tries: eb("tries", "+", 1), nextAt: retryAt }),
            lockedUntil: null,
          }))
          .where("visitId", "=", visitId)
          .where("lockedUntil", "=", lockedUntil)
          .returning(["progressionSeq", "backupSeq"])
          .executeTakeFirst();
        if (!row) return false;
        if (retryAt !== undefined) return true;
        // Asked only now that the row is held: an entry that is added from here on makes the visit due again.
        const least = Math.min(row.progressionSeq, row.backupSeq);
        const left = await entriesFrom(trx, visitId, least).limit(1).executeTakeFirst();
        if (!left) {
          await trx
            .updateTable("progressSaves")
            .set({ nextAt: null })
            .where("visitId", "=", visitId)
            .execute();
        }
        return true;
      }),
  };
}
