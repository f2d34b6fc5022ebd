import type { Connection, Reader, Writer } from "./connection.ts";
import type { ProgressSaves } from "./progress-save-types.ts";
import type { LogEntry, NewEntry } from "./types.ts";

/** Longer than a post's own deadline: a visit held longer belongs to a process that died. */
const defaultLockMs = 60_000;
/** So many entries of each queue go in one post. */
const batch = 64;
/** What a visitor did; what the services said about it is nobody else's. */
const forwarded = ["answer", "back"];

/**
 * Makes a visit due for its progress save. Call it in the transaction that adds the entries.
 * @param dueAt epoch milliseconds; a visit whose last save failed keeps its own time
 */
export async function makeDue(
  trx: Writer,
  visitId: string,
  entries: NewEntry[],
  dueAt: number,
): Promise<void> {
  if (!entries.some(({ kind }) => forwarded.includes(kind))) return;
  await trx
    .insertInto("progress_saves")
    .values({
      visit_id: visitId,
      progression_seq: 0,
      backup_seq: 0,
      next_at: dueAt,
      tries: 0,
      locked_until: null,
    })
    .onConflict((c) =>
      c.column("visit_id").doUpdateSet((eb) => ({
        next_at: eb
          .case()
          .when("progress_saves.tries", ">", 0)
          .then(eb.ref("progress_saves.next_at"))
          .else(eb.ref("excluded.next_at"))
          .end(),
      })),
    )
    .execute();
}

function entriesFrom(db: Reader, visitId: string, seq: number) {
  return db
    .selectFrom("visit_log")
    .select(["seq", "kind", "body", "at"])
    .where("visit_id", "=", visitId)
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
          .updateTable("progress_saves")
          .set({ locked_until: at + lockMs })
          .where("visit_id", "=", (eb) => {
            const due = eb
              .selectFrom("progress_saves")
              .select("visit_id")
              .where("next_at", "<=", at)
              .where((or) => or.or([or("locked_until", "is", null), or("locked_until", "<=", at)]))
              .orderBy("next_at")
              .orderBy("visit_id")
              .limit(1);
            return connection.kind === "postgres" ? due.forUpdate().skipLocked() : due;
          })
          .returningAll()
          .executeTakeFirst(),
      );
      return (
        row && {
          visitId: row.visit_id,
          tries: row.tries,
          lockedUntil: row.locked_until!,
          progression: await queue(row.visit_id, row.progression_seq),
          backup: await queue(row.visit_id, row.backup_seq),
        }
      );
    },
    settle: ({ visitId, lockedUntil, progression, backup }, { saved, retryAt }) =>
      connection.write(async (trx) => {
        const after = (entries: LogEntry[]) => entries.at(-1)!.seq + 1;
        const row = await trx
          .updateTable("progress_saves")
          .set((eb) => ({
            ...(saved.progression && progression.length > 0 && { progression_seq: after(progression) }),
            ...(saved.backup && backup.length > 0 && { backup_seq: after(backup) }),
            ...(retryAt === undefined ? { tries: 0 } : { tries: eb("tries", "+", 1), next_at: retryAt }),
            locked_until: null,
          }))
          .where("visit_id", "=", visitId)
          .where("locked_until", "=", lockedUntil)
          .returning(["progression_seq", "backup_seq"])
          .executeTakeFirst();
        if (!row) return false;
        if (retryAt !== undefined) return true;
        // Asked only now that the row is held: an entry that is added from here on makes the visit due again.
        const least = Math.min(row.progression_seq, row.backup_seq);
        const left = await entriesFrom(trx, visitId, least).limit(1).executeTakeFirst();
        if (!left) {
          await trx
            .updateTable("progress_saves")
            .set({ next_at: null })
            .where("visit_id", "=", visitId)
            .execute();
        }
        return true;
      }),
  };
}
