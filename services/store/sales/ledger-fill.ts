import type { Connection } from "../engine/connection.ts";
import { tryLock } from "../engine/locks.ts";
import type { KeptIds } from "./kept-ids.ts";
import { bookSale, holdLeads, settle, soldLead } from "./ledger-book.ts";

/** Rows of one transaction: others get their turn in between. */
const batch = 200;

/**
 * Books what is in no book yet: the sales and outcomes of a store from before there were books, and what a program of that
 * release writes while it still runs beside this one. They were told without terms, so those reports count however late.
 */
export async function bookTheRest(connection: Connection, ids: KeptIds): Promise<void> {
  for (const [table, book] of [
    ["sales", salesOf],
    ["outcomes", outcomesOf],
  ] as const) {
    const isThere = () =>
      connection.read((db) =>
        db.selectFrom(table).select("leadId").where("booked", "is", null).limit(1).executeTakeFirst(),
      );
    // Where another process is at it, the rest is its.
    while ((await isThere()) && (await book(connection, ids)) > 0);
  }
}

/** @returns how many sales were booked */
function salesOf(connection: Connection, ids: KeptIds): Promise<number> {
  return connection.write(async (trx) => {
    const rows = await trx.selectFrom("sales").selectAll().where("booked", "is", null).limit(batch).execute();
    if (rows.length === 0 || !(await tryLock(trx, connection.kind, "books"))) return 0;
    for (const { messageId, leadId, price, buyerId: said, at } of rows) {
      const buyerId = await ids.kept(trx, leadId, said);
      if (buyerId !== said)
        await trx.updateTable("sales").set({ buyerId }).where("messageId", "=", messageId).execute();
      await bookSale(
        trx,
        connection.kind,
        {
          ...(await soldLead(trx, leadId, ids)),
          ...{ messageId, leadId, at, buyer: messageId.slice(leadId.length + 1), buyerLeadId: buyerId },
          ...{ cents: Math.round((price ?? 0) * 100), returnDays: null, payout: "" },
        },
        ids,
      );
    }
    const messages = rows.map(({ messageId }) => messageId);
    await trx.updateTable("sales").set({ booked: 1 }).where("messageId", "in", messages).execute();
    return rows.length;
  });
}

/** @returns how many outcomes were booked */
function outcomesOf(connection: Connection, ids: KeptIds): Promise<number> {
  return connection.write(async (trx) => {
    const rows = await trx
      .selectFrom("outcomes")
      .select(["id", "leadId", "buyer", "at"])
      .where("booked", "is", null)
      .orderBy("at")
      .limit(batch)
      .execute();
    if (rows.length === 0 || !(await tryLock(trx, connection.kind, "books"))) return 0;
    await holdLeads(trx, connection.kind, [...new Set(rows.map(({ leadId }) => leadId))].sort());
    for (const { leadId, buyer, at } of rows) await settle(trx, { leadId, buyer }, at, ids, { upTo: at });
    const outcomes = rows.map(({ id }) => id);
    await trx.updateTable("outcomes").set({ booked: 1 }).where("id", "in", outcomes).execute();
    return rows.length;
  });
}
