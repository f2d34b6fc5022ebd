import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accidentAge,
  accidentDateButtons,
  buttonFor,
  type CalendarDay,
  dateAfter,
  daysBetween,
  formatIso,
  incidentDate,
  isRealDate,
  monthsBetween,
  today,
} from "../../../machines/rules/dates.ts";
import { holds } from "../../support/holds.ts";

const day = (iso: string): CalendarDay => {
  const [year = 0, month = 0, day = 0] = iso.split("-").map(Number);
  return { year, month, day };
};
const typed = (iso: string) => {
  const [injury_year, injury_month, injury_day] = iso.split("-");
  return { injury_year, injury_month, injury_day };
};
const anyDay = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((date) => day(date.toISOString().slice(0, 10)));
const utc = ({ year, month, day }: CalendarDay) => new Date(Date.UTC(year, month - 1, day));

describe("calendar arithmetic against the language's own dates", holds("T6"), () => {
  it("counts days", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2000, max: 2000 }), (from, days) => {
        const then = utc(from);
        then.setUTCDate(then.getUTCDate() + days);
        expect(formatIso(dateAfter(from, days))).toBe(then.toISOString().slice(0, 10));
        expect(daysBetween(from, dateAfter(from, days))).toBe(days);
      }),
    );
  });

  it("counts calendar months, whatever the day", holds(409), () => {
    const [upTo, anyDate] = [fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 28 })];
    fc.assert(
      fc.property(anyDay, upTo, anyDate, (from, months, day) => {
        const then = new Date(Date.UTC(from.year, from.month - 1 + months, day));
        const to = { year: then.getUTCFullYear(), month: then.getUTCMonth() + 1, day };
        expect(monthsBetween(from, to)).toBe(months);
        expect(monthsBetween(to, from) + months).toBe(0);
      }),
    );
  });

  it("knows which days exist", () => {
    const part = fc.integer({ min: -1, max: 33 });
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2100 }), part, part, (year, month, day) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const real =
          date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year;
        expect(isRealDate({ year, month, day })).toBe(real);
      }),
    );
    expect(isRealDate({ year: 2024, month: Number.NaN, day: 1 })).toBe(false);
    expect(isRealDate({ year: 2024, month: 1.5, day: 1 })).toBe(false);
  });

  it.each([
    [1900, 28],
    [1980, 29],
    [2000, 29],
    [2023, 28],
    [2024, 29],
    [2100, 28],
  ])("knows the months of %i", (year, february) => {
    const lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const days = Array.from({ length: 40 }, (_, day) => day);
    const last = lengths.map((_, at) => days.findLast((day) => isRealDate({ year, month: at + 1, day })));
    expect(last).toEqual(lengths);
  });
});

describe("today", holds("T6"), () => {
  const at = Date.UTC(2025, 2, 10, 3, 30);
  it.each([
    ["America/New_York", "2025-03-09"],
    ["Pacific/Auckland", "2025-03-10"],
    ["UTC", "2025-03-10"],
    ["Nowhere/At_All", "2025-03-09"],
    ["", "2025-03-09"],
    [undefined, "2025-03-09"],
    ["x".repeat(60_000), "2025-03-09"],
  ])("in %s is %s", (zone, expected) => {
    expect(formatIso(today(at, zone, "America/Los_Angeles"))).toBe(expected);
  });

  it("falls back to UTC when both zones are bad", () => {
    expect(formatIso(today(at, "no", "neither"))).toBe("2025-03-10");
  });
});

describe("accident_date_button", () => {
  it.each([
    [0, "Within 1 Week"],
    [7, "Within 1 Week"],
    [8, "Within 15 Days"],
    [15, "Within 15 Days"],
    [16, "Within 30 Days"],
    [30, "Within 30 Days"],
    [31, "Within 6 Months"],
    [180, "Within 6 Months"],
    [181, "Within 12 Months"],
    [364, "Within 12 Months"],
    [365, "Within 2 Years"],
    [730, "Within 2 Years"],
    [731, "Over 2 Years"],
    [40_000, "Over 2 Years"],
  ])("of %i days is %s", (days, expected) => {
    expect(buttonFor(days)).toBe(expected);
  });

  it("stands for the days and months of the rulings' table", () => {
    expect(accidentDateButtons.map(({ value, days, months }) => [value, days, months])).toEqual([
      ["Within 1 Week", 7, 0],
      ["Within 15 Days", 15, 0],
      ["Within 30 Days", 30, 1],
      ["Within 6 Months", 180, 6],
      ["Within 12 Months", 364, 12],
      ["Within 2 Years", 730, 24],
      ["Over 2 Years", 731, 25],
    ]);
  });
});

describe("age of the accident", () => {
  const now = day("2025-06-15");

  it.each(accidentDateButtons)("is the table's for $value", ({ value, days, months }) => {
    const isFloor = value === "Over 2 Years" || undefined;
    for (const accident_date_button of [value, value.toUpperCase()])
      expect(accidentAge({ accident_date_button }, now)).toEqual({ days, months, date: null, isFloor });
  });

  it.each([
    ["2025-06-15", 0, 0],
    ["2025-05-31", 15, 1],
    ["2024-06-15", 365, 12],
    ["2024-06-16", 364, 12],
    ["2023-06-16", 730, 24],
    ["2023-06-15", 731, 24],
    ["2025-06-16", 0, 0],
    ["2025-07-01", 0, 0],
  ])("of %s is %i days and %i months", (iso, days, months) => {
    expect(accidentAge(typed(iso), now)).toEqual({ days, months, date: day(iso) });
  });

  it("is decided by the exact date where both are known", () => {
    const both = { ...typed("2025-06-01"), accident_date_button: "Over 2 Years" };
    expect(accidentAge(both, now)?.days).toBe(14);
  });

  it.each([
    [{ injury_year: "2025", injury_month: "05" }, "2025-05-01", 45, 1],
    [{ injury_year: "2024" }, "2024-01-01", 531, 17],
    [{ injury_year: "2024", injury_month: "", injury_day: "" }, "2024-01-01", 531, 17],
    [{ injury_year: "2024", accident_date_button: "Within 1 Week" }, "2024-01-01", 531, 17],
  ])("where less was asked, counts from the first day: %j", (answers, iso, days, months) => {
    expect(accidentAge(answers, now)).toEqual({ days, months, date: day(iso) });
  });

  it.each([
    [{}],
    [{ accident_date_button: "Yesterday" }],
    [{ injury_year: "0" }],
    [{ injury_month: "06", injury_day: "01" }],
    [{ injury_year: "2025", injury_day: "01" }],
    [{ injury_year: "2025", injury_month: "13" }],
    [typed("2025-02-30")],
  ])("is unknown from %j", (answers) => {
    expect(accidentAge(answers, now)).toBeUndefined();
    expect(incidentDate(answers, now)).toBeUndefined();
  });
});

describe("incident_date", () => {
  const now = day("2025-06-15");
  it.each([
    [typed("2025-02-28"), "2025-02-01"],
    [{ accident_date_button: "Within 1 Week" }, "2025-06-01"],
    [{ accident_date_button: "Within 15 Days" }, "2025-05-01"],
    [{ accident_date_button: "Within 12 Months" }, "2024-06-01"],
    [{ accident_date_button: "Over 2 Years" }, "2023-06-01"],
  ])("of %j is %s", holds(207), (answers, expected) => {
    expect(incidentDate(answers, now)).toBe(expected);
  });

  it("is the given date's own month, even for a date derived from a button", () => {
    expect(incidentDate(typed("2025-07-01"), day("2025-06-30"))).toBe("2025-07-01");
  });

  it.each([
    [{ injury_year: "2024" }, "2024-01-01"],
    [typed("2025-02-28"), "2025-01-01"],
    [{ accident_date_button: "Within 12 Months" }, "2024-01-01"],
    [{}, undefined],
  ])("of the one-page survey, of %j, is %s", holds(206), (answers, expected) => {
    expect(incidentDate(answers, now, "year")).toBe(expected);
  });
});
