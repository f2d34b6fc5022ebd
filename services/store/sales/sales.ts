import type { Connection, Writer } from "../engine/connection.ts";
import type { KeptSale } from "../rows.ts";

const columns = ["messageId", "leadId", "price", "buyerId", "at"] as const;

/** Keeps the newest word per message. The caller writes the books as well. */
export async function keepSale(trx: Writer, sale: KeptSale): Promise<void> {
  const { messageId, ...newest } = { ...sale, booked: 1 };
  await trx
    .insertInto("sales")
    .values({ messageId, ...newest })
    .onConflict((c) => c.column("messageId").doUpdateSet(newest))
    .execute();
}

/** What buyers said of the leads that they took. */
export function salesIn(connection: Connection) {
  return {
    ofLead: (leadId: string): Promise<KeptSale[]> =>
      connection.read((db) =>
        db.selectFrom("sales").select(columns).where("leadId", "=", leadId).orderBy("at").execute(),
      ),
  };
}
