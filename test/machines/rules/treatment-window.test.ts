import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CalendarDay, dateAfter, formatIso } from "../../../machines/rules/dates.ts";
import {
  forceEarlyTreatment,
  type TreatmentAnswers,
  type TreatmentWindow,
} from "../../../machines/rules/treatment-window.ts";
import { holds } from "../../support/holds.ts";

const today: CalendarDay = { year: 2025, month: 6, day: 15 };
const uninjured = { physical_injury: "No", doctor_treatment: "No" };
const injured = { physical_injury: "Yes", doctor_treatment: "No" };

const force = (
  days: number,
  answers: TreatmentAnswers,
  { mode = "<=15" as TreatmentWindow, on = true, exact = true } = {},
) =>
  forceEarlyTreatment({
    answers,
    age: { days, months: 0, date: exact ? dateAfter(today, -days) : null },
    today,
    mode,
    on,
  });
const fields = (changes: { field: string }[]) => changes.map((change) => change.field);

describe("the window", () => {
  it.each([
    [14, "<=15", true],
    [15, "<=15", true],
    [16, "<=15", false],
    [14, "===15", false],
    [15, "===15", true],
    [16, "===15", false],
  ] as [number, TreatmentWindow, boolean][])(
    "of %i days in mode %s: %s",
    holds(347),
    (days, mode, forced) => {
      expect(force(days, uninjured, { mode }).length > 0).toBe(forced);
    },
  );

  it("can be switched off", () => {
    expect(force(10, uninjured, { on: false })).toEqual([]);
  });

  it("needs a known age", () => {
    expect(
      forceEarlyTreatment({ answers: uninjured, age: undefined, today, mode: "<=15", on: true }),
    ).toEqual([]);
  });
});

describe("what is forced", () => {
  it("is injury and treatment, with the visitor's own answers beside", () => {
    expect(force(10, uninjured)).toEqual([
      { field: "physical_injury", raw: "No", value: "Yes", rule: "early_treatment" },
      { field: "doctor_treatment", raw: "No", value: "Yes", rule: "early_treatment" },
    ]);
  });

  it("counts a question that was not asked as changed from nothing", () => {
    expect(force(10, {})).toMatchObject([
      { field: "physical_injury", raw: "" },
      { field: "doctor_treatment", raw: "" },
    ]);
  });

  it("adds first_week, four days on, for who said to be injured", holds(351), () => {
    expect(force(10, injured).slice(1)).toEqual([
      { field: "when_seek_medical_treatment", raw: "", value: "first_week", rule: "early_treatment" },
      { field: "when_seek_medical_treatment_date", raw: "", value: "2025-06-09", rule: "early_treatment" },
    ]);
  });

  it("keeps what the visitor said of when they were treated", () => {
    const answers = { ...injured, when_seek_medical_treatment: "second_week" };
    expect(force(10, answers).at(-2)).toMatchObject({ raw: "second_week", value: "first_week" });
  });

  it("reads the day that a button stands for", () => {
    expect(force(7, injured, { exact: false }).at(-1)?.value).toBe("2025-06-12");
  });

  it.each([
    [4, true],
    [3, false],
    [0, false],
  ])("leaves the visitor's word alone while the date has not come (%i days)", (days, dated) => {
    expect(fields(force(days, injured)).includes("when_seek_medical_treatment_date")).toBe(dated);
    expect(fields(force(days, injured)).includes("when_seek_medical_treatment")).toBe(dated);
  });

  it("lists nothing that was so already", () => {
    expect(fields(force(10, { physical_injury: "yes", doctor_treatment: "Yes" }))).toEqual([
      "when_seek_medical_treatment",
      "when_seek_medical_treatment_date",
    ]);
  });
});

it("never writes a date that has not come", holds(351), () => {
  fc.assert(
    fc.property(fc.nat(20), fc.boolean(), (days, exact) => {
      const date = force(days, injured, { exact }).find(
        (change) => change.field === "when_seek_medical_treatment_date",
      );
      expect((date?.value ?? "") <= formatIso(today)).toBe(true);
    }),
  );
});
