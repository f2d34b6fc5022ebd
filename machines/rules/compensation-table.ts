import { type Answers, answerIs } from "./answers.ts";
import { type CompensationEstimate, compensationEstimate, compensationTier } from "./compensation.ts";
import { COMPENSATION_INITIAL } from "./limits.ts";

/*
 * The built-in compensation estimate (spec 3.3, 4.3 and 7): an amount by injury, multiplied by factors for
 * treatment, fault and missed work. Every figure in this file is our own round number. None is taken from settlements,
 * verdicts or an insurer, and none is legal advice: they only order cases roughly, worse injuries and better documented
 * ones higher. The factors are quarters, so that their products are exact. How old the accident is does not count:
 * whether a claim is still in time is a question of the state's law, which an estimate must not seem to answer.
 */

/** Dollars by `specific_injury`, which v4nv and the surveys made from it ask for. */
const byInjury: Record<string, number> = {
  "cuts or bruises": 4_000,
  "back or neck pain": 10_000,
  whiplash: 10_000,
  "broken bones": 30_000,
  "head injury": 50_000,
  "spinal cord injury": 150_000,
  "loss of limb": 200_000,
};
/** Hurt in another way, or in one that the survey does not ask for. */
const OTHER_INJURY = 8_000;
/** Not hurt: there is only damage to the vehicle. */
const NO_INJURY = 2_000;

/** Factor by `injury_type`, the first kind of treatment. */
const byTreatment: Record<string, number> = { hospital: 2, doctor: 1.5, chiropractor: 1.25 };
/** Treated in a way that the survey does not ask for. */
const ANY_TREATMENT = 1.5;
/** An injury without treatment is hard to show. */
const NO_TREATMENT = 0.5;

/** At fault, in part and altogether: most states deduct the visitor's own share. */
const PARTLY_AT_FAULT = 0.5;
const AT_FAULT = 0.25;
/** Wages were lost, too. */
const MISSED_WORK = 1.25;

/** The estimate by the visitor's own answers so far; an unanswered question changes nothing. */
export function estimateByTable(answers: Answers): CompensationEstimate {
  const factor = treatmentFactor(answers) * faultFactor(answers) * workFactor(answers);
  const amount = compensationEstimate(baseAmount(answers), factor);
  return { level: compensationTier(amount).level, amount };
}

function baseAmount({ physical_injury, specific_injury }: Answers): number {
  if (answerIs(physical_injury, "No")) return NO_INJURY;
  if (specific_injury) return byInjury[specific_injury.toLowerCase()] ?? OTHER_INJURY;
  return answerIs(physical_injury, "Yes") ? OTHER_INJURY : COMPENSATION_INITIAL;
}

function treatmentFactor({ doctor_treatment, injury_type = "" }: Answers): number {
  if (answerIs(doctor_treatment, "No")) return NO_TREATMENT;
  if (answerIs(doctor_treatment, "Yes")) return byTreatment[injury_type.toLowerCase()] ?? ANY_TREATMENT;
  return 1;
}

function faultFactor({ at_Fault, partial_fault }: Answers): number {
  if (!answerIs(at_Fault, "yes")) return 1;
  return answerIs(partial_fault, "yes") ? PARTLY_AT_FAULT : AT_FAULT;
}

function workFactor({ missed_work }: Answers): number {
  return answerIs(missed_work, "yes") ? MISSED_WORK : 1;
}
