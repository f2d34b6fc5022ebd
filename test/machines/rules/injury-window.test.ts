import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import { dateAfter } from "../../../machines/rules/dates.ts";
import { isSeriousAndRecent, mayStillTreat } from "../../../machines/rules/injury-window.ts";
import { holds } from "../../support/holds.ts";

const today = { year: 2025, month: 6, day: 15 };
const on = (year: number, month: number, day: number): Answers => ({
  injury_year: String(year),
  injury_month: String(month).padStart(2, "0"),
  injury_day: String(day).padStart(2, "0"),
});
const daysAgo = (days: number) => {
  const { year, month, day } = dateAfter(today, -days);
  return on(year, month, day);
};

describe("serious and recent", () => {
  const serious =
    "Back or Neck Pain, Broken Bones, Whiplash, Head Injury, Spinal Cord Injury, Loss of Limb".split(", ");
  it.each(serious)("%s is serious", holds(281), (specific_injury) => {
    expect(isSeriousAndRecent({ specific_injury, ...daysAgo(1) }, today)).toBe(true);
  });

  it.each([["Cuts or Bruises"], ["Other"], [""], [undefined]])("%j is not", holds(283), (specific_injury) => {
    expect(isSeriousAndRecent({ specific_injury, ...daysAgo(1) }, today)).toBe(false);
  });

  it.each<[string, Answers, boolean]>([
    ["12 months, whatever the day", on(2024, 6, 1), true],
    ["13 months", on(2024, 5, 31), false],
    ["Within 12 Months", { accident_date_button: "Within 12 Months" }, true],
    ["Within 2 Years", { accident_date_button: "Within 2 Years" }, false],
    ["no date", {}, false],
  ])("%s: %s", (_name, when, expected) => {
    expect(isSeriousAndRecent({ specific_injury: "whiplash", ...when }, today)).toBe(expected);
  });
});

describe("may still treat", () => {
  it.each<[string, Answers, boolean]>([
    ["14 days", daysAgo(14), true],
    ["15 days", daysAgo(15), false],
    ["today", daysAgo(0), true],
    ["Within 1 Week", { accident_date_button: "Within 1 Week" }, true],
    ["Within 15 Days", { accident_date_button: "Within 15 Days" }, false],
    ["no date", {}, false],
  ])("untreated, %s: %s", (_name, when, expected) => {
    expect(mayStillTreat({ doctor_treatment: "no", ...when }, today)).toBe(expected);
  });

  it.each([["Yes"], [undefined]])("not who answered %j", (doctor_treatment) => {
    expect(mayStillTreat({ doctor_treatment, ...daysAgo(1) }, today)).toBe(false);
  });
});
