import type { Reader } from "../../store/engine/connection.ts";

/** A number of visits with the same source, way and ending. */
export type Ended = {
  variant: string;
  affiliate: string;
  /** Where they ended, and their way there (services/analytics/trace.ts). */
  place: string;
  items: string;
  /** True where they made a lead. */
  isLead: boolean;
  /** True if the visitor sent no lead and left before the chart ended. */
  isLeft: boolean;
  count: number;
};

/**
 * Visits whose lead was made between two times, or that were last active then and have none. Those that are not rolled up
 * yet are missing.
 * @param from epoch milliseconds @param before epoch milliseconds, exclusive
 */
export async function endedVisits(db: Reader, from: number, before: number): Promise<Ended[]> {
  const leads = await db
    .selectFrom("leads")
    .innerJoin("analyticsSessions as session", "session.visitId", "leads.origin")
    .innerJoin("analyticsSources as source", "source.id", "session.sourceId")
    .innerJoin("analyticsTraces as trace", "trace.id", "session.traceId")
    .select(["source.variant", "source.affiliate", "trace.place", "trace.items"])
    .select((eb) => eb.fn.countAll().as("count"))
    .where("leads.kind", "=", "survey")
    .where("leads.createdAt", ">=", from)
    .where("leads.createdAt", "<", before)
    .groupBy(["source.variant", "source.affiliate", "trace.place", "trace.items"])
    .execute();
  const left = await db
    .selectFrom("visits")
    .innerJoin("analyticsSessions as session", "session.visitId", "visits.id")
    .innerJoin("analyticsSources as source", "source.id", "session.sourceId")
    .innerJoin("analyticsTraces as trace", "trace.id", "session.traceId")
    .select(["source.variant", "source.affiliate", "trace.place", "trace.items", "session.result"])
    .select((eb) => eb.fn.countAll().as("count"))
    .where("visits.leadId", "is", null)
    .where("visits.updatedAt", ">=", from)
    .where("visits.updatedAt", "<", before)
    .groupBy(["source.variant", "source.affiliate", "trace.place", "trace.items", "session.result"])
    .execute();
  return [
    ...leads.map((row) => ({ ...row, count: Number(row.count), isLead: true, isLeft: false })),
    ...left.map(({ result, ...row }) => ({
      ...row,
      count: Number(row.count),
      isLead: false,
      isLeft: result === "open",
    })),
  ];
}
