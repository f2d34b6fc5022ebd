import { describe, expect, test } from "vitest";
import type { NewSale } from "../../../services/store/sales/ledger-book.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const dayMs = 24 * 60 * 60_000;

describe.each(databases)("the books on $name", ({ start }) => {
  const on = freshStore(start);

  /** A lead that is on its way to north, and the sale that its yes would be. */
  async function offered(more: Partial<NewSale> = {}) {
    const { lead } = await on.store.submit(aVisit(), 0, [], aSubmission(["north"], on.now));
    const [message] = await on.store.outbox.claim(["north"], on.now);
    const sale = { messageId: message!.id, leadId: lead!.id, at: on.now };
    const booked: NewSale = {
      ...{ ...sale, buyer: "north", buyerLeadId: "r-1", cents: 12_000, returnDays: 14, payout: "40%" },
      ...{ affiliate: "252", subId: "s", offer: "57", survey: "c", state: "TX", qualified: true, ...more },
    };
    const said = { ...sale, price: booked.cents / 100, buyerId: "r-1" };
    return {
      leadId: lead!.id,
      sell: () => on.store.outbox.delivered(message!, "accepted", "", { said, booked }),
    };
  }
  const linesOf = async (leadId: string) =>
    (await on.store.ledger.ofLeads([leadId])).map(({ kind, cents }) => `${kind} ${cents}`).sort();
  const report = (
    leadId: string,
    outcome: "paid" | "returned",
    amountCents: number | null,
    receivedAt?: number,
  ) =>
    on.store.outcomes.add(
      [
        {
          ...{
            id: `${leadId} ${outcome} ${on.now}`,
            leadId,
            outcome,
            at: on.now,
            buyer: "North",
            amountCents,
          },
          ...{ buyerLeadId: null, currency: amountCents === null ? null : "USD" },
        },
      ],
      { receivedAt },
    );
  const by = { person: "ana", reason: "a wrong number" };

  test("have a sale with its delivery or neither, and once", async () => {
    const { leadId, sell } = await offered();
    await sqlOn(on.url, "alter table sales_ledger rename to away");
    await expect(sell()).rejects.toThrow();
    await sqlOn(on.url, "alter table away rename to sales_ledger");
    expect((await on.store.outbox.list({ leadId })).map(({ status }) => status)).toEqual(["sending"]);
    expect(await on.store.sales.ofLead(leadId)).toEqual([]);
    await Promise.all([sell(), sell()]);
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    expect((await on.store.outbox.list({ leadId })).map(({ status }) => status)).toEqual(["delivered"]);
  });

  test("follow what the buyer paid, and what was given back, and take both back with the report", async () => {
    const { leadId, sell } = await offered();
    await sell();
    await report(leadId, "paid", 10_000);
    expect(await linesOf(leadId)).toEqual(["correction -2000", "payout -800", "payout 4800", "sale 12000"]);
    on.now += dayMs;
    await report(leadId, "returned", null, on.now);
    const back = ["payout -4000", "return -10000"];
    const all = ["correction -2000", ...back, "payout -800", "payout 4800", "sale 12000"].sort();
    expect(await linesOf(leadId)).toEqual(all);
    await on.store.outcomes.remove({ leadId, outcome: "returned", at: on.now, buyer: "NORTH" });
    expect(await linesOf(leadId)).toEqual([...all, "correction 10000", "payout 4000"].sort());
    const sale = await on.store.ledger.list({ kind: "sale" }, 1);
    expect(await on.store.ledger.list({ returned: false }, 9)).toEqual(sale);
  });

  test("take back by hand what is left and no more, and undo that", async () => {
    const { leadId, sell } = await offered({ payout: "2000" });
    await sell();
    const { ledger } = on.store;
    const [sale] = await ledger.list({ kind: "sale" }, 1);
    expect(await ledger.giveBack(sale!.id, 12_001, by)).toEqual({ refused: "too much", left: 12_000 });
    expect(await ledger.giveBack(sale!.id, 2_000, by)).toMatchObject({ kind: "credit", person: "ana" });
    const rest = await ledger.giveBack(sale!.id, undefined, by);
    expect(rest).toMatchObject({ kind: "return", cents: -10_000, reason: "a wrong number" });
    expect(await ledger.giveBack(sale!.id, undefined, by)).toEqual({ refused: "returned", left: 0 });
    const lines = ["credit -2000", "payout -2000", "payout 2000", "return -10000", "sale 12000"];
    expect(await linesOf(leadId)).toEqual(lines);
    const line = (rest as { id: string }).id;
    expect(await ledger.undo(line, by)).toMatchObject({ kind: "correction", cents: 10_000, corrects: line });
    expect(await ledger.undo(line, by)).toMatchObject({ refused: "returned" });
    expect(await linesOf(leadId)).toEqual([...lines, "correction 10000", "payout 2000"].sort());
    expect(await ledger.giveBack("nothing", undefined, by)).toEqual({ refused: "unknown", left: 0 });
  });

  test("have one return that is told twice once, the greater of the two, and none above what was charged", async () => {
    const { leadId, sell } = await offered({ payout: "" });
    await sell();
    const { ledger } = on.store;
    const [sale] = await ledger.list({ kind: "sale" }, 1);
    await ledger.giveBack(sale!.id, 2_000, by);
    await report(leadId, "returned", 3_000, on.now);
    expect(await linesOf(leadId)).toEqual(["credit -2000", "return -1000", "sale 12000"]);
    on.now += dayMs;
    await report(leadId, "returned", 50_000, on.now);
    expect(await linesOf(leadId)).toEqual(["credit -2000", "return -1000", "return -9000", "sale 12000"]);
  });

  test("have all that is known in a month before it is closed", async () => {
    const { leadId, sell } = await offered({ payout: "" });
    await sell();
    await sqlOn(on.url, "delete from sales_ledger");
    await sqlOn(on.url, "update sales set booked = null");
    const month = { month: "2026-10", begins: on.now - dayMs, ends: on.now + dayMs };
    expect(await on.store.ledger.close(month, "ana")).toMatchObject({ lines: 1 });
    expect((await on.store.ledger.ofLeads([leadId]))[0]!.at).toBe(on.now);
  });

  test("outlive their leads, and go after their own years", async () => {
    const { leadId, sell } = await offered();
    await sell();
    on.now += 10 * dayMs;
    expect(await on.store.retention.sweep({ leads: dayMs })).toEqual({ leads: 1 });
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    await on.store.retention.sweep({ books: dayMs });
    expect(await linesOf(leadId)).toEqual([]);
  });

  test("are filled from what a store without books has, and from what such a program adds beside this one", async () => {
    const { leadId, sell } = await offered();
    await sell();
    await report(leadId, "returned", 3_000);
    const before = await linesOf(leadId);
    for (const table of ["sales", "outcomes"]) await sqlOn(on.url, `update ${table} set booked = null`);
    await sqlOn(on.url, "delete from sales_ledger");
    await on.store.ledger.catchUp();
    // The terms of then are not known: no affiliate is owed anything for it.
    expect(await linesOf(leadId)).toEqual(before.filter((line) => !line.startsWith("payout")));
    await sqlOn(on.url, "update sales set booked = null");
    await on.store.ledger.catchUp();
    expect(await linesOf(leadId)).toEqual(before.filter((line) => !line.startsWith("payout")));
  });
});
