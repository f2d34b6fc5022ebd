import type { Connection, Writer } from "./connection.ts";
import { acquireLock } from "./locks.ts";
import { orNone } from "./people/find.ts";

/** Stands for a sub id that was one person's. */
const erasedId = "(erased)";

/**
 * Takes the sub ids out of sources that these visits alone came from: such an id is a click's, and so a person's. Call it
 * before the visits are erased.
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

/** Deletes sources that no session uses and nobody looked from. The newest stays: its id must not become another one's. */
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
