import fc from "fast-check";
import { expect, it } from "vitest";
import { type CalendarDay, dateAfter, formatIso } from "../../../machines/rules/dates.ts";
import {
  forceEarlyTreatment,
  type TreatmentAnswers,
  type TreatmentWindow,
} from "../../../machines/rules/forced-answers.ts";
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

it.each<[number, TreatmentWindow, boolean]>([
  [14, "<=15", true],
  [15, "<=15", true],
  [16, "<=15", false],
  [14, "===15", false],
  [15, "===15", true],
  [16, "===15", false],
])("at %i days in mode %s is forced: %s", holds(347), (days, mode, forced) => {
  expect(force(days, uninjured, { mode }).length > 0).toBe(forced);
});

it("can be switched off, and needs a known age", () => {
  expect(force(10, uninjured, { on: false })).toEqual([]);
  expect(forceEarlyTreatment({ answers: uninjured, age: undefined, today, mode: "<=15", on: true })).toEqual(
    [],
  );
});

const early = (field: string, raw: string, value: string) => ({ field, raw, value, rule: "early_treatment" });
const yes = (field: string, raw: string) => early(field, raw, "Yes");
const dated = (raw: string, date: string) => [
  early("when_seek_medical_treatment", raw, "first_week"),
  early("when_seek_medical_treatment_date", "", date),
];
const treatmentNo = yes("doctor_treatment", "No");

it.each<[string, ReturnType<typeof force>, object[]]>([
  ["injury and treatment", force(10, uninjured), [yes("physical_injury", "No"), treatmentNo]],
  [
    "what was not asked, from nothing",
    force(10, {}),
    [yes("physical_injury", ""), yes("doctor_treatment", "")],
  ],
  [
    "a first week, four days on, of the injured",
    force(10, injured),
    [treatmentNo, ...dated("", "2025-06-09")],
  ],
  [
    "when the visitor was treated",
    force(10, { ...injured, when_seek_medical_treatment: "second_week" }),
    [treatmentNo, ...dated("second_week", "2025-06-09")],
  ],
  [
    "a date by the day that a button stands for",
    force(7, injured, { exact: false }),
    [treatmentNo, ...dated("", "2025-06-12")],
  ],
  ["a date that is today", force(4, injured), [treatmentNo, ...dated("", "2025-06-15")]],
  ["no date that has not come", force(3, injured), [treatmentNo]],
  [
    "nothing that was so already",
    force(10, { physical_injury: "yes", doctor_treatment: "Yes" }),
    dated("", "2025-06-09"),
  ],
])("forces %s", holds(351), (_, changes, expected) => {
  expect(changes).toEqual(expected);
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
