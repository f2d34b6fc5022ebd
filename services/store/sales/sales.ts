import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { KeptSale } from "../rows.ts";
import type { SalesLine } from "./ledger-lines.ts";

/** Leads of one statement. */
const atOnce = 1_000;
/** As many are enough for a median. */
const mostCalls = 10_000;

const columns = ["messageId", "leadId", "price", "buyerId", "at"] as const;

/**
 * A buyer's acceptance of a lead. `toBook`: a `NewSale` as JSON, for the books to follow it; null where they have
 * nothing about it.
 */
export type TakenLead = KeptSale & { toBook: string | null };

/**
 * Records it. A message that was taken twice is one sale, by the terms of the first, with everything that was answered.
 */
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

/** Buyers' answers about the leads that they took. */
export type Sales = ReturnType<typeof salesIn>;

export function salesIn(connection: Connection) {
  return {
    /** Sales with an answer; the outbox has when the others took it. */
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
    /** How long the newest leads made from `from` and before `until` waited for their first call, milliseconds, one each. */
    async waitsForCall(from: number, until: number): Promise<number[]> {
      const called = await connection.read((db) =>
        db
          .selectFrom("leads")
          .innerJoin("outcomes", "outcomes.leadId", "leads.id")
          .select(({ fn }) => ["leads.createdAt", fn.min<number>("outcomes.at").as("at")])
          .where("leads.createdAt", ">=", from)
          .where("leads.createdAt", "<", until)
          .where("outcomes.outcome", "=", "called")
          .whereRef("outcomes.at", ">=", "leads.createdAt")
          .groupBy(["leads.id", "leads.createdAt"])
          .orderBy("leads.createdAt", "desc")
          .limit(mostCalls)
          .execute(),
      );
      return called.map(({ at, createdAt }) => Number(at) - createdAt);
    },
  };
}

/** Sales since a moment whose buyers said of the price what the terms or their bids do not, the oldest first. */
export function oddPricesIn(
  connection: Connection,
  since: number,
): Promise<Pick<SalesLine, "leadId" | "buyer" | "reason">[]> {
  return connection.read((db) =>
    db
      .selectFrom("salesLedger")
      .select(["leadId", "buyer", "reason"])
      .where("at", ">=", since)
      .where("kind", "=", "sale")
      .where("messageId", "is not", null)
      .where("reason", "!=", "")
      .orderBy("at")
      .execute(),
  );
}

/** The sources of these leads: their visits are erased with them, before the last outcome is known. */
export async function keepSources(trx: Writer, leadIds: string[]): Promise<void> {
  for (let from = 0; from < leadIds.length; from += atOnce) {
    await trx
      .insertInto("leadSources")
      .columns(["leadId", "sourceId", "day"])
      .expression(
        trx
          .selectFrom("leads")
          .innerJoin("analyticsSessions", "analyticsSessions.visitId", "leads.origin")
          .select(["leads.id", "sourceId", "day"])
          .where("leads.id", "in", leadIds.slice(from, from + atOnce)),
      )
      .onConflict((c) =>
        c
          .column("leadId")
          .doUpdateSet((eb) => ({ sourceId: eb.ref("excluded.sourceId"), day: eb.ref("excluded.day") })),
      )
      .execute();
  }
}
