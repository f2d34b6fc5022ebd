import type { Connection } from "./connection.ts";

/** `price` in dollars. */
export type KeptSale = {
  messageId: string;
  leadId: string;
  price: number | null;
  buyerId: string | null;
  at: number;
};

/** What buyers said of the leads that they took. */
export interface Sales {
  /** Kept once per message, its newest word. */
  keep(sale: KeptSale): Promise<void>;
  ofLead(leadId: string): Promise<KeptSale[]>;
}

export function salesIn(connection: Connection): Sales {
  return {
    async keep(sale) {
      const { messageId, ...newest } = sale;
      await connection.write((trx) =>
        trx
          .insertInto("sales")
          .values({ messageId, ...newest })
          .onConflict((c) => c.column("messageId").doUpdateSet(newest))
          .execute(),
      );
    },
    ofLead: (leadId) =>
      connection.read((db) =>
        db.selectFrom("sales").selectAll().where("leadId", "=", leadId).orderBy("at").execute(),
      ),
  };
}
