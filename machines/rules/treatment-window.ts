import { type Answers, answerIs } from "../answers.ts";
import type { Change } from "./change.ts";
import { type AccidentAge, type CalendarDay, dateAfter, daysBetween, formatIso } from "./dates.ts";
import { EARLY_TREATMENT_AFTER_DAYS, EARLY_TREATMENT_DAYS } from "./limits.ts";

/** How the window of 15 days is tested: most variants up to and including it, some on that very day. */
export type TreatmentWindow = "<=15" | "===15";

export type TreatmentField =
  | "doctor_treatment"
  | "physical_injury"
  | "when_seek_medical_treatment"
  | "when_seek_medical_treatment_date";

/** The visitor's own answers that the rule reads. */
export type TreatmentAnswers = Pick<
  Answers,
  "doctor_treatment" | "physical_injury" | "when_seek_medical_treatment"
>;

const RULE = "early_treatment";

/**
 * Early treatment is assumed for a fresh accident (spec 4.3; rulings 1 to 3): injury and
 * treatment become Yes and, for who said to be injured, treatment is dated four days after the incident.
 * No date is ever written that has not come yet; the visitor's own answer then stands alone.
 * @param on the deployment's switch
 * @returns only what differs from the visitor's answers
 */
export function forceEarlyTreatment({
  answers,
  age,
  today,
  mode,
  on,
}: {
  answers: TreatmentAnswers;
  age: AccidentAge | undefined;
  today: CalendarDay;
  mode: TreatmentWindow;
  on: boolean;
}): Change<TreatmentField>[] {
  if (!on || !age || !isInside(age.days, mode)) return [];
  const forced: [TreatmentField, string, string][] = [
    ["physical_injury", answers.physical_injury ?? "", "Yes"],
    ["doctor_treatment", answers.doctor_treatment ?? "", "Yes"],
  ];
  const treated = dateAfter(age.date ?? dateAfter(today, -age.days), EARLY_TREATMENT_AFTER_DAYS);
  if (answerIs(answers.physical_injury, "Yes") && daysBetween(treated, today) >= 0) {
    forced.push(["when_seek_medical_treatment", answers.when_seek_medical_treatment ?? "", "first_week"]);
    forced.push(["when_seek_medical_treatment_date", "", formatIso(treated)]);
  }
  return forced
    .filter(([, raw, value]) => !answerIs(raw, value))
    .map(([field, raw, value]) => ({ field, raw, value, rule: RULE }));
}

function isInside(days: number, mode: TreatmentWindow): boolean {
  return mode === "===15" ? days === EARLY_TREATMENT_DAYS : days <= EARLY_TREATMENT_DAYS;
}
