import type { Connection, Reader } from "../engine/connection.ts";
import type { LogEntry } from "../rows.ts";

/** A visit whose progress save is due, held by the claimer until `lockedUntil`; each queue oldest first. */
export type DueProgress = {
  visitId: string;
  /** Failures since the last post that was accepted completely. */
  tries: number;
  lockedUntil: number;
  progression: LogEntry[];
  backup: LogEntry[];
};

/** Longer than a post's own deadline: a visit held longer belongs to a process that died. */
const defaultLockMs = 60_000;
/** How many entries of each queue are in one post. */
const batch = 64;
/** A visitor's actions; services' outcomes are not forwarded. */
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

type Claim = { at: number; lockedUntil: number; most: number };
type Settled = {
  visitId: string;
  lockedUntil: number;
  /** The first unconfirmed entry; null: unchanged. */
  progressionSeq: number | null;
  backupSeq: number | null;
  retryAt: number | null;
};

/** Takes what is due: one statement, in which PostgreSQL chooses once, however it then finds the rows. */
function claimIn({ kind, prepare }: Connection) {
  return prepare((db, given: Claim) => {
    const due = db
      .selectFrom("progressSaves")
      .select("visitId")
      .where("nextAt", "<=", given.at)
      .where((or) => or.or([or("lockedUntil", "is", null), or("lockedUntil", "<=", given.at)]))
      .orderBy("nextAt")
      .orderBy("visitId")
      .limit(given.most);
    return db
      .with("chosen", () => (kind === "postgres" ? due.forUpdate().skipLocked() : due))
      .updateTable("progressSaves")
      .set({ lockedUntil: given.lockedUntil })
      .where("visitId", "in", (eb) => eb.selectFrom("chosen").select("visitId"))
      .returning(["visitId", "progressionSeq", "backupSeq", "nextAt", "tries"]);
  });
}

function entriesFrom(db: Reader, given: { visitId: string; seq: number; most: number }) {
  return db
    .selectFrom("visitLog")
    .select(["visitId", "seq", "kind", "body", "at"])
    .where("visitId", "=", given.visitId)
    .where("kind", "in", forwarded)
    .where("seq", ">=", given.seq)
    .orderBy("seq")
    .limit(given.most);
}

function settled(db: Reader, given: Settled) {
  return db
    .updateTable("progressSaves")
    .set((eb) => {
      const whole = (value: number | null) => eb.cast<number>(eb.val(value), "integer");
      const retryAt = eb.cast<number>(eb.val(given.retryAt), "bigint");
      return {
        progressionSeq: eb.fn.coalesce(whole(given.progressionSeq), "progressionSeq"),
        backupSeq: eb.fn.coalesce(whole(given.backupSeq), "backupSeq"),
        tries: eb
          .case()
          .when(retryAt, "is", null)
          .then(0)
          .else(eb("tries", "+", 1))
          .end(),
        nextAt: eb.fn.coalesce(retryAt, "nextAt"),
        lockedUntil: null,
      };
    })
    .where("visitId", "=", given.visitId)
    .where("lockedUntil", "=", given.lockedUntil)
    .returning(["progressionSeq", "backupSeq"]);
}

/** Answers and back moves that the progress endpoint has not confirmed; the visits' logs are the queues. */
export function progressSavesIn(connection: Connection) {
  const { prepare, query, transact } = connection;
  const claim = claimIn(connection);
  const entries = prepare(entriesFrom);
  const settle = prepare(settled);
  const finish = prepare((db, given: { visitId: string }) =>
    db.updateTable("progressSaves").set({ nextAt: null }).where("visitId", "=", given.visitId),
  );
  const queue = async (visitId: string, seq: number): Promise<LogEntry[]> => {
    const rows = await query(entries({ visitId, seq, most: batch }));
    return rows.map(({ visitId: _, ...row }) => ({ ...row, body: JSON.parse(row.body) }));
  };
  return {
    /**
     * Takes visits that are due, or whose locks ran out, those due longest first.
     * @param most 1 unless told
     * @returns fewer than `most` when no more are due
     */
    async claim(at: number, most = 1, lockMs = defaultLockMs): Promise<DueProgress[]> {
      const lockedUntil = at + lockMs;
      const rows = await transact(() => claim({ at, lockedUntil, most })[Symbol.iterator](), true);
      rows.sort((one, other) => one.nextAt! - other.nextAt! || (one.visitId < other.visitId ? -1 : 1));
      return Promise.all(
        rows.map(async ({ visitId, tries, progressionSeq, backupSeq }) => {
          const progression = await queue(visitId, progressionSeq);
          // Mostly both have got as far.
          const backup = backupSeq === progressionSeq ? progression : await queue(visitId, backupSeq);
          return { visitId, tries, lockedUntil, progression, backup };
        }),
      );
    },
    /**
     * Clears the queues that were saved, each separately. With `retryAt` the visit counts one more failure. Returns
     * false, and changes nothing, when the visit is gone or another process has taken it over.
     */
    settle(
      { visitId, lockedUntil, progression, backup }: DueProgress,
      { saved, retryAt }: { saved: { progression: boolean; backup: boolean }; retryAt?: number },
    ): Promise<boolean> {
      const after = (isSaved: boolean, sent: LogEntry[]) =>
        isSaved && sent.at(-1) ? sent.at(-1)!.seq + 1 : null;
      const given: Settled = {
        visitId,
        lockedUntil,
        progressionSeq: after(saved.progression, progression),
        backupSeq: after(saved.backup, backup),
        retryAt: retryAt ?? null,
      };
      return transact(function* () {
        const [row] = yield* settle(given);
        if (!row) return false;
        if (retryAt !== undefined) return true;
        // Asked only now that the row is held: an entry that is added from here on makes the visit due again.
        const least = Math.min(row.progressionSeq, row.backupSeq);
        const left = yield* entries({ visitId, seq: least, most: 1 });
        if (left.length === 0) yield* finish({ visitId });
        return true;
      });
    },
  };
}
