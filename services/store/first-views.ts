import type { AnalyticsSource } from "./analytics.ts";
import { greatest, idsOf } from "./analytics-sessions.ts";
import type { Connection, Writer } from "./connection.ts";
import { acquireLock } from "./locks.ts";

/** So many times a survey was looked at from one source within an hour (since 1970, UTC) of a day of the site's time zone. */
export type ViewCount = { source: AnalyticsSource; hour: number; day: number; views: number };

/** The same as it is kept, its source by its id. `change` grows with everything that is written. */
export type KeptViews = Omit<ViewCount, "source"> & { id: number; change: number; sourceId: number };

/** First views of surveys, counted: nothing of any visitor. */
export interface FirstViews {
  /** Adds to what is counted already, all or nothing. @param counts each source, hour and day at most once */
  add(counts: readonly ViewCount[]): Promise<void>;
  /** The newest change; 0 where nothing was ever counted. */
  lastChange(): Promise<number>;
  /** What was written after a change, oldest first. */
  since(change: number, limit: number): Promise<KeptViews[]>;
}

/** So many rows go in one statement; databases limit its parameters. */
const batch = 500;

export function firstViewsIn(connection: Connection): FirstViews {
  return {
    add: (counts) =>
      connection.write(async (trx) => {
        // So that `change` grows in the order of the commits, and each row is added to by one; sources are shared with sessions.
        await acquireLock(trx, connection.kind, "analytics");
        for (let from = 0; from < counts.length; from += batch) {
          await addBatch(trx, counts.slice(from, from + batch));
        }
      }),
    async lastChange() {
      const row = await connection.read((db) =>
        db
          .selectFrom("analyticsViews")
          .select((eb) => eb.fn.max("change").as("last"))
          .executeTakeFirst(),
      );
      return row?.last ?? 0;
    },
    since: (change, limit) =>
      connection.read((db) =>
        db
          .selectFrom("analyticsViews")
          .selectAll()
          .where("change", ">", change)
          .orderBy("change")
          .limit(limit)
          .execute(),
      ),
  };
}

async function addBatch(trx: Writer, counts: readonly ViewCount[]): Promise<void> {
  const sourceIds = await idsOf(
    trx,
    "analyticsSources",
    counts.map(({ source }) => ({ ...source, simulated: Number(source.simulated) })),
  );
  const known = await trx
    .selectFrom("analyticsViews")
    .select(["id", "sourceId", "hour", "day"])
    .where("sourceId", "in", sourceIds)
    .where(
      "hour",
      "in",
      counts.map(({ hour }) => hour),
    )
    .execute();
  const ids = new Map(known.map(({ id, ...row }) => [keyOf(row), id]));
  const lastChange = await greatest(trx, "analyticsViews", "change");
  // Ids without gaps: readers keep a place for each.
  let lastId = await greatest(trx, "analyticsViews", "id");
  const rows = counts.map(({ hour, day, views }, index) => {
    const row = { sourceId: sourceIds[index]!, hour, day };
    return { ...row, id: ids.get(keyOf(row)) ?? ++lastId, change: lastChange + 1 + index, views };
  });
  await trx
    .insertInto("analyticsViews")
    .values(rows)
    .onConflict((c) =>
      c.column("id").doUpdateSet((eb) => ({
        change: eb.ref("excluded.change"),
        views: eb("analyticsViews.views", "+", eb.ref("excluded.views")),
      })),
    )
    .execute();
}

const keyOf = ({ sourceId, hour, day }: Pick<KeptViews, "sourceId" | "hour" | "day">) =>
  `${sourceId} ${hour} ${day}`;
