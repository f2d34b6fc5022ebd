import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { law } from "../../../app/site/content/law.ts";
import { deadlineMachine, lastDayToFile } from "../../../machines/features/deadline/deadline.ts";
import { type CalendarDay, dateAfter, daysBetween, isRealDate } from "../../../machines/rules/dates.ts";
import { limitationYears } from "../../../machines/rules/limitation-years.ts";
import {
  deadlineFor as deadlineOf,
  isStateCode,
  type StateCode,
} from "../../../machines/site/filing-deadlines.ts";

const codes = Object.keys(limitationYears).filter(isStateCode);
const day = (year: number, month: number, day: number): CalendarDay => ({ year, month, day });
const today = day(2026, 11, 23);
const deadlineFor = (code: StateCode, crash: CalendarDay, died: boolean) =>
  deadlineOf(law[code], crash, died);

function asked(posted: Record<string, string>, on: CalendarDay = today) {
  const actor = createActor(deadlineMachine).start();
  actor.send({ type: "ASK", posted, today: on, law });
  const { value, context } = actor.getSnapshot();
  return { value, ...context };
}

function typed(state: string, { year, month, day }: CalendarDay): Record<string, string> {
  return { state, month: String(month), day: String(day), year: String(year) };
}

describe("the table of deadlines", () => {
  it("has every state, and a law for each limit", () => {
    expect(codes).toHaveLength(51);
    for (const code of codes) {
      for (const found of [law[code].injury, law[code].death]) {
        if (!found) continue;
        expect(found.years, code).toBeGreaterThanOrEqual(1);
        expect(found.years, code).toBeLessThanOrEqual(6);
        expect(found.law, code).toMatch(/\d/);
      }
    }
    expect(codes.filter((code) => !law[code].death)).toEqual(["KY", "LA", "NH"]);
  });

  it("differs from the years used to judge leads in these states only", () => {
    const differing = codes.flatMap((code) => {
      const [ours, leads] = [law[code].injury.years, limitationYears[code]];
      return ours === leads ? [] : [[code, ours, leads]];
    });
    expect(differing).toEqual([
      ["FL", 2, 4],
      ["KY", 2, 1],
      ["LA", 2, 1],
    ]);
  });

  it.each<[StateCode, CalendarDay, number]>([
    ["FL", day(2023, 3, 23), 4],
    ["FL", day(2023, 3, 24), 2],
    ["LA", day(2024, 6, 30), 1],
    ["LA", day(2024, 7, 1), 2],
    ["TN", day(2020, 1, 1), 1],
  ])("knows the law in %s on %j", (code, crash, years) => {
    expect(deadlineFor(code, crash, false)!.years).toBe(years);
  });

  it("has other limits after a death", () => {
    const years = (code: StateCode) => [false, true].map((died) => deadlineFor(code, today, died)?.years);
    expect([years("ND"), years("OR"), years("KY")]).toEqual([
      [6, 2],
      [2, 3],
      [2, undefined],
    ]);
  });
});

describe("the last day to file", () => {
  it.each([
    [day(2024, 2, 29), 2, day(2026, 2, 28)],
    [day(2024, 2, 29), 4, day(2028, 2, 29)],
    [day(2024, 2, 28), 2, day(2026, 2, 28)],
    [day(2024, 3, 1), 2, day(2026, 3, 1)],
    [day(2096, 2, 29), 4, day(2100, 2, 28)],
    [day(2025, 12, 31), 1, day(2026, 12, 31)],
  ])("from %j on, %i years", (crash, years, last) => {
    expect(lastDayToFile(crash, years)).toEqual(last);
  });

  const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => dateAfter(day(1950, 1, 1), days));
  const anyYears = fc.integer({ min: 1, max: 6 });

  it("is a real day, never after the limit, and at most a day before it", () => {
    fc.assert(
      fc.property(anyDay, anyYears, (crash, years) => {
        const last = lastDayToFile(crash, years);
        expect(isRealDate(last)).toBe(true);
        const past = Date.UTC(crash.year + years, crash.month - 1, crash.day);
        const late = (Date.UTC(last.year, last.month - 1, last.day) - past) / 86_400_000;
        expect(late === 0 || late === -1).toBe(true);
      }),
    );
  });

  it("never comes earlier for a later crash under the same law", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        anyDay,
        fc.nat(3000),
        fc.boolean(),
        (code, crash, later, died) => {
          const other = dateAfter(crash, later);
          const [one, two] = [deadlineFor(code, crash, died), deadlineFor(code, other, died)];
          fc.pre(one !== undefined && one.years === two!.years);
          const [first, second] = [lastDayToFile(crash, one!.years), lastDayToFile(other, two!.years)];
          expect(daysBetween(first, second)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("the calculator", () => {
  it.each(codes)("knows its last day in %s, and its neighbors", (code) => {
    const crash = day(2025, 3, 10);
    const { years } = law[code].injury;
    const lastDay = day(2025 + years, 3, 10);
    const on = (days: number) => asked(typed(code, crash), dateAfter(lastDay, days));
    expect([-1, 0, 1].map((days) => on(days).value)).toEqual(["open", "lastDay", "over"]);
    expect([-1, 0, 1].map((days) => on(days).answer!.found!.daysLeft)).toEqual([1, 0, -1]);
    expect(on(0).answer).toMatchObject({ state: code, crash, found: { years, lastDay } });
    expect(law[code].changed?.since.year ?? 0).toBeLessThan(2025);
  });

  it("says where it is unsure, and only there", () => {
    const died = (code: string) => asked({ ...typed(code, day(2026, 5, 1)), died: "yes" });
    expect(codes.filter((code) => died(code).value === "unlisted")).toEqual(["KY", "LA", "NH"]);
    expect(died("KY").answer).not.toHaveProperty("found");
    expect(asked(typed("KY", day(2026, 5, 1))).value).toBe("open");
  });

  it("accepts a crash of today, and none of tomorrow", () => {
    expect(asked(typed("TX", today)).answer!.found!.lastDay).toEqual(day(2028, 11, 23));
    expect(asked(typed("TX", day(2026, 11, 24))).errors).toEqual({ day: "futureDate" });
    expect(asked(typed("TX", day(2026, 12, 1))).errors).toEqual({ month: "futureMonth" });
    expect(asked(typed("TX", day(2027, 1, 1))).errors).toEqual({ year: "futureYear" });
  });

  const noDate = { month: "required", day: "required", year: "required" };
  it.each([
    [{}, { state: "choose", ...noDate }],
    [{ state: "tx", month: "3", day: "1", year: "2026" }, { state: "choose" }],
    [{ state: "XX", month: "3", day: "1", year: "2026" }, { state: "choose" }],
    [{ state: "toString", month: "3", day: "1", year: "2026" }, { state: "choose" }],
    [{ state: "TX" }, noDate],
    [{ state: "TX", month: "13", day: "1", year: "2026" }, { month: "month" }],
    [
      { state: "TX", month: "13", day: "40", year: "2030" },
      { month: "month", day: "day", year: "futureYear" },
    ],
    [{ state: "TX", month: "2", day: "29", year: "2025" }, { day: "noSuchDay" }],
    [{ state: "TX", month: "3", day: "1", year: "27" }, { year: "year" }],
  ])("asks again after %j, and keeps what was typed", (posted: Record<string, string>, errors) => {
    const found = asked(posted);
    expect([found.value, found.errors, found.answer]).toEqual(["asking", errors, null]);
    expect(found.values).toMatchObject(posted);
  });
});
