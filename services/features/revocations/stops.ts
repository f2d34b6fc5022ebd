import type { Connection, Writer } from "../../store/engine/connection.ts";
import type { KeptStop } from "../../store/feature-rows.ts";

/** Who said of which lead that its person wants no call: evidence, without anything of the person. */
export function stopsIn(connection: Connection) {
  return {
    /** @returns false where the same buyer has said it of the lead on that day */
    async keep(trx: Writer, stop: KeptStop): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("stops")
        .values(stop)
        .onConflict((c) => c.columns(["leadId", "buyer", "day"]).doNothing())
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows) > 0;
    },
    ofLead: (leadId: string): Promise<KeptStop[]> =>
      connection.read((db) =>
        db
          .selectFrom("stops")
          .selectAll()
          .where("leadId", "=", leadId)
          .orderBy("at")
          .orderBy("buyer")
          .execute(),
      ),
    /** Whom a lead may have reached, also where it is erased, as the books and buyers have it. */
    reached: (leadId: string): Promise<string[]> =>
      connection.read(async (db) => {
        const { reachedBy } = await import("../../store/sales/holders.ts");
        const sent = await reachedBy(db, [leadId]);
        const sales = await db.selectFrom("sales").select("messageId").where("leadId", "=", leadId).execute();
        const lines = await db
          .selectFrom("salesLedger")
          .select("buyer")
          .where("leadId", "=", leadId)
          .where("kind", "=", "sale")
          .execute();
        return [
          ...sent.filter(({ status }) => status !== "rejected").map(({ receiver }) => receiver),
          ...sales.map(({ messageId }) => messageId.slice(leadId.length + 1)),
          ...lines.map(({ buyer }) => buyer),
        ];
      }),
  };
}
