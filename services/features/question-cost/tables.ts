import type { Connection } from "../../store/engine/connection.ts";
import type { KeptCost } from "../../store/feature-rows.ts";

/** What questions cost, as it was worked out last: a row for each survey, shared by all processes. */
export function questionCostsIn(connection: Connection) {
  return {
    newest: (survey: string): Promise<KeptCost | undefined> =>
      connection.read(async (db) => {
        const row = await db
          .selectFrom("questionCosts")
          .selectAll()
          .where("survey", "=", survey)
          .executeTakeFirst();
        return row && { ...row, at: Number(row.at), data: Number(row.data) };
      }),
    keep: (cost: KeptCost): Promise<void> =>
      connection.write(async (trx) => {
        await trx
          .insertInto("questionCosts")
          .values(cost)
          .onConflict((on) => on.column("survey").doUpdateSet(cost))
          .execute();
      }),
  };
}
