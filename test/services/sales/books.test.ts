import { describe, expect, it } from "vitest";
import type { LogFields } from "../../../services/observe/log.ts";
import type { Caps } from "../../../services/settings/destinations/terms.ts";
import type { NewSale } from "../../../services/store/sales/ledger-book.ts";
import type { NewsReader } from "../../../services/store/sales/news.ts";
import { databases, freshStore, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit, listener } from "../../support/submissions.ts";

const dayMs = 24 * 60 * 60_000;

describe.each(databases)("the books on $name", ({ start }) => {
  const log: [event: string, fields?: LogFields][] = [];
  let isBroken = false;
  const first: NewsReader = {
    name: "first",
    wants: ({ event }) => event === "sold",
    async messages({ price, payout }) {
      if (isBroken) throw new Error("a fault of a feature");
      return [{ destination: "first.sold", payload: { price, payout }, status: "waiting" }];
    },
  };
  const options = { dataKeys: ["d".repeat(32)], readers: [first, listener] };
  const on = freshStore(start, { ...options, log: (...line) => log.push(line) });

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
    currency = "USD",
    store = on.store,
  ) =>
    store.outcomes.add(
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
          ...{ buyerLeadId: null, currency: amountCents === null ? null : currency },
        },
      ],
      { receivedAt },
    );
  const by = { person: "ana", reason: "a wrong number" };

  it("are followed by each reader of news at its own pace: one that fails holds up no other, and reads again", async () => {
    const { leadId, sell } = await offered();
    const queued = async () =>
      (await on.store.outbox.ofLead(leadId)).messages
        .filter(({ destination }) => destination.includes("."))
        .map(({ destination, payload }) => `${destination} ${payload}`)
        .sort();
    isBroken = true;
    log.length = 0;
    await sell();
    isBroken = false;
    expect(await queued()).toEqual(["listener.sold {}"]);
    expect(log).toMatchObject([["first.failed", { leadId }]]);
    const { first, listener } = await on.store.ledger.behind();
    expect([first?.count, listener?.count]).toEqual([1, 0]);
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    await Promise.all([on.store.ledger.catchUp(), on.store.ledger.catchUp()]);
    expect(await queued()).toEqual(['first.sold {"price":12000,"payout":4800}', "listener.sold {}"]);
  });

  it("follow from what is recorded of a sale, once: what fails there is said, and undoes nothing", async () => {
    const { leadId, sell } = await offered();
    await sqlOn(on.url, "alter table sales_ledger rename to away");
    log.length = 0;
    await sell();
    await sqlOn(on.url, "alter table away rename to sales_ledger");
    expect((await on.store.outbox.list({ leadId })).map(({ status }) => status)).toEqual(["delivered"]);
    expect(await on.store.sales.ofLead(leadId)).toMatchObject([{ price: 120, buyerId: "r-1" }]);
    expect(log).toMatchObject([["sales.failed", { leadId, code: expect.any(String) }]]);
    expect((await on.store.ledger.behind()).books).toEqual({ count: 1, since: on.now });
    on.now += dayMs;
    // Another process books what this one did not come to, at the same time as this one.
    const other = await on.open();
    await Promise.all([sell(), other.ledger.catchUp(), on.store.ledger.catchUp()]);
    await other.close();
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    expect((await on.store.ledger.ofLeads([leadId])).map(({ kind, at }) => [kind, at])).toEqual([
      ["sale", on.now - dayMs],
      ["payout", on.now - dayMs],
    ]);
    expect((await on.store.ledger.behind()).books).toEqual({ count: 0, since: undefined });
  });

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
    expect(await on.store.ledger.catchUp()).toMatchObject([{ step: "books", leadId: bad.leadId }]);
    expect(log.at(-1)).toMatchObject(["sales.failed", { leadId: bad.leadId, error: "SyntaxError" }]);
    expect(await linesOf(good.leadId)).toEqual(["payout 4800", "sale 12000"]);
    const month = { month: "2023-11", begins: on.now - dayMs, ends: on.now + dayMs };
    expect(await on.store.ledger.close(month, "ana")).toMatchObject({ unbooked: [{ leadId: bad.leadId }] });
    expect(await on.store.ledger.closed()).toEqual([]);
    const text = String((kept as { to_book: string }[])[0]!.to_book);
    await sqlOn(on.url, `update sales set to_book = '${text}' where lead_id = '${bad.leadId}'`);
    expect(await on.store.ledger.close(month, "ana")).toMatchObject({ lines: 7 });
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
    await on.store.outcomes.remove({
      leadId,
      outcome: "returned",
      day: Math.floor(on.now / dayMs),
      buyer: "NORTH",
    });
    expect(await linesOf(leadId)).toEqual([...all, "correction 10000", "payout 4000"].sort());
    const sale = await on.store.ledger.list({ kind: "sale" }, 1);
    expect(await on.store.ledger.list({ returned: false }, 9)).toEqual(sale);
  });

  it("have one return that is told twice once, the greater of the two, and none above what was charged", async () => {
    const { leadId, sell } = await offered({ payout: "" });
    await sell();
    const { ledger } = on.store;
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
  });

  it("answer each report with what it has changed, and say the same of it later", async () => {
    const { leadId, sell } = await offered({ payout: "", returnDays: 7 });
    expect(await report(leadId, "returned", null)).toMatchObject([
      { isNew: true, booked: 0, why: "no sale to this buyer is booked" },
    ]);
    await on.store.outcomes.remove({
      leadId,
      outcome: "returned",
      day: Math.floor(on.now / dayMs),
      buyer: "north",
    });
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
    const said = (await on.store.outcomes.ofLead(leadId)).map(({ booked, why }) => [booked, why]);
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
    const [, closed] = await Promise.all([other.ledger.catchUp(), on.store.ledger.close(month, "ana")]);
    await other.close();
    expect(closed).toMatchObject({ lines: 1 });
    expect((await on.store.ledger.ofLeads([leadId]))[0]!.at).toBe(on.now);
  });

  it("outlive their leads, and go after their own years", async () => {
    const { leadId, sell } = await offered();
    await sell();
    on.now += 10 * dayMs;
    expect(await on.store.retention.sweep({ leads: dayMs })).toEqual({ leads: 1 });
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    await on.store.retention.sweep({ books: dayMs });
    expect(await linesOf(leadId)).toEqual([]);
  });
});

const north = { party: "receiver" as const, name: "north" };
const by = { person: "ana", reason: "they called" };
const capOf = (after: string | null) => [{ field: "daily-cap" as const, after, inFile: "" }];

describe.each(databases)("terms on $name", ({ start }) => {
  const on = freshStore(start);
  const take = (messageId: string, caps: Caps, day = "2026-01-28", cents = 0) =>
    on.store.dailyPlaces.take({ messageId, day, cents, of: [{ ...north, caps }] });
  const change = (after: string | null, seen = Number.POSITIVE_INFINITY) =>
    on.store.terms.change(north, capOf(after), by, seen);

  it("a cap of 10 never lets 11 through while two programs sell and the cap goes up and down", {
    ...holds("T93"),
    timeout: 60_000,
  }, async () => {
    const other = await storeAt(on.url, { now: () => on.now });
    try {
      await change("4");
      let isOver = false;
      const changing = (async () => {
        for (let index = 0; !isOver; index++) await change(["10", "7", "9"][index % 3]!);
        await change("10");
      })();
      const all = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const { dailyPlaces } = index % 2 ? on.store : other;
          const wanted = { messageId: `m${index}`, day: "2026-01-28", cents: 0 };
          return dailyPlaces.take({ ...wanted, of: [{ ...north, caps: { "daily-cap": 50 } }] });
        }),
      );
      isOver = true;
      await changing;
      const more = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`n${index}`, {})));
      expect([...all, ...more].filter((full) => !full)).toHaveLength(10);
      // Lower than what it has had: nobody more gets in.
      await change("5");
      expect(await take("late", { "daily-cap": 50 })).toEqual({ ...north, full: "daily-cap" });
      await change("11");
      expect(await take("late", {})).toBeUndefined();
      expect(await take("later", {})).toEqual({ ...north, full: "daily-cap" });
    } finally {
      await other.close();
    }
  });

  it("weeks begin on Mondays, months on their first day, and what is declined is given back", async () => {
    const week = { "weekly-cap": 2 };
    // 25 January 2026 is a Sunday.
    expect(await take("sunday", week, "2026-01-25")).toBeUndefined();
    expect(await take("monday", week, "2026-01-26")).toBeUndefined();
    expect(await take("friday", week, "2026-01-30")).toBeUndefined();
    expect(await take("saturday", week, "2026-01-31")).toEqual({ ...north, full: "weekly-cap" });
    const month = { "monthly-cap": 3 };
    expect(await take("saturday", month, "2026-01-31")).toEqual({ ...north, full: "monthly-cap" });
    await on.store.dailyPlaces.free("monday");
    expect(await take("saturday", { ...week, ...month }, "2026-01-31")).toBeUndefined();
    // The week goes on in the next month, which has its own count.
    expect(await take("february", { ...week, ...month }, "2026-02-01")).toEqual({
      ...north,
      full: "weekly-cap",
    });
    expect(await take("february", month, "2026-02-01")).toBeUndefined();
    // One that is tried again on another day counts once.
    expect(await take("february", month, "2026-02-02")).toBeUndefined();
    expect(await take("second", { "monthly-cap": 2 }, "2026-02-02")).toBeUndefined();
    expect(await take("third", { "monthly-cap": 2 }, "2026-02-02")).toEqual({
      ...north,
      full: "monthly-cap",
    });
  });

  it("money is counted before it is spent: no lead goes out that the rest does not pay for", async () => {
    const caps = { "daily-budget": 10_000, "monthly-budget": 12_000 };
    const taken = await Promise.all(
      Array.from({ length: 9 }, (_, index) => take(`m${index}`, caps, "2026-01-28", 3_000)),
    );
    expect(taken.filter((full) => !full)).toHaveLength(3);
    expect(taken.find((full) => full)).toEqual({ ...north, full: "daily-budget" });
    expect(await take("small", caps, "2026-01-28", 1_000), "what is left").toBeUndefined();
    expect(await take("next", caps, "2026-01-29", 3_000)).toEqual({ ...north, full: "monthly-budget" });
    expect(await take("next", caps, "2026-02-01", 3_000)).toBeUndefined();
  });

  it("an affiliate that is paused or full keeps the receiver's place free", async () => {
    const owner = { party: "affiliate" as const, name: "252" };
    const of = [
      { ...north, caps: { "daily-cap": 1 } },
      { ...owner, caps: {} },
    ];
    const wanted = { day: "2026-01-28", cents: 0, of };
    await on.store.terms.change(owner, [{ field: "paused", after: "yes", inFile: "" }], by, 0);
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "a" })).toEqual({
      ...owner,
      full: "paused",
    });
    await on.store.terms.undo(1, by);
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "b" })).toBeUndefined();
    expect(await take("c", { "daily-cap": 1 })).toEqual({ ...north, full: "daily-cap" });
    await on.store.dailyPlaces.free("b");
    await on.store.terms.change(owner, capOf("1"), by, 9);
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "d" })).toBeUndefined();
    await on.store.dailyPlaces.free("d");
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "e" }), "given back").toBeUndefined();
  });

  it("an affiliate's cap counts leads, to however many buyers they go, in two programs at once", async () => {
    const other = await storeAt(on.url, { now: () => on.now });
    const affiliate = {
      party: "affiliate" as const,
      name: "252",
      caps: { "daily-cap": 3, "monthly-cap": 5 },
    };
    const leads = Array.from({ length: 7 }, (_, index) => `0198-lead-${String(index).padStart(26, "0")}`);
    const taking = (lead: string, name: string, day = "2026-01-28", store = on.store) => {
      const of = [{ party: "receiver" as const, name, caps: {} }, affiliate];
      return store.dailyPlaces.take({ messageId: `${lead}.${name}`, day, cents: 0, of });
    };
    try {
      const full = await Promise.all(
        leads.map((lead, index) => taking(lead, "north", undefined, index % 2 ? on.store : other)),
      );
      const there = leads.filter((_, index) => full[index] === undefined);
      expect(there).toHaveLength(3);
      // The same leads at a second and a third buyer, again, and a day later, are those three.
      for (const lead of there)
        for (const day of ["2026-01-28", "2026-01-28", "2026-01-29"])
          for (const name of ["south", "west"]) expect(await taking(lead, name, day)).toBeUndefined();
      // What one buyer declines stays the affiliate's lead as long as another has it.
      await on.store.dailyPlaces.free(`${there[0]}.north`);
      const [fourth, fifth, sixth] = leads.filter((lead) => !there.includes(lead));
      expect(await taking(fourth!, "north")).toMatchObject({ full: "daily-cap" });
      expect(await taking(fourth!, "north", "2026-01-29")).toBeUndefined();
      expect(await taking(fifth!, "north", "2026-01-29")).toBeUndefined();
      expect(await taking(sixth!, "north", "2026-01-30")).toMatchObject({ full: "monthly-cap" });
      for (const name of ["south", "west"]) await on.store.dailyPlaces.free(`${there[0]}.${name}`);
      expect(await taking(sixth!, "north", "2026-01-30"), "given back").toBeUndefined();
    } finally {
      await other.close();
    }
  });

  it("changes are only added: an undo is one, and undoes none that another stands on", async () => {
    expect(await change("10", 0)).toMatchObject([{ number: 1, before: null, after: "10", ...by }]);
    expect(await change("20", 0), "somebody was faster").toEqual({ refused: "stale" });
    expect(await change("20", 1)).toMatchObject([{ number: 2, before: "10", after: "20" }]);
    expect(await on.store.terms.undo(1, by)).toEqual({ refused: "stale" });
    expect(await on.store.terms.undo(7, by)).toEqual({ refused: "unknown" });
    const undone = await on.store.terms.undo(2, { person: "ben", reason: "a mistake" });
    expect(undone).toMatchObject({ number: 3, before: "20", after: "10", undoes: 2, person: "ben" });
    expect(await on.store.terms.undo(2, by)).toEqual({ refused: "undone" });
    expect((await on.store.terms.history(north, 9)).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect([...(await on.store.terms.inForce())]).toEqual([["receiver north daily-cap", "10"]]);
    const both = await Promise.all([change("30", 3), change("40", 3)]);
    expect(
      both.filter((each) => "refused" in each),
      "two at once",
    ).toHaveLength(1);
  });

  it("a pause is a change of its terms like any other, from either page", async () => {
    await on.store.pauses.begin("north", "ana", "they asked");
    await on.store.pauses.begin("north", "ben");
    expect(await on.store.pauses.list()).toEqual([{ destination: "north", at: on.now, person: "ana" }]);
    await on.store.terms.undo(1, by);
    expect(await on.store.pauses.list()).toEqual([]);
    await on.store.terms.change(north, [{ field: "paused", after: "yes", inFile: "" }], by, 2);
    await on.store.pauses.end("north", "ben");
    expect((await on.store.terms.history(north, 9)).map(({ after, person }) => [after, person])).toEqual([
      [null, "ben"],
      ["yes", "ana"],
      [null, "ana"],
      ["yes", "ana"],
    ]);
  });
});
