import type { Connection, Writer } from "../engine/connection.ts";
import { acquireLock } from "../engine/locks.ts";
import { type FirstRefusals, type KeptViews, sumOfRefusals, type ViewCount } from "../rows.ts";
import { greatest, idsOf } from "./analytics-sessions.ts";

/** Counts of first views of surveys; nothing about single visitors is stored. */
export type FirstViews = ReturnType<typeof firstViewsIn>;

/** Rows in one statement; databases limit its parameters. */
const batch = 500;

export function firstViewsIn(connection: Connection) {
  return {
    /** Adds to the stored counts in one transaction. @param counts each source, hour and day at most once */
    add: (counts: readonly ViewCount[]): Promise<void> =>
      connection.write(async (trx) => {
        // Makes `change` grow in the order of commits and keeps additions to a row apart; sources are shared with sessions.
        await acquireLock(trx, connection.kind, "analytics");
        for (let from = 0; from < counts.length; from += batch) {
          await addBatch(trx, counts.slice(from, from + batch));
        }
      }),
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
    .select(["id", "sourceId", "hour", "day", "refused"])
    .where("sourceId", "in", sourceIds)
    .where(
      "hour",
      "in",
      counts.map(({ hour }) => hour),
    )
    .execute();
  const stored = new Map(known.map((row) => [keyOf(row), row]));
  const lastChange = await greatest(trx, "analyticsViews", "change");
  // Ids have no gaps, because readers use them as positions in arrays.
  let lastId = await greatest(trx, "analyticsViews", "id");
  const rows = counts.map(({ hour, day, views, refused: added }, index) => {
    const row = { sourceId: sourceIds[index]!, hour, day };
    const before = stored.get(keyOf(row));
    const refused = sumOfRefusals(refusalsIn(before?.refused), added);
    return {
      ...row,
      id: before?.id ?? ++lastId,
      change: lastChange + 1 + index,
      views,
      refused: refused ? JSON.stringify(refused) : null,
    };
  });
  await trx
    .insertInto("analyticsViews")
    .values(rows)
    .onConflict((c) =>
      c.column("id").doUpdateSet((eb) => ({
        change: eb.ref("excluded.change"),
        views: eb("analyticsViews.views", "+", eb.ref("excluded.views")),
        // Added up above, which the lock allows.
        refused: eb.ref("excluded.refused"),
      })),
    )
    .execute();
}

/** Reads what `add` stored. */
export function refusalsIn(stored: string | null | undefined): FirstRefusals | undefined {
  return stored ? (JSON.parse(stored) as FirstRefusals) : undefined;
}

const keyOf = ({ sourceId, hour, day }: Pick<KeptViews, "sourceId" | "hour" | "day">) =>
  `${sourceId} ${hour} ${day}`;
