import { describe, expect, it } from "vitest";
import type { Caps } from "../../../services/settings/destinations/terms.ts";
import { databases, freshStore, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";

const north = { party: "receiver" as const, name: "north" };
const affiliate = { party: "affiliate" as const, name: "252" };
const by = { person: "ana", reason: "they called" };
const capOf = (after: string | null) => [{ field: "daily-cap" as const, after, inFile: "" }];

describe.each(databases)("terms on $name", ({ start }) => {
  const on = freshStore(start);
  const take = (messageId: string, caps: Caps, day = "2026-01-28", cents = 0) =>
    on.store.dailyPlaces.take({ messageId, day, cents, of: [{ ...north, caps }] });
  const change = (after: string | null, seen = Number.POSITIVE_INFINITY) =>
    on.store.terms.change(north, capOf(after), by, seen);

  it("a paused or full affiliate leaves the receiver's place free", async () => {
    const of = [
      { ...north, caps: { "daily-cap": 1 } },
      { ...affiliate, caps: {} },
    ];
    const wanted = { day: "2026-01-28", cents: 0, of };
    await on.store.terms.change(affiliate, [{ field: "paused", after: "yes", inFile: "" }], by, 0);
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "a" })).toEqual({
      ...affiliate,
      full: "paused",
    });
    await on.store.terms.undo(1, by);
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "b" })).toBeUndefined();
    expect(await take("c", { "daily-cap": 1 })).toEqual({ ...north, full: "daily-cap" });
    await on.store.dailyPlaces.free("b");
    await on.store.terms.change(affiliate, capOf("1"), by, 9);
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "d" })).toBeUndefined();
    await on.store.dailyPlaces.free("d");
    expect(await on.store.dailyPlaces.take({ ...wanted, messageId: "e" }), "given back").toBeUndefined();
  });

  it("what each has had so far is told for the day, the week and the month, a lead of several buyers once", async () => {
    const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(36));
    const places = [
      [one, "north", "2026-01-02", 1_000],
      [two, "north", "2026-01-26", 200],
      [three, "north", "2026-01-28", 30],
      [three, "south", "2026-01-28", 4],
    ] as const;
    for (const [lead, name, day, cents] of places) {
      const of = [
        { party: "receiver" as const, name, caps: {} },
        { ...affiliate, caps: {} },
      ];
      const wanted = { messageId: `${lead}.${name}`, day, cents, of };
      expect(await on.store.dailyPlaces.take(wanted)).toBeUndefined();
    }
    const used = await on.store.dailyPlaces.used("2026-01-28");
    expect(used.map(({ party, name, field, count }) => `${party} ${name} ${field} ${count}`).sort()).toEqual([
      "affiliate 252 daily-budget 34",
      "affiliate 252 daily-cap 1",
      "affiliate 252 monthly-budget 1234",
      "affiliate 252 monthly-cap 3",
      "affiliate 252 weekly-budget 234",
      "affiliate 252 weekly-cap 2",
      "receiver north daily-budget 30",
      "receiver north daily-cap 1",
      "receiver north monthly-budget 1230",
      "receiver north monthly-cap 3",
      "receiver north weekly-budget 230",
      "receiver north weekly-cap 2",
      "receiver south daily-budget 4",
      "receiver south daily-cap 1",
      "receiver south monthly-budget 4",
      "receiver south monthly-cap 1",
      "receiver south weekly-budget 4",
      "receiver south weekly-cap 1",
    ]);
  });

  it("a cap of 10 never lets 11 through while two programs sell and the cap goes up and down", {
    ...holds("T93"),
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

  it("changes are only added: an undo is a change too, and cannot undo one that a later change builds on", async () => {
    expect(await change("10", 0)).toMatchObject([{ number: 1, before: null, after: "10", ...by }]);
    expect(await change("20", 0), "somebody was faster").toEqual({ refused: "stale" });
    expect(await change("20", 1)).toMatchObject([{ number: 2, before: "10", after: "20" }]);
    expect(await on.store.terms.undo(1, by)).toEqual({ refused: "stale" });
    expect(await on.store.terms.undo(7, by)).toEqual({ refused: "unknown" });
    const undone = await on.store.terms.undo(2, { person: "ben", reason: "a mistake" });
    expect(undone).toMatchObject({ number: 3, before: "20", after: "10", undoes: 2, person: "ben" });
    expect(await on.store.terms.undo(2, by)).toEqual({ refused: "undone" });
    expect((await on.store.terms.history(north, 9)).map(({ number }) => number)).toEqual([3, 2, 1]);
    await on.store.terms.change({ ...north, name: "south" }, capOf("3"), by, 0);
    expect([...(await on.store.termsInForce.all())]).toEqual([
      ["receiver north daily-cap", "10"],
      ["receiver south daily-cap", "3"],
    ]);
    const both = await Promise.all([change("30", 3), change("40", 3)]);
    expect(
      both.filter((each) => "refused" in each),
      "two at once",
    ).toHaveLength(1);
  });

  it("a pause is a change of terms like any other, from either page", async () => {
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
