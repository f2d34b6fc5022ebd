import type { Connection, Reader } from "../engine/connection.ts";
import type { KeptSale } from "../rows.ts";

const columns = ["messageId", "leadId", "price", "buyerId", "at"] as const;

/** That a buyer took a lead. `toBook`: a `NewSale` as JSON, for the books to follow it; null where they say nothing of it. */
export type TakenLead = KeptSale & { toBook: string | null };

/** Records it. A message that was taken twice is one sale, by the terms of the first, with all that was said. */
export function taken(db: Reader, { messageId, leadId, price, buyerId, at, toBook }: TakenLead) {
  return db
    .insertInto("sales")
    .values({ messageId, leadId, price, buyerId, at, toBook, booked: 1 })
    .onConflict((c) =>
      c.column("messageId").doUpdateSet(({ fn, ref }) => ({
        price: fn.coalesce(ref("excluded.price"), ref("sales.price")),
        buyerId: fn.coalesce(ref("excluded.buyerId"), ref("sales.buyerId")),
        toBook: fn.coalesce(ref("sales.toBook"), ref("excluded.toBook")),
        booked: 1,
      })),
    );
}

/** What buyers said of the leads that they took. */
export function salesIn(connection: Connection) {
  return {
    /** Those that said something; when the others took it, the outbox has. */
    ofLead: (leadId: string): Promise<KeptSale[]> =>
      connection.read((db) =>
        db
          .selectFrom("sales")
          .select(columns)
          .where("leadId", "=", leadId)
          .where(({ or, eb }) => or([eb("price", "is not", null), eb("buyerId", "is not", null)]))
          .orderBy("at")
          .execute(),
      ),
  };
}
