import type { SurveyContext, SurveyInput } from "./context/context.ts";
import { disqualification } from "./context/disqualification.ts";
import { answerIs } from "./rules/answers.ts";
import { accidentAge } from "./rules/dates.ts";
import { isSeriousAndRecent, mayStillTreat } from "./rules/injury-window.ts";
import { OVER_TWO_YEARS_DAYS } from "./rules/limits.ts";
import { isSpanishPath, pathContains } from "./rules/survey-path.ts";

type Asked = { context: SurveyContext };
type Arrived = { context: SurveyInput };

/**
 * A chart's questions about the visitor's answers and how they came in. All read the raw answers (ruling 1) and compare
 * them in any letter case (ruling 13).
 */
export const guards = {
  atFault: ({ context }: Asked) => answerIs(context.answers.at_Fault, "yes"),
  injured: ({ context }: Asked) => answerIs(context.answers.physical_injury, "Yes"),
  notInjured: ({ context }: Asked) => answerIs(context.answers.physical_injury, "No"),
  noTreatmentRequired: ({ context }: Asked) => answerIs(context.answers.required_medical_treatment, "no"),

  pendingDuiCharges: ({ context }: Asked) => answerIs(context.answers.pending_dui_charges, "yes"),
  noAlcoholTest: ({ context: { answers } }: Asked) =>
    ["no_test", "refused_test"].some((test) => answerIs(answers.type_of_alcohol_test_performed, test)),

  /** Spec 4.1, v4nv: at fault, one of the six serious injuries, and within 12 months. */
  seriousRecentAndAtFault: ({ context: { answers, today, limits } }: Asked) =>
    answerIs(answers.at_Fault, "yes") && isSeriousAndRecent(answers, today, limits?.seriousInjuryMonths),
  activeInsurance: ({ context }: Asked) => answerIs(context.answers.active_insurance_policy, "yes"),
  missedWork: ({ context }: Asked) => answerIs(context.answers.missed_work, "yes"),
  /** Not treated, and at most 14 days since the accident. */
  mayStillTreat: ({ context: { answers, today, limits } }: Asked) =>
    mayStillTreat(answers, today, limits?.willingToTreatDays),

  hasLawyer: ({ context }: Asked) => answerIs(context.answers.with_Lawyer, "yes"),
  /** 'Over 2 Years', by the button or by the exact date (ruling 82). */
  overTwoYears: ({ context: { answers, today } }: Asked) =>
    (accidentAge(answers, today)?.days ?? 0) > OVER_TWO_YEARS_DAYS,
  interestedInFunding: ({ context }: Asked) => answerIs(context.answers.interested_in_psf, "yes"),
  caseSettled: ({ context }: Asked) => answerIs(context.answers.settled_case, "yes"),
  priorFunding: ({ context }: Asked) => answerIs(context.answers.prior_funding, "yes"),

  hitAndRun: ({ context }: Asked) => context.checks.hitAndRun === "yes",
  driverIdentified: ({ context }: Asked) => answerIs(context.answers.hit_and_run_identified, "yes"),
  uninsuredCovered: ({ context }: Asked) => answerIs(context.answers.uninsured_motorist_coverage, "yes"),

  pathContainsSurveyV4nv: ({ context }: Arrived) => pathContains(context.path, "surveyv4nv"),
  spanishPath: ({ context }: Arrived) => isSpanishPath(context.path),
  combinedLastStep: ({ context }: Arrived) => context.flags?.combinedLastStep ?? false,
  /** A listed state, known before this visit's own zip code is (ruling 86). */
  asksDateOfBirth: ({ context: { region, settings } }: Arrived) =>
    region !== undefined && (settings?.dateOfBirthStates ?? []).includes(region),
  /** There is a buyer to name in the one-to-one consent (ruling 95). */
  buyersNamed: ({ context }: Asked) => (context.checks.buyers?.selected.length ?? 0) > 0,
  /** A listed state: where no buyer was selected there, none is named (spec 8). */
  withoutDefaultBuyers: ({ context: { checks, settings } }: Asked) =>
    (settings?.noDefaultBuyersStates ?? []).includes(checks.place.state),

  hasErrors: ({ context }: Asked) => Object.keys(context.errors).length > 0,
  /** As the lead will be judged (spec 5.2), for the survey that says so on its page. */
  disqualified: ({ context }: Asked) => disqualification(context, context.today).dq_reason !== "",
};

const { pathContainsSurveyV4nv, spanishPath, combinedLastStep, asksDateOfBirth } = guards;
/** Guards about how the visitor came in: their value never changes during a visit. */
export const arrivalGuards = { pathContainsSurveyV4nv, spanishPath, combinedLastStep, asksDateOfBirth };
