import type { Writer } from "./connection.ts";

/**
 * Deletes visits and, by the database's own rule, their logs. Their sessions in the analysts' tables stay, and are
 * nobody's.
 * @param ids at least one
 */
export async function eraseVisits(trx: Writer, ids: readonly string[]): Promise<void> {
  await trx.updateTable("analytics_sessions").set({ visit_id: null }).where("visit_id", "in", ids).execute();
  await trx.deleteFrom("visits").where("id", "in", ids).execute();
}
