import type { Reader } from "../engine/connection.ts";
import { visitFromRows } from "../visits/visits.ts";
import type { GrownVisit } from "./analytics.ts";

/** Reads visits with their logs and the verdicts on their leads, in the order of their ids. */
export async function grownVisits(db: Reader, ids: readonly string[]): Promise<GrownVisit[]> {
  const visits = await db.selectFrom("visits").selectAll().where("id", "in", ids).orderBy("id").execute();
  const logs = await db
    .selectFrom("visitLog")
    .selectAll()
    .where("visitId", "in", ids)
    .orderBy("visitId")
    .orderBy("seq")
    .execute();
  const leads = await db
    .selectFrom("leads")
    .select(["origin", "qualified", "dqReason"])
    .where("origin", "in", ids)
    .execute();
  return visits.map((row) => {
    const lead = leads.find(({ origin }) => origin === row.id);
    return {
      ...visitFromRows(
        row,
        logs.filter(({ visitId }) => visitId === row.id),
      ),
      lead: lead
        ? { qualified: lead.qualified === null ? null : lead.qualified === 1, dqReason: lead.dqReason }
        : null,
    };
  });
}
