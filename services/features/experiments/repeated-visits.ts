import type { Connection } from "../../store/engine/connection.ts";

/**
 * Visits of an experiment by browsers that have more than one visit in it, each with its source's flags, which name its
 * arm: a browser drawn by two definitions of the experiment may have seen two arms. Erased visits are not included.
 * @param experiment its id: small letters, digits and hyphens
 */
export function repeatedVisits(
  connection: Connection,
  experiment: string,
): Promise<{ sessionId: string; flags: string }[]> {
  return connection.read((db) => {
    const visits = () =>
      db
        .selectFrom("analyticsSources")
        .innerJoin("analyticsSessions", "analyticsSessions.sourceId", "analyticsSources.id")
        .innerJoin("visits", "visits.id", "analyticsSessions.visitId")
        .where("analyticsSources.flags", "like", `%experiment:${experiment}/%`);
    const repeated = visits()
      .select("visits.sessionId")
      .groupBy("visits.sessionId")
      .having((eb) => eb.fn.countAll(), ">", 1);
    return visits()
      .select(["visits.sessionId", "analyticsSources.flags"])
      .where("visits.sessionId", "in", repeated)
      .execute();
  });
}
