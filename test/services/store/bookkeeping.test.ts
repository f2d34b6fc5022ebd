import { describe, expect, it } from "vitest";
import type { LogFields } from "../../../services/observe/log.ts";
import type { Caps } from "../../../services/settings/destinations/terms.ts";
import type { NewsReader } from "../../../services/store/sales/news.ts";
import { databases, freshStore, storeAt } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { listener, offeredSale } from "../../support/submissions.ts";

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
  const offered = () => offeredSale(on);
  const linesOf = async (leadId: string) =>
    (await on.store.bookkeeping.ofLeads([leadId])).map(({ kind, cents }) => `${kind} ${cents}`).sort();

  it("are followed by each reader of news at its own pace: a failing one delays no other, and reads again", async () => {
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
    const { first, listener } = await on.store.bookkeeping.behind();
    expect([first?.count, listener?.count]).toEqual([1, 0]);
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    await Promise.all([on.store.bookkeeping.catchUp(), on.store.bookkeeping.catchUp()]);
    expect(await queued()).toEqual(['first.sold {"price":12000,"payout":4800}', "listener.sold {}"]);
  });

  it("follow from a recorded sale, once: a failure there is reported, and undoes nothing", async () => {
    const { leadId, sell } = await offered();
    await sqlOn(on.url, "alter table sales_ledger rename to away");
    log.length = 0;
    await sell();
    await sqlOn(on.url, "alter table away rename to sales_ledger");
    expect((await on.store.outbox.list({ leadId })).map(({ status }) => status)).toEqual(["delivered"]);
    expect(await on.store.sales.ofLead(leadId)).toMatchObject([{ price: 120, buyerId: "r-1" }]);
    expect(log).toMatchObject([["sales.failed", { leadId, code: expect.any(String) }]]);
    expect((await on.store.bookkeeping.behind()).books).toEqual({ count: 1, since: on.now });
    on.now += dayMs;
    // Another process books what this one did not come to, at the same time as this one.
    const other = await on.open();
    await Promise.all([sell(), other.bookkeeping.catchUp(), on.store.bookkeeping.catchUp()]);
    await other.close();
    expect(await linesOf(leadId)).toEqual(["payout 4800", "sale 12000"]);
    expect((await on.store.bookkeeping.ofLeads([leadId])).map(({ kind, at }) => [kind, at])).toEqual([
      ["sale", on.now - dayMs],
      ["payout", on.now - dayMs],
    ]);
    expect((await on.store.bookkeeping.behind()).books).toEqual({ count: 0, since: undefined });
  });

  it("outlive their leads, and are removed after their own years", async () => {
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

describe.each(databases)("caps on $name", ({ start }) => {
  const on = freshStore(start);
  const take = (messageId: string, caps: Caps, day = "2026-01-28", cents = 0) =>
    on.store.dailyPlaces.take({ messageId, day, cents, of: [{ ...north, caps }] });

  it("weeks begin on Mondays, months on their first day, and declined leads are given back", async () => {
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
    // The week continues in the next month, which has its own count.
    expect(await take("february", { ...week, ...month }, "2026-02-01")).toEqual({
      ...north,
      full: "weekly-cap",
    });
    expect(await take("february", month, "2026-02-01")).toBeUndefined();
    // A message that is tried again on another day counts once.
    expect(await take("february", month, "2026-02-02")).toBeUndefined();
    expect(await take("second", { "monthly-cap": 2 }, "2026-02-02")).toBeUndefined();
    expect(await take("third", { "monthly-cap": 2 }, "2026-02-02")).toEqual({
      ...north,
      full: "monthly-cap",
    });
  });

  it("money is counted before it is spent: no lead is sent that the rest does not cover", async () => {
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

  it("an affiliate's cap counts leads, whatever the number of buyers, across two programs", async () => {
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
      // The same leads at a second and a third buyer, again, and a day later, count as those three.
      for (const lead of there)
        for (const day of ["2026-01-28", "2026-01-28", "2026-01-29"])
          for (const name of ["south", "west"]) expect(await taking(lead, name, day)).toBeUndefined();
      // A lead that one buyer declines remains the affiliate's as long as another has it.
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
});
