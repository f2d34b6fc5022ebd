import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Connection, Reader } from "../../store/engine/connection.ts";
import { addNotices } from "../../store/outbox/notices.ts";
import type { Notice } from "../../store/rows.ts";
import { type Ended, endedVisits } from "./ended-visits.ts";

declare module "../../store/engine/schema.ts" {
  interface Schema {
    /** Counts of an hour (since 1970) as JSON by series (series.ts); `decided` is 1 once it was judged. */
    alarmHours: { hour: number; counts: string; decided: number };
    alarms: Alarm;
  }
}

/** A series that was far from its usual numbers; hours count since 1970. */
export type Alarm = {
  id: string;
  /** Its subject (series.ts). */
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

export type KeptHour = { hour: number; counts: string };

/** The result of judging an hour: alarms that began, ids of those that ended, messages to send. */
export type Decision = { began: readonly Alarm[]; ended: readonly string[]; notices: readonly Notice[] };

/** A message to a receiver at present. `outcome`: of its last attempt; null while there is none. */
export type BuyerRow = {
  leadId: string;
  destination: string;
  status: string;
  attempts: number;
  createdAt: number;
  updatedAt: number;
  outcome: string | null;
};

export function alarmsIn(connection: Connection) {
  return {
    /** Visits that ended between two times (epoch milliseconds), grouped by source and course. */
    endedVisits: (from: number, before: number): Promise<Ended[]> =>
      connection.read((db) => endedVisits(db, from, before)),
    /**
     * The time (epoch milliseconds) since which visits both with and without a lead are stored. Those without are erased
     * sooner (keep.visit-days), and hours that hold only leads would look better than any other. Undefined without visits.
     */
    countableSince: (): Promise<number | undefined> =>
      connection.read(async (db) => {
        const left = db.selectFrom("visits").select("updatedAt as at").where("leadId", "is", null);
        const lead = db.selectFrom("leads").select("createdAt as at");
        const oldest =
          (await left.orderBy("updatedAt").limit(1).executeTakeFirst()) ??
          (await lead.orderBy("createdAt").limit(1).executeTakeFirst());
        return oldest?.at;
      }),
    /** Stores an hour's counts, unless they are stored already; only the newest hour still has to be judged. */
    async keepHour({ hour, counts }: KeptHour, isNewest: boolean): Promise<void> {
      const row = { hour, counts, decided: Number(!isNewest) };
      await connection.write((trx) =>
        trx
          .insertInto("alarmHours")
          .values(row)
          .onConflict((c) => c.column("hour").doNothing())
          .execute(),
      );
    },
    async newestHour(): Promise<{ hour: number; isDecided: boolean } | undefined> {
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
    async firstHour(): Promise<number | undefined> {
      const row = await connection.read((db) =>
        db.selectFrom("alarmHours").select("hour").orderBy("hour").limit(1).executeTakeFirst(),
      );
      return row?.hour;
    },
    /** The given hour and those after it, in order. */
    hoursFrom: (hour: number, limit: number): Promise<KeptHour[]> =>
      connection.read((db) =>
        db
          .selectFrom("alarmHours")
          .select(["hour", "counts"])
          .where("hour", ">=", hour)
          .orderBy("hour")
          .limit(limit)
          .execute(),
      ),
    /**
     * Stores the decision on an hour in one transaction, and deletes hours and messages from before `keptFrom`; alarms stay.
     * @returns false where another process was first
     */
    decide: (hour: number, { began, ended, notices }: Decision, keptFrom: number): Promise<boolean> =>
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
        await addNotices(trx, notices);
        await trx.deleteFrom("alarmHours").where("hour", "<", keptFrom).execute();
        await trx
          .deleteFrom("alarmNotices")
          .where("at", "<", keptFrom * 3_600_000)
          .execute();
        return true;
      }),
    /** Messages that were tried and ended since then, and those that are still tried. */
    async triedSince(destinations: readonly string[], since: number): Promise<BuyerRow[]> {
      if (destinations.length === 0) return [];
      const found: TriedRow[] = [];
      // One by one: either database uses the index over rows that still have a payload.
      for (const status of ["delivered", "rejected"] as const) {
        for (let last: TriedRow | undefined; ; ) {
          const after = last;
          const page = await connection.read((db) =>
            triedIn(db, destinations)
              .where("status", "=", status)
              .where("updatedAt", ">=", since)
              .where("payload", "!=", sql.lit(""))
              .$if(after !== undefined, (query) =>
                query.where(({ eb, refTuple, tuple }) =>
                  eb(refTuple("updatedAt", "id"), ">", tuple(after!.updatedAt, after!.id)),
                ),
              )
              .orderBy("updatedAt")
              .orderBy("id")
              .limit(pageRows)
              .execute(),
          );
          for (const row of page) found.push(row);
          if (page.length < pageRows) break;
          last = page.at(-1)!;
          // Lets requests through between two pages.
          await setImmediate();
        }
      }
      const open = await connection.read((db) =>
        triedIn(db, destinations)
          .where("status", "in", ["waiting", "sending", "parked"])
          .where("attempts", ">", 0)
          .where("updatedAt", ">=", since)
          .execute(),
      );
      for (const row of open) found.push(row);
      return found;
    },
    /** The affiliates of leads, by the ids of these. */
    affiliatesOf: (leadIds: readonly string[]): Promise<Map<string, string>> =>
      connection.read(async (db) => {
        const found = new Map<string, string>();
        for (let from = 0; from < leadIds.length; from += 1_000) {
          const rows = await db
            .selectFrom("leads")
            .innerJoin("analyticsSessions", "analyticsSessions.visitId", "leads.origin")
            .innerJoin("analyticsSources", "analyticsSources.id", "analyticsSessions.sourceId")
            .select(["leads.id", "analyticsSources.affiliate"])
            .where("leads.id", "in", leadIds.slice(from, from + 1_000))
            .execute();
          for (const { id, affiliate } of rows) found.set(id, affiliate);
        }
        return found;
      }),
    /** Keeps what began under an id that it has once, with its messages. @returns false where another process was first */
    begin: (alarm: Alarm, notices: readonly Notice[]): Promise<boolean> =>
      connection.write(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("alarms")
          .values(alarm)
          .onConflict((c) => c.column("id").doNothing())
          .executeTakeFirst();
        if (Number(numInsertedOrUpdatedRows) === 0) return false;
        await addNotices(trx, notices);
        return true;
      }),
    /** The same for its end. */
    end: (id: string, hour: number, notices: readonly Notice[]): Promise<boolean> =>
      connection.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("alarms")
          .set({ endedHour: hour })
          .where("id", "=", id)
          .where("endedHour", "is", null)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) return false;
        await addNotices(trx, notices);
        return true;
      }),
    /** How many alarms there ever were of this. */
    async countOf({ series, aspect }: Pick<Alarm, "series" | "aspect">): Promise<number> {
      const { count } = await connection.read((db) =>
        db
          .selectFrom("alarms")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("series", "=", series)
          .where("aspect", "=", aspect)
          .executeTakeFirstOrThrow(),
      );
      return Number(count);
    },
    /** Alarms noticed in the hour `since` or later, newest first. */
    list: ({ since, limit }: { since: number; limit: number }): Promise<Alarm[]> =>
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
    open: (): Promise<Alarm[]> =>
      connection.read((db) =>
        db
          .selectFrom("alarms")
          .selectAll()
          .where("endedHour", "is", null)
          .orderBy("noticedHour", "desc")
          .orderBy("chance")
          .execute(),
      ),
  };
}

type TriedRow = BuyerRow & { id: string };

/** Rows read at a time. */
const pageRows = 2_000;

function triedIn(db: Reader, destinations: readonly string[]) {
  return db
    .selectFrom("outbox")
    .select(["id", "leadId", "destination", "status", "attempts", "createdAt", "updatedAt"])
    .select((eb) =>
      eb
        .selectFrom("outboxAttempts")
        .select("outcome")
        .whereRef("outboxAttempts.outboxId", "=", "outbox.id")
        .orderBy("attempt", "desc")
        .limit(1)
        .as("outcome"),
    )
    .where("destination", "in", destinations);
}
