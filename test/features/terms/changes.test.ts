import { describe, expect, it } from "vitest";
import type { Caps } from "../../../services/settings/destinations/terms.ts";
import { databases, freshStore, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";

const north = { party: "receiver" as const, name: "north" };
const by = { person: "ana", reason: "they called" };
const capOf = (after: string | null) => [{ field: "daily-cap" as const, after, inFile: "" }];

describe.each(databases)("terms on $name", ({ start }) => {
  const on = freshStore(start);
  const take = (messageId: string, caps: Caps, day = "2026-01-28", cents = 0) =>
    on.store.dailyPlaces.take({ messageId, day, cents, of: [{ ...north, caps }] });
  const change = (after: string | null, seen = Number.POSITIVE_INFINITY) =>
    on.store.terms.change(north, capOf(after), by, seen);

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
