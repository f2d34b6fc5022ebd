import { describe, expect, it } from "vitest";
import { dayNumber, periodOf } from "../../../services/calendar/days.ts";
import { type ProfitBy, profitBy, profitOf, sumOf } from "../../../services/features/profit/profit.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { offeredSale } from "../../support/submissions.ts";

const hourMs = 60 * 60_000;
const zone = "America/Los_Angeles";

/** The afternoon of 14 November in California. */
describe.each(databases)("what is left of business on $name", ({ start }) => {
  const on = freshStore(start, { dataKeys: ["d".repeat(32)] });
  const days = (first: string, last = first) => periodOf(first, last, zone)!;
  const rows = async (by: ProfitBy, of = {}, period = days("2023-11-14", "2023-11-16")) =>
    (await on.store.profit.rows(by, period, zone, of)).map((row) => {
      const { name, subId, sales, sold, back, payout, cost } = row;
      const whose = subId === undefined ? name : `${name}/${subId}`;
      return `${whose}: ${sales} ${sold} ${back} ${payout} ${cost} = ${profitOf(row)}`;
    });
  const sell = async (more: Parameters<typeof offeredSale>[1]) => (await offeredSale(on, more)).sell();

  /** Three sales; of the first all goes back two days later; and what visits cost. */
  async function someDays() {
    await sell({ subId: "blue" });
    // Early on the 15th there, and still the same day of UTC as nine hours later.
    on.now += 10 * hourMs;
    await sell({ subId: "red", cents: 5_050, payout: "2000", buyer: "South" });
    on.now += 9 * hourMs;
    await sell({ affiliate: "", subId: "", survey: "d", payout: "" });
    on.now += 24 * hourMs;
    const [first] = await on.store.books.ledger.list({ kind: "sale" }, 1);
    await on.store.books.ledger.giveBack(first!.id, undefined, { person: "ana", reason: "wrong number" });
    const cost = { variant: "c", affiliate: "252", day: dayNumber("2023-11-14") };
    await on.store.books.costs.set([
      { ...cost, subId: "blue", cents: 1_000 },
      { ...cost, subId: "", cents: 700, day: dayNumber("2023-11-15") },
      { ...cost, subId: "", cents: 0, day: dayNumber("2023-11-16") },
      { variant: "d", affiliate: "9", subId: "", day: dayNumber("2023-11-16"), cents: 333 },
      // Before the days and behind them.
      { ...cost, subId: "", cents: 99_999, day: dayNumber("2023-11-13") },
      { ...cost, subId: "", cents: 99_999, day: dayNumber("2023-11-17") },
    ]);
  }

  it.each([
    ["23 hours", "2023-03-11", ["2023-03-11", "2023-03-12", "2023-03-12", "2023-03-13"]],
    ["25 hours", "2023-11-04", ["2023-11-04", "2023-11-05", "2023-11-05", "2023-11-06"]],
  ])("is told by days of which one has %s", async (_, first, dated) => {
    const [before, day, after] = [...new Set(dated)] as [string, string, string];
    const ends = (text: string) => days(text).until - 60_000;
    for (const at of [ends(before), days(day).from, ends(day), days(after).from]) {
      on.now = at;
      await sell({ subId: "blue" });
    }
    const counted = await on.store.profit.rows("day", days(first, after), zone);
    expect(counted.map(({ name, sales }) => `${name} ${sales}`)).toEqual([
      `${after} 1`,
      `${day} 2`,
      `${before} 1`,
    ]);
  });

  it("is told by day of the owner's zone, source, survey and buyer", async () => {
    await someDays();
    expect(await rows("day")).toEqual([
      "2023-11-16: 0 0 -12000 -4800 333 = -7533",
      "2023-11-15: 2 17050 0 2000 700 = 14350",
      "2023-11-14: 1 12000 0 4800 1000 = 6200",
    ]);
    expect(await rows("affiliate")).toEqual([
      ": 1 12000 0 0 0 = 12000",
      "252: 2 17050 -12000 2000 1700 = 1350",
      "9: 0 0 0 0 333 = -333",
    ]);
    expect(await rows("sub id")).toEqual([
      "/: 1 12000 0 0 0 = 12000",
      "252/: 0 0 0 0 700 = -700",
      "252/blue: 1 12000 -12000 0 1000 = -1000",
      "252/red: 1 5050 0 2000 0 = 3050",
      "9/: 0 0 0 0 333 = -333",
    ]);
    expect(await rows("survey")).toEqual([
      "c: 2 17050 -12000 2000 1700 = 1350",
      "d: 1 12000 0 0 333 = 11667",
    ]);
    expect(await rows("buyer")).toEqual([
      "South: 1 5050 0 2000 null = 3050",
      "north: 2 24000 -12000 0 null = 12000",
    ]);
  });

  it("is told by campaign and ad set where sources have levels, and looked for by either", async () => {
    await sell({ subId: "spring/florida/v-1" });
    await sell({ subId: "spring/texas" });
    await sell({ subId: "spring-2/florida" });
    const cost = { variant: "c", affiliate: "252", day: dayNumber("2023-11-14") };
    await on.store.books.costs.set([{ ...cost, subId: "spring/florida", cents: 1_000 }]);
    expect(await rows("campaign")).toEqual([
      "252/spring: 2 24000 0 9600 1000 = 13400",
      "252/spring-2: 1 12000 0 4800 0 = 7200",
    ]);
    expect(await rows("ad set", { sub: "spring" })).toEqual([
      "252/spring/florida: 1 12000 0 4800 1000 = 6200",
      "252/spring/texas: 1 12000 0 4800 0 = 7200",
    ]);
    expect(await rows("day", { sub: "spring/florida" })).toEqual(["2023-11-14: 1 12000 0 4800 1000 = 6200"]);
    const found = await on.store.books.ledger.list({ kind: "sale", subId: "spring" }, 9);
    expect(found.map(({ subId }) => subId).toSorted()).toEqual(["spring/florida/v-1", "spring/texas"]);
    expect(await on.store.inbox.page({ subId: "spring" }, 9)).toEqual([]);
  });

  it("is that of one affiliate, survey or day where these are asked for, and the same sum however it is told", async () => {
    await someDays();
    expect(await rows("survey", { affiliate: "252" })).toEqual(["c: 2 17050 -12000 2000 1700 = 1350"]);
    expect(await rows("day", { survey: "d" })).toEqual([
      "2023-11-16: 0 0 0 0 333 = -333",
      "2023-11-15: 1 12000 0 0 0 = 12000",
    ]);
    expect(await rows("affiliate", {}, days("2023-11-15"))).toEqual([
      ": 1 12000 0 0 0 = 12000",
      "252: 1 5050 0 2000 700 = 2350",
    ]);
    const sums = profitBy
      .filter((by) => by !== "buyer")
      .map(async (by) => sumOf(await on.store.profit.rows(by, days("2023-11-14", "2023-11-16"), zone)));
    expect(new Set((await Promise.all(sums)).map((sum) => JSON.stringify(sum)))).toEqual(
      new Set([JSON.stringify({ sales: 3, sold: 29_050, back: -12_000, payout: 2_000, cost: 2_033 })]),
    );
  });
});
