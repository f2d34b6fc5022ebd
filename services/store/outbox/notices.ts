import type { Connection, Writer } from "../engine/connection.ts";
import type { Notice } from "../rows.ts";

/**
 * Messages for people, which are no leads: alarms, and letters to affiliates. Each waits until its destination has
 * accepted it. The table is called alarm_notices because alarms were the first to have any.
 */
export function noticesIn(connection: Connection) {
  return {
    /**
     * Locks and returns the oldest unsent message written at `since` or later whose lock had run out at `freeAt`; nobody else
     * can claim it until `lockedUntil`. All in epoch milliseconds.
     */
    claim: ({
      since,
      freeAt,
      lockedUntil,
      prefix,
    }: {
      since: number;
      freeAt: number;
      lockedUntil: number;
      /**
       * Only messages with this prefix of their destination; without it, only those to receivers, whose names have no
       * dot.
       */
      prefix?: string;
    }): Promise<Notice | undefined> =>
      connection.write((trx) => {
        const due = trx
          .selectFrom("alarmNotices")
          .select("id")
          .where("at", ">=", since)
          .where("sentAt", "is", null)
          .where("destination", prefix ? "like" : "not like", prefix ? `${prefix}%` : "%.%")
          .where((or) => or.or([or("lockedUntil", "is", null), or("lockedUntil", "<=", freeAt)]))
          .orderBy("at")
          .limit(1);
        return trx
          .updateTable("alarmNotices")
          .set({ lockedUntil })
          .where("id", "=", connection.kind === "postgres" ? due.forUpdate().skipLocked() : due)
          .returning(["id", "destination", "at", "body"])
          .executeTakeFirst();
      }),
    /** Stores messages to be sent, except those whose ids exist. */
    async queue(notices: readonly Notice[]): Promise<void> {
      await connection.write((trx) => addNotices(trx, notices));
    },
    /** Which messages of these ids there are. */
    async known(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await connection.read((db) =>
        db.selectFrom("alarmNotices").select("id").where("id", "in", ids).execute(),
      );
      return rows.map(({ id }) => id);
    },
    async sent(id: string, at: number): Promise<void> {
      await connection.write((trx) =>
        trx.updateTable("alarmNotices").set({ sentAt: at }).where("id", "=", id).execute(),
      );
    },
    /** Messages that their destination has not taken yet. */
    unsent: (): Promise<Pick<Notice, "id" | "destination">[]> =>
      connection.read((db) =>
        db.selectFrom("alarmNotices").select(["id", "destination"]).where("sentAt", "is", null).execute(),
      ),
  };
}

/** Stores messages to be sent, in the transaction of their subject, except those whose ids exist. */
export async function addNotices(trx: Writer, notices: readonly Notice[]): Promise<void> {
  const rows = notices.map((notice) => ({ ...notice, sentAt: null, lockedUntil: null }));
  if (rows.length === 0) return;
  await trx
    .insertInto("alarmNotices")
    .values(rows)
    .onConflict((c) => c.column("id").doNothing())
    .execute();
}
