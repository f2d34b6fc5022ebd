import type { Stage } from "../../../machines/messages/stages.ts";
import type { ProgressTracker } from "../../../machines/tracker.ts";
import type { LocalizedStep } from "./page-data.ts";

type Asked = Record<string, Pick<LocalizedStep, "name" | "kind" | "consent">>;

/** The visitor's case begins with the first of these steps. */
const caseSteps = new Set([
  "WasUserInjured",
  "DidYouRequireMedicalTreatment",
  "DidYouReceiveMedicalTreatment",
  "AccidentResultInMedicalTreatment",
  "TypeOfMedicalTreatment",
  "PoliceReportFiled",
  "HasLawyer",
  "FormSecondQuestions",
]);

/**
 * The stage of each counted step. The last one is of the contact questions that nothing follows, so that a survey that
 * asks for a name first does not seem to be at its end.
 * @param path the questions so far, which may be more than are counted
 */
export function stagesOf(tracked: ProgressTracker["steps"], path: readonly string[], steps: Asked): Stage[] {
  const isCase = (name: string) => caseSteps.has(steps[name]?.name ?? "");
  const isContact = (name: string) => steps[name]?.kind === "contact" || Boolean(steps[name]?.consent);
  const contact = tracked.findLastIndex(({ name }) => !isContact(name)) + 1;
  const here = tracked.findIndex(({ active }) => active);
  const expected = tracked.findIndex(({ name }) => isCase(name));
  const known = expected < 0 ? tracked.length : expected;
  const begins = path.some(isCase) ? Math.min(known, here) : Math.max(known, here + 1);
  return tracked.map((_, index) => {
    if (index >= contact) return "contact";
    return index >= begins ? "case" : "accident";
  });
}
