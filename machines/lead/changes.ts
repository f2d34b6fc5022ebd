import type { Answers } from "../answers.ts";
import type { Change } from "../rules/change.ts";
import { type AccidentAge, buttonFor } from "../rules/dates.ts";
import { noteDescription } from "../rules/notes.ts";
import { forcePartialFault } from "../rules/partial-fault.ts";
import { forceEarlyTreatment } from "../rules/treatment-window.ts";
import type { LeadContext, LeadFacts } from "./lead.ts";

/** Answers that a rule may overwrite; the visitor's own word is always kept as `raw_…` (rulings 1 and 84). */
const keptRaw = [
  "at_Fault",
  "physical_injury",
  "doctor_treatment",
  "when_seek_medical_treatment",
  "accident_date_button",
  "case_description",
] as const satisfies readonly (keyof Answers)[];

/** Every value that a rule puts in place of an answer, in the order of the rules. */
export function changesTo(
  { answers, checks, notes = [] }: LeadContext,
  { today, earlyTreatment, settings }: Pick<LeadFacts, "today" | "earlyTreatment" | "settings">,
  age: AccidentAge | undefined,
): Change[] {
  return [
    ...derivedButton(answers, age),
    ...forcePartialFault(answers, checks.place.state, settings.partialFaultStates),
    ...forceEarlyTreatment({ answers, age, today, mode: earlyTreatment, on: settings.forceEarlyTreatment }),
    ...noteDescription(answers.case_description ?? "", notes),
  ];
}

/** The visitor's own words for what may have been changed, '' where nothing was asked. */
export function rawAnswers(answers: Answers): Record<`raw_${string}`, string> {
  return Object.fromEntries(keptRaw.map((field) => [`raw_${field}`, answers[field] ?? ""]));
}

/** A date also presses the button it lies within (rulings 12 and 82). */
function derivedButton({ accident_date_button: pressed }: Answers, age: AccidentAge | undefined): Change[] {
  if (pressed !== undefined || !age) return [];
  return [
    { field: "accident_date_button", raw: "", value: buttonFor(age.days), rule: "button_of_exact_date" },
  ];
}
