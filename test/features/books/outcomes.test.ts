import { describe, expect, it } from "vitest";
import { dayNumber } from "../../../services/calendar/days.ts";
import type { NewOutcome } from "../../../services/features/books/outcomes.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("outcomes on $name", ({ start }) => {
  const on = freshStore(start);
  const sold = (id: string, more: Partial<NewOutcome> = {}): NewOutcome => ({
    id,
    leadId: "a",
    outcome: "sold",
    at: on.now,
    buyer: "Smith",
    buyerLeadId: "S-7",
    amountCents: 4500,
    currency: "USD",
    ...more,
  });
  /** Adds them. @returns how many were new */
  const add = async (...all: NewOutcome[]) =>
    (await on.store.books.outcomes.add(all)).filter(({ isNew }) => isNew).length;
  const kept = (...all: NewOutcome[]) => all.map((each) => expect.objectContaining(each));

  it("are kept once each, in order of time", async () => {
    const [late, early] = [sold("1"), sold("2", { at: on.now - 1, buyer: "Jones" })];
    expect(await add(late, early, sold("3", { leadId: "b" }))).toBe(3);
    expect(await add(sold("1", { amountCents: 1 }), sold("4", { leadId: "c" }))).toBe(1);
    expect(await on.store.books.outcomes.ofLead("a")).toEqual(kept(early, late));
  });

  it("are one per kind, lead, buyer and day; a contradiction is left out or replaces the earlier one", async () => {
    const { outcomes } = on.store.books;
    await add(sold("1", { buyerLeadId: null, reason: null }));
    expect(await add(sold("2", { buyer: "smith" }), sold("3", { at: on.now + 1, reason: "other" }))).toBe(0);
    const other = sold("4", { amountCents: 5000 });
    expect(await outcomes.add([sold("5", { leadId: "b" }), other])).toMatchObject([
      { isNew: true },
      { isNew: false, booked: 0, contradicts: { other: { id: "1" }, index: -1 } },
    ]);
    // If two contradict each other, neither is taken.
    const two = [sold("8", { leadId: "d" }), sold("9", { leadId: "d", buyerLeadId: "S-8" })];
    const both = [{ contradicts: { index: 1 } }, { contradicts: { index: 0 } }, { isNew: true }];
    expect(await outcomes.add([...two, sold("10", { leadId: "e" })])).toMatchObject(both);
    expect(await outcomes.ofLead("d")).toEqual([]);
    expect(await outcomes.add([other], { replace: true })).toMatchObject([{ isNew: true }]);
    expect(await outcomes.ofLead("a")).toEqual(kept(other));
    const atOnce = await Promise.all([add(sold("6", { leadId: "c" })), add(sold("7", { leadId: "c" }))]);
    // Both are new to PostgreSQL, which has no row of that lead by which they would wait for each other.
    expect(atOnce).toContain(1);
    expect(await outcomes.remove({ ...other, buyer: "SMITH", day: Math.floor(on.now / 86_400_000) })).toBe(1);
    expect(await outcomes.ofLead("a")).toEqual([]);
  });

  it.each([
    ["America/Los_Angeles", "2026-12-01T07:57Z", "2026-11-30"],
    ["America/Los_Angeles", "2026-11-02T07:59Z", "2026-11-01"],
    ["Pacific/Kiritimati", "2028-02-28T10:00Z", "2028-02-29"],
    ["Etc/GMT+12", "2028-03-01T11:59Z", "2028-02-29"],
    ["UTC", "2026-12-01T00:00Z", "2026-12-01"],
  ])(
    "in %s %s is of %s, also beside what a release without business days has kept",
    async (timeZone, time, text) => {
      const { books, close } = await on.open({ timeZone });
      const { outcomes } = books;
      const [at, day] = [Date.parse(time), dayNumber(text)];
      await outcomes.add([sold("1", { at })]);
      expect((await outcomes.ofLead("a"))[0]).toMatchObject({ at, day });
      const taken = await outcomes.add([sold("2", { at: 0, day }), sold("3", { at: 0, day: day + 1 })]);
      expect(taken.map(({ isNew }) => isNew)).toEqual([false, true]);
      // It kept a day as the midnight of UTC on it, and a time as it was.
      await outcomes.add([
        sold("old", { leadId: "b", at: day * 86_400_000 }),
        sold("timed", { leadId: "c", at }),
      ]);
      await sqlOn(on.url, "update outcomes set day = null");
      for (const leadId of ["b", "c"])
        expect(await outcomes.add([sold("new", { leadId, at: 0, day })])).toMatchObject([{ isNew: false }]);
      expect(await outcomes.remove({ leadId: "b", outcome: "sold", day, buyer: "smith" })).toBe(1);
      await close();
    },
  );

  it("are added all or none when the store fails", async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => sold(`${index}`, { buyer: `Smith ${index}` }));
    const broken = { ...sold("broken"), currency: "EUR", outcome: null } as unknown as NewOutcome;
    await expect(add(...many, broken)).rejects.toThrow(/null/i);
    expect(await on.store.books.outcomes.ofLead("a")).toEqual([]);
    expect(await add(...many)).toBe(1_500);
  });

  it("say how long each lead waited for its first call", async () => {
    const made = async () => (await on.store.submit(aVisit(), 0, [], aSubmission([]))).lead!;
    const [one, other] = [await made(), await made()];
    const called = (id: string, leadId: string, after: number) =>
      sold(id, { leadId, outcome: "called", at: one.createdAt + after, buyer: `Smith ${id}` });
    await on.store.books.outcomes.add([
      called("1", one.id, 9_000),
      called("2", one.id, 5_000),
      called("3", other.id, -1_000),
      sold("4", { leadId: other.id, at: one.createdAt + 1_000 }),
    ]);
    const waits = (from: number) => on.store.sales.waitsForCall(from, one.createdAt + 1);
    expect(await waits(one.createdAt)).toEqual([5_000]);
    expect(await waits(one.createdAt + 1)).toEqual([]);
  });
});

describe.each(databases)("what sources cost, on $name", ({ start }) => {
  const on = freshStore(start);

  it("costs are set once by source and day", async () => {
    const cost = { variant: "c", affiliate: "7", subId: "", day: 20_000, cents: 4_500 };
    const news = { ...cost, subId: "news" };
    expect(await on.store.books.costs.set([cost, news, { ...cost, variant: "v7" }])).toBe(3);
    expect(await on.store.books.costs.set([cost, { ...news, cents: 1 }])).toBe(1);
    expect(await on.store.books.costs.ofVariant("c")).toEqual(
      expect.arrayContaining([cost, { ...news, cents: 1 }]),
    );
    expect(await on.store.books.costs.ofVariant("v7")).toHaveLength(1);
  });
});
