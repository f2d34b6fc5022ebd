import type { Outcome } from "../context/calls.ts";
import { isBadEmail } from "../rules/email.ts";
import { judgePhone } from "../rules/phone.ts";
import type { Variant } from "../variant.ts";
import type { Answered } from "./log.ts";
import type { VisitState } from "./visit-state.ts";

/**
 * An outcome as the visitor's page gets it: the verdict that its chart's guards read, and nothing else of a service's
 * report. Otherwise the site would be anybody's free validator.
 */
export function shownOutcome(
  outcome: Outcome,
  { input }: Pick<VisitState, "input">,
  variant: Variant,
): Outcome {
  if ("error" in outcome) return outcome;
  if (outcome.call === "checkEmail" && !("blocked" in outcome.output)) {
    const { timesBadBefore } = outcome.output;
    const output = { valid: !isBadEmail(outcome.output), disposable: false, timesBadBefore };
    return { call: outcome.call, output };
  }
  if (outcome.call !== "checkPhone") return outcome;
  const { valid } = judgePhone(outcome.output, input.path);
  // Only the survey of one screen refuses numbers that are not in use.
  const { output } = outcome;
  const isGood = valid && (variant.flow !== "one-page" || !("active" in output) || output.active);
  return { call: outcome.call, output: { good: isGood, message: "" } };
}

/** The answers and outcomes of a trail as a page may know them. */
export function shownTrail(
  trail: readonly Answered[],
  state: Pick<VisitState, "input">,
  variant: Variant,
): Answered[] {
  return trail.map((answered) => ({
    ...answered,
    outcomes: answered.outcomes.map((outcome) => shownOutcome(outcome, state, variant)),
  }));
}
