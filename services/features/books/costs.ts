import type { Connection } from "../../store/engine/connection.ts";
import type { SourceCost } from "../../store/rows.ts";

/** Rows per statement. */
const atOnce = 1_000;

/** The operator's costs for visits, by survey, source and day. */
export function costsIn(connection: Connection) {
  return {
    /** Sets these costs in one transaction; others stay. Returns how many are new or changed. */
    set: (costs: readonly SourceCost[]): Promise<number> =>
      connection.write(async (trx) => {
        let changed = 0;
        for (let from = 0; from < costs.length; from += atOnce) {
          const rows = await trx
            .insertInto("sourceCosts")
            .values(costs.slice(from, from + atOnce))
            .onConflict((c) =>
              c
                .columns(["variant", "affiliate", "subId", "day"])
                .doUpdateSet((eb) => ({ cents: eb.ref("excluded.cents") }))
                .whereRef("sourceCosts.cents", "!=", "excluded.cents" as never),
            )
            .returning("day")
            .execute();
          changed += rows.length;
        }
        return changed;
      }),
    ofVariant: (variant: string): Promise<SourceCost[]> =>
      connection.read((db) =>
        db.selectFrom("sourceCosts").selectAll().where("variant", "=", variant).execute(),
      ),
  };
}
