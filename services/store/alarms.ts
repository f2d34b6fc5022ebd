import type { Connection } from "./connection.ts";
import { type Ended, endedVisits } from "./ended-visits.ts";

/** A series that was far from its usual numbers; hours count since 1970. */
export type Alarm = {
  id: string;
  /** What it is about (services/alarms/series.ts). */
  series: string;
  aspect: string;
  /** First and last hour of the window in which it was noticed. */
  beganHour: number;
  noticedHour: number;
  /** The hour in which it was back to normal or no longer watched; null while it lasts. */
  endedHour: number | null;
  seen: number;
  tries: number;
  expected: number;
  low: number;
  high: number;
  chance: number;
  /** The message that announced it, shared by all that began in the same hour; null where none did. */
  messageId: string | null;
};

/** A message to one destination; `id` is the same at every attempt, `at` epoch milliseconds. */
export type Notice = { id: string; destination: string; at: number; body: string };

export type KeptHour = { hour: number; counts: string };

/** What follows from judging an hour: alarms that began, ids of those that ended, messages to send. */
export type Decision = { began: readonly Alarm[]; ended: readonly string[]; notices: readonly Notice[] };

/** Destinations of letters to affiliates begin so. */
export const reportPrefix = "report.";

export interface Alarms {
  /** Visits that ended between two times (epoch milliseconds), grouped by source and course. */
  endedVisits(from: number, before: number): Promise<Ended[]>;
  /**
   * The time (epoch milliseconds) since which visits both with and without a lead are stored. Those without are erased
   * sooner (VISIT_DAYS), and hours that hold only leads would look better than any other. Undefined without visits.
   */
  countableSince(): Promise<number | undefined>;
  /** Stores an hour's counts, unless they are stored already; only the newest hour still has to be judged. */
  keepHour(hour: KeptHour, isNewest: boolean): Promise<void>;
  newestHour(): Promise<{ hour: number; isDecided: boolean } | undefined>;
  firstHour(): Promise<number | undefined>;
  /** The given hour and those after it, in order. */
  hoursFrom(hour: number, limit: number): Promise<KeptHour[]>;
  /**
   * Stores the decision on an hour in one transaction, and deletes hours and messages from before `keptFrom`; alarms stay.
   * @returns false where another process was first
   */
  decide(hour: number, decision: Decision, keptFrom: number): Promise<boolean>;
  /** Alarms noticed in the hour `since` or later, newest first. */
  list(filter: { since: number; limit: number }): Promise<Alarm[]>;
  open(): Promise<Alarm[]>;
  /**
   * Locks and returns the oldest unsent message written at `since` or later whose lock had run out at `freeAt`; nobody else
   * can claim it until `lockedUntil`. All in epoch milliseconds.
   */
  claimNotice(claim: {
    since: number;
    freeAt: number;
    lockedUntil: number;
    /** Letters to affiliates and nothing else; they hold up no alarm. */
    isReport?: boolean;
  }): Promise<Notice | undefined>;
  /** Stores messages to be sent, but for those that are there by their ids. */
  queue(notices: readonly Notice[]): Promise<void>;
  /** Which messages of these ids there are. */
  known(ids: readonly string[]): Promise<string[]>;
  sent(id: string, at: number): Promise<void>;
  /** Messages that their destination has not taken yet. */
  unsent(): Promise<Pick<Notice, "id" | "destination">[]>;
}

export function alarmsIn(connection: Connection): Alarms {
  return {
    endedVisits: (from, before) => connection.read((db) => endedVisits(db, from, before)),
    countableSince: () =>
      connection.read(async (db) => {
        const left = db.selectFrom("visits").select("updatedAt as at").where("leadId", "is", null);
        const lead = db.selectFrom("leads").select("createdAt as at");
        const oldest =
          (await left.orderBy("updatedAt").limit(1).executeTakeFirst()) ??
          (await lead.orderBy("createdAt").limit(1).executeTakeFirst());
        return oldest?.at;
      }),
    async keepHour({ hour, counts }, isNewest) {
      const row = { hour, counts, decided: Number(!isNewest) };
      await connection.write((trx) =>
        trx
          .insertInto("alarmHours")
          .values(row)
          .onConflict((c) => c.column("hour").doNothing())
          .execute(),
      );
    },
    async newestHour() {
      const row = await connection.read((db) =>
        db
          .selectFrom("alarmHours")
          .select(["hour", "decided"])
          .orderBy("hour", "desc")
          .limit(1)
          .executeTakeFirst(),
      );
      return row && { hour: row.hour, isDecided: row.decided === 1 };
    },
    async firstHour() {
      const row = await connection.read((db) =>
        db.selectFrom("alarmHours").select("hour").orderBy("hour").limit(1).executeTakeFirst(),
      );
      return row?.hour;
    },
    hoursFrom: (hour, limit) =>
      connection.read((db) =>
        db
          .selectFrom("alarmHours")
          .select(["hour", "counts"])
          .where("hour", ">=", hour)
          .orderBy("hour")
          .limit(limit)
          .execute(),
      ),
    decide: (hour, { began, ended, notices }, keptFrom) =>
      connection.write(async (trx) => {
        const won = await trx
          .updateTable("alarmHours")
          .set({ decided: 1 })
          .where("hour", "=", hour)
          .where("decided", "=", 0)
          .returning("hour")
          .executeTakeFirst();
        if (!won) return false;
        if (began.length > 0) await trx.insertInto("alarms").values(began).execute();
        if (ended.length > 0) {
          await trx.updateTable("alarms").set({ endedHour: hour }).where("id", "in", ended).execute();
        }
        const rows = notices.map((notice) => ({ ...notice, sentAt: null, lockedUntil: null }));
        if (rows.length > 0) await trx.insertInto("alarmNotices").values(rows).execute();
        await trx.deleteFrom("alarmHours").where("hour", "<", keptFrom).execute();
        await trx
          .deleteFrom("alarmNotices")
          .where("at", "<", keptFrom * 3_600_000)
          .execute();
        return true;
      }),
    list: ({ since, limit }) =>
      connection.read((db) =>
        db
          .selectFrom("alarms")
          .selectAll()
          .where("noticedHour", ">=", since)
          .orderBy("noticedHour", "desc")
          .orderBy("chance")
          .limit(limit)
          .execute(),
      ),
    open: () =>
      connection.read((db) =>
        db
          .selectFrom("alarms")
          .selectAll()
          .where("endedHour", "is", null)
          .orderBy("noticedHour", "desc")
          .orderBy("chance")
          .execute(),
      ),
    claimNotice: ({ since, freeAt, lockedUntil, isReport = false }) =>
      connection.write((trx) => {
        const due = trx
          .selectFrom("alarmNotices")
          .select("id")
          .where("at", ">=", since)
          .where("sentAt", "is", null)
          .where("destination", isReport ? "like" : "not like", `${reportPrefix}%`)
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
    async queue(notices) {
      if (notices.length === 0) return;
      const rows = notices.map((notice) => ({ ...notice, sentAt: null, lockedUntil: null }));
      await connection.write((trx) =>
        trx
          .insertInto("alarmNotices")
          .values(rows)
          .onConflict((c) => c.column("id").doNothing())
          .execute(),
      );
    },
    async known(ids) {
      if (ids.length === 0) return [];
      const rows = await connection.read((db) =>
        db.selectFrom("alarmNotices").select("id").where("id", "in", ids).execute(),
      );
      return rows.map(({ id }) => id);
    },
    async sent(id, at) {
      await connection.write((trx) =>
        trx.updateTable("alarmNotices").set({ sentAt: at }).where("id", "=", id).execute(),
      );
    },
    unsent: () =>
      connection.read((db) =>
        db.selectFrom("alarmNotices").select(["id", "destination"]).where("sentAt", "is", null).execute(),
      ),
  };
}
