import type { Connection, Writer } from "../../store/engine/connection.ts";
import type { SecondOffer } from "../../store/feature-rows.ts";

/** Which leads were offered a second time. */
export function secondOffersIn(connection: Connection, now: () => number) {
  return {
    /** In the transaction of the offer. @returns false where the lead had its second offer */
    async keep(trx: Writer, { leadId, person, buyers }: Omit<SecondOffer, "at">): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("secondOffers")
        .values({ leadId, at: now(), person, buyers })
        .onConflict((c) => c.column("leadId").doNothing())
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows) > 0;
    },
    ofLeads: async (leadIds: readonly string[]): Promise<SecondOffer[]> =>
      leadIds.length === 0
        ? []
        : connection.read((db) =>
            db.selectFrom("secondOffers").selectAll().where("leadId", "in", leadIds).execute(),
          ),
  };
}
