import { type Answers, answerIs } from "./answers.ts";
import { type AccidentAge, type CalendarDay, dateAfter, daysBetween, formatIso } from "./dates.ts";
import { EARLY_TREATMENT_AFTER_DAYS, EARLY_TREATMENT_DAYS } from "./limits.ts";

/** A value that a rule substituted for the visitor's own answer; `raw` is '' where nothing was answered. */
export type Change<Field extends string = string> = {
  field: Field;
  raw: string;
  value: string;
  rule: string;
};

/** How the window of 15 days is tested: most variants up to and including it, some on that very day. */
export type TreatmentWindow = "within" | "exactly";

type TreatmentField =
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
 * Early treatment is assumed for a fresh accident (spec 4.3; rulings 1 to 3): injury and treatment become Yes and, for
 * visitors who said that they were injured, treatment is dated four days after the incident. A future date is never
 * written; the visitor's own answer then stays.
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
  if (!on || !age || age.isFloor || !isInside(age.days, mode)) return [];
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
  return mode === "exactly" ? days === EARLY_TREATMENT_DAYS : days <= EARLY_TREATMENT_DAYS;
}

/**
 * In the listed states partial fault counts as no fault (spec 4.3; ruling 4).
 * @param state two letters, '' when unknown
 * @param states two-letter codes
 */
export function forcePartialFault(
  answers: Pick<Answers, "at_Fault" | "partial_fault">,
  state: string,
  states: readonly string[],
): Change<"at_Fault">[] {
  const raw = answers.at_Fault ?? "";
  if (!answerIs(answers.partial_fault, "yes") || !states.includes(state) || answerIs(raw, "no")) return [];
  return [{ field: "at_Fault", raw, value: "no", rule: "partial_fault_state" }];
}

/** Findings of a hit and run's follow-up questions. */
export type Note = "hit_and_run" | "uninsured";

/** English in every survey: the note is for the buyer, and in brackets, apart from the visitor's words. */
const sentences: Record<Note, string> = {
  hit_and_run: "[Hit and run: the other driver has been identified.]",
  uninsured: "[Hit and run: the visitor has uninsured motorist coverage.]",
};

/** Appends each note to a description once (spec 4.1; ruling 84); idempotent. */
export function withNotes(description: string, notes: readonly Note[]): string {
  return notes.reduce((text, note) => {
    return text.includes(sentences[note]) ? text : `${text} ${sentences[note]}`.trimStart();
  }, description);
}

/** The description with its notes, as a change beside the visitor's own words. */
export function noteDescription(description: string, notes: readonly Note[]): Change<"case_description">[] {
  const value = withNotes(description, notes);
  return value === description
    ? []
    : [{ field: "case_description", raw: description, value, rule: "hit_and_run_note" }];
}
