import { describe, expect, it } from "vitest";
import type { LogFields } from "../../../services/observe/log.ts";
import type { NewSale } from "../../../services/store/sales/ledger-book.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { offeredSale } from "../../support/submissions.ts";

const dayMs = 24 * 60 * 60_000;

describe.each(databases)("what people do with the books on $name", ({ start }) => {
  const log: [event: string, fields?: LogFields][] = [];
  const on = freshStore(start, { dataKeys: ["d".repeat(32)], log: (...line) => log.push(line) });
  const offered = (more: Partial<NewSale> = {}) => offeredSale(on, more);
  const linesOf = async (leadId: string) =>
    (await on.store.bookkeeping.ofLeads([leadId])).map(({ kind, cents }) => `${kind} ${cents}`).sort();
  const report = (
    leadId: string,
    outcome: "paid" | "returned",
    amountCents: number | null,
    receivedAt?: number,
    currency = "USD",
    store = on.store,
  ) =>
    store.books.outcomes.add(
      [
        {
          id: `${leadId} ${outcome} ${on.now}`,
          leadId,
          outcome,
          at: on.now,
          buyer: "North",
          amountCents,
          buyerLeadId: null,
          currency: amountCents === null ? null : currency,
        },
      ],
      { receivedAt },
    );
  const by = { person: "ana", reason: "a wrong number" };

  it("that lack a sale that cannot be booked have all others, have it before what is reported of it, and stay open", async () => {
    const bad = await offered();
    const [good, reported] = [await offered(), await offered()];
    await sqlOn(on.url, "alter table sales_ledger rename to away");
    for (const { sell } of [bad, good, reported]) await sell();
    await sqlOn(on.url, "alter table away rename to sales_ledger");
    const kept = await sqlOn(on.url, `select to_book from sales where lead_id = '${bad.leadId}'`);
    await sqlOn(on.url, `update sales set to_book = 'x' where lead_id = '${bad.leadId}'`);
    await report(reported.leadId, "returned", 3_000);
    expect(await linesOf(reported.leadId)).toContain("sale 12000");
    expect(await on.store.bookkeeping.catchUp()).toMatchObject([{ step: "books", leadId: bad.leadId }]);
    expect(log.at(-1)).toMatchObject(["sales.failed", { leadId: bad.leadId, error: "SyntaxError" }]);
    expect(await linesOf(good.leadId)).toEqual(["payout 4800", "sale 12000"]);
    const month = { month: "2023-11", begins: on.now - dayMs, ends: on.now + dayMs };
    expect(await on.store.books.ledger.close(month, "ana")).toMatchObject({
      unbooked: [{ leadId: bad.leadId }],
    });
    expect(await on.store.books.ledger.closed()).toEqual([]);
    const text = String((kept as { to_book: string }[])[0]!.to_book);
    await sqlOn(on.url, `update sales set to_book = '${text}' where lead_id = '${bad.leadId}'`);
    expect(await on.store.books.ledger.close(month, "ana")).toMatchObject({ lines: 7 });
  });

  it("follow what the buyer paid, and what was given back, and take both back with the report", async () => {
    const { leadId, sell } = await offered();
    await sell();
    await report(leadId, "paid", 10_000);
    expect(await linesOf(leadId)).toEqual(["correction -2000", "payout -800", "payout 4800", "sale 12000"]);
    on.now += dayMs;
    await report(leadId, "returned", null, on.now);
    const back = ["payout -4000", "return -10000"];
    const all = ["correction -2000", ...back, "payout -800", "payout 4800", "sale 12000"].sort();
    expect(await linesOf(leadId)).toEqual(all);
    await on.store.books.outcomes.remove({
      leadId,
      outcome: "returned",
      day: Math.floor(on.now / dayMs),
      buyer: "NORTH",
    });
    expect(await linesOf(leadId)).toEqual([...all, "correction 10000", "payout 4000"].sort());
    const sale = await on.store.books.ledger.list({ kind: "sale" }, 1);
    expect(await on.store.books.ledger.list({ returned: false }, 9)).toEqual(sale);
  });

  it("have one return that is told twice once, the greater of the two, and none above what was charged", async () => {
    const { leadId, sell } = await offered({ payout: "" });
    await sell();
    const { ledger } = on.store.books;
    const [sale] = await ledger.list({ kind: "sale" }, 1);
    await ledger.giveBack(sale!.id, 2_000, by);
    const byHand = [{ booked: 1_000, why: "credited by hand already" }];
    expect(await report(leadId, "returned", 3_000, on.now)).toMatchObject(byHand);
    expect(await linesOf(leadId)).toEqual(["credit -2000", "return -1000", "sale 12000"]);
    on.now += dayMs;
    const cut = [{ booked: 9_000, why: "cut to what was left" }];
    expect(await report(leadId, "returned", 50_000, on.now)).toMatchObject(cut);
    expect(await linesOf(leadId)).toEqual(["credit -2000", "return -1000", "return -9000", "sale 12000"]);
    on.now += dayMs;
    expect(await report(leadId, "returned", null, on.now)).toMatchObject([
      { booked: 0, why: "returned already" },
    ]);
    const free = await offered({ payout: "", cents: 0 });
    await free.sell();
    const none = [{ booked: 0, why: "the sale has no price" }];
    expect(await report(free.leadId, "returned", 3_000, on.now)).toMatchObject(none);
    expect(await linesOf(free.leadId)).toEqual(["sale 0"]);
    await report(free.leadId, "paid", 2_000, on.now);
    expect(await linesOf(free.leadId)).toEqual(["correction 2000", "return -2000", "sale 0"]);
  });

  it("answer each report with what it has changed, and say the same of it later", async () => {
    const { leadId, sell } = await offered({ payout: "", returnDays: 7 });
    const day = Math.floor(on.now / dayMs);
    for (const amount of [null, 4_000]) {
      expect(await report(leadId, "returned", amount)).toMatchObject([
        { isNew: true, booked: 0, why: "no sale to this buyer is booked" },
      ]);
      expect(await linesOf(leadId)).toEqual([]);
      await on.store.books.outcomes.remove({ leadId, outcome: "returned", day, buyer: "north" });
    }
    await sell();
    expect(await report(leadId, "paid", 10_000)).toMatchObject([{ booked: 10_000, why: null }]);
    on.now += dayMs;
    expect(await report(leadId, "returned", 4_000, undefined, "EUR")).toMatchObject([
      { isNew: true, booked: 0, why: "in EUR: the books are in USD" },
    ]);
    on.now += dayMs;
    expect(await report(leadId, "returned", 4_000)).toMatchObject([
      { isNew: true, booked: 4_000, why: null },
    ]);
    expect(await report(leadId, "returned", 4_000)).toMatchObject([
      { isNew: false, booked: 0, why: "known already" },
    ]);
    on.now += 9 * dayMs;
    expect(await report(leadId, "returned", null)).toMatchObject([{ booked: 0, why: "after 7 days" }]);
    const said = (await on.store.books.outcomes.ofLead(leadId)).map(({ booked, why }) => [booked, why]);
    const all = [
      [10_000, null],
      [0, "in EUR: the books are in USD"],
      [4_000, null],
      [0, "after 7 days"],
    ];
    expect(said).toEqual(all);
    expect(await linesOf(leadId)).toEqual(["correction -2000", "return -4000", "sale 12000"]);
  });

  it.each([
    // Over the end of summer time, with an hour more, and over its beginning, with one less.
    ["America/Los_Angeles", "2026-10-31T06:57Z", "2026-11-07T08:00Z"],
    ["America/Los_Angeles", "2027-03-11T07:59Z", "2027-03-18T07:00Z"],
    ["Pacific/Kiritimati", "2028-02-22T09:59Z", "2028-02-29T10:00Z"],
    ["Etc/GMT+12", "2028-02-22T12:00Z", "2028-03-01T12:00Z"],
    ["UTC", "2026-12-25T23:59Z", "2027-01-02T00:00Z"],
  ])("in %s what was sold at %s is returned in 7 days until %s", async (timeZone, soldAt, end) => {
    const store = await on.open({ timeZone });
    for (const [late, booked] of [
      [0, 0],
      [-1, 12_000],
    ] as const) {
      on.now = Date.parse(soldAt);
      const { leadId, sell } = await offered({ payout: "", returnDays: 7 });
      await sell();
      on.now = Date.parse(end) + late;
      expect(await report(leadId, "returned", null, on.now, "USD", store)).toMatchObject([{ booked }]);
    }
    await store.close();
  });

  it("have all that is known in a month before it is closed", async () => {
    const { leadId, sell } = await offered({ payout: "" });
    await sell();
    await sqlOn(on.url, "delete from sales_ledger");
    await sqlOn(on.url, "update sales set booked = null");
    const month = { month: "2026-10", begins: on.now - dayMs, ends: on.now + dayMs };
    // Another process is at it, and has not come to it.
    const other = await on.open();
    const [, closed] = await Promise.all([
      other.bookkeeping.catchUp(),
      on.store.books.ledger.close(month, "ana"),
    ]);
    await other.close();
    expect(closed).toMatchObject({ lines: 1 });
    expect((await on.store.bookkeeping.ofLeads([leadId]))[0]!.at).toBe(on.now);
  });
});
