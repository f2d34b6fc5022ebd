import type { Connection } from "./connection.ts";

/**
 * The visits of an experiment whose browsers made others in it too, each with its source's flags: a browser that was drawn
 * twice by different definitions is in two arms. Visits that are gone are not among them.
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
