import { bearerIn, isId } from "../../observe/telling.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { acquireLock } from "../engine/locks.ts";
import { orNone } from "../engine/statements.ts";

/** Replaces a sub id that belonged to one person. */
const erasedId = "(erased)";

/**
 * Erases the sub ids of sources that only these visits came from: such an id may identify a single click, and so a
 * person. Call it before the visits are erased.
 */
export async function forgetSourcesOf(trx: Writer, visitIds: string[]): Promise<void> {
  const sessions = await trx
    .selectFrom("analyticsSessions")
    .select("sourceId")
    .distinct()
    .where("visitId", "in", orNone(visitIds))
    .execute();
  for (const { sourceId } of sessions) {
    const another = await trx
      .selectFrom("analyticsSessions")
      .select("id")
      .where("sourceId", "=", sourceId)
      .where((or) => or.or([or("visitId", "is", null), or("visitId", "not in", orNone(visitIds))]))
      .limit(1)
      .executeTakeFirst();
    if (another) continue;
    await trx
      .updateTable("analyticsSources")
      .set({ subId: erasedId, hash: `erased ${sourceId}` })
      .where("id", "=", sourceId)
      .where("subId", "!=", "")
      .execute();
  }
}

/**
 * Takes ids that tell of these people out of the sources of these visits, also where others came from the same: an ad's address
 * can be made to bring anything. Call it before the visits are erased.
 */
export async function forgetTelling(
  trx: Writer,
  visitIds: readonly string[],
  records: readonly Record<string, unknown>[],
  kept: { knows(db: Reader, affiliate: string): Promise<boolean> },
): Promise<void> {
  const sessions = await trx
    .selectFrom("analyticsSessions")
    .select("sourceId")
    .distinct()
    .where("visitId", "in", orNone([...visitIds]))
    .execute();
  if (sessions.length === 0) return;
  const sources = await trx
    .selectFrom("analyticsSources")
    .select(["id", "affiliate", "subId"])
    .where(
      "id",
      "in",
      sessions.map(({ sourceId }) => sourceId),
    )
    .execute();
  const bearers = records.map(bearerIn);
  const tells = (text: string) =>
    text !== "" && !/^\(\w+\)$/.test(text) && bearers.some((bearer) => !isId(text, bearer, 64));
  for (const { id, affiliate, subId } of sources) {
    const isNamed = tells(affiliate) && !(await kept.knows(trx, affiliate));
    const parts = subId.split("/").map((part) => (tells(part) ? erasedId : part));
    if (!isNamed && parts.join("/") === subId) continue;
    await trx
      .updateTable("analyticsSources")
      .set({
        ...(isNamed && { affiliate: erasedId }),
        subId: parts.join("/"),
        hash: `erased ${id}`,
      })
      .where("id", "=", id)
      .execute();
  }
}

/** Deletes sources without sessions and first views. The newest stays, so that its id is not given out again. */
export function forgetUnusedSources(connection: Connection): Promise<void> {
  return connection.write(async (trx) => {
    await acquireLock(trx, connection.kind, "analytics");
    await trx
      .deleteFrom("analyticsSources")
      .where("id", "<", (eb) =>
        eb.selectFrom("analyticsSources as all").select((all) => all.fn.max("all.id").as("newest")),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("analyticsSessions")
              .select("analyticsSessions.id")
              .whereRef("analyticsSessions.sourceId", "=", "analyticsSources.id"),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("analyticsViews")
              .select("analyticsViews.id")
              .whereRef("analyticsViews.sourceId", "=", "analyticsSources.id"),
          ),
        ),
      )
      .execute();
  });
}
