import { type Answers, answerIs } from "./answers.ts";
import { yearsAllowed } from "./limitation-years.ts";
import { ENOUGH_WORDS, LAST_YEAR_DAYS, MONTHS_PER_STATUTE_YEAR, QUALIFIED_WINDOW_DAYS } from "./limits.ts";

export type YesNo = "yes" | "no";

/**
 * `accident_limit_exceeded` (spec 5.2; rulings 11, 59 and 118): 1 when more calendar months have passed than the state
 * allows, 0 otherwise, and also when the age or the state is unknown.
 */
export function accidentLimitExceeded(months: number | undefined, state: string): 0 | 1 {
  const years = yearsAllowed(state);
  if (months === undefined || years === undefined) return 0;
  return months > MONTHS_PER_STATUTE_YEAR * years ? 1 : 0;
}

/** `accident_within_last_year` (spec 5.2): true under 365 days, false when the age is unknown. */
export function accidentWithinLastYear(days: number | undefined): YesNo {
  return days !== undefined && days < LAST_YEAR_DAYS ? "yes" : "no";
}

/** `enough_words` (spec 3.2; ruling 43). */
export function enoughWords(description: string): YesNo {
  return description.split(/\s+/).filter(Boolean).length >= ENOUGH_WORDS ? "yes" : "no";
}

/** What disqualification depends on. */
export type DisqualificationFacts = Pick<Answers, "with_Lawyer" | "lawyer_redirect_reason"> & {
  accident_limit_exceeded: 0 | 1;
  is_gibberish: YesNo;
  /** The DUI variant has lifted what disqualified so far (spec 4.1). */
  cleared?: boolean;
};

/**
 * `dq_reason`, '' for a lead that is not disqualified (spec 4.3; rulings 14 and 103). Clearing lifts the reasons known
 * by then, but not the date rule, which waits for the state (ruling 69).
 */
export function dqReason(facts: DisqualificationFacts): string {
  if (facts.accident_limit_exceeded === 1) return "date|accident_limit_exceeded";
  if (facts.cleared) return "";
  if (answerIs(facts.with_Lawyer, "yes")) return facts.lawyer_redirect_reason || "have_attorney|yes";
  return answerIs(facts.is_gibberish, "yes") ? "is_gibberish|yes" : "";
}

/**
 * `lead_is_qualified` (spec 4.3; ruling 6): not disqualified, and within the window of days. An unknown age counts as
 * outside the window.
 */
export function leadIsQualified(
  reason: string,
  days: number | undefined,
  limit: number = QUALIFIED_WINDOW_DAYS,
): YesNo {
  return reason === "" && days !== undefined && days <= limit ? "yes" : "no";
}

/** What `do_not_send_to_dq` depends on; questions that were not asked are absent. */
export type CleanLeadFacts = Pick<
  Answers,
  "with_Lawyer" | "physical_injury" | "at_Fault" | "doctor_treatment"
> & { accident_limit_exceeded: 0 | 1; is_gibberish?: YesNo; enough_words?: YesNo | "" };

/**
 * `do_not_send_to_dq` (spec 5.8; ruling 5). Read literally, yes means that none of the seven
 * conditions holds; `yesMeans: "disqualified"` is the other reading of an ambiguous rule. Routes nothing.
 */
export function doNotSendToDq(
  facts: CleanLeadFacts,
  { yesMeans = "clean" }: { yesMeans?: "clean" | "disqualified" } = {},
): YesNo {
  const blemished =
    answerIs(facts.with_Lawyer, "yes") ||
    facts.accident_limit_exceeded === 1 ||
    answerIs(facts.is_gibberish, "yes") ||
    answerIs(facts.enough_words, "no") ||
    answerIs(facts.physical_injury, "no") ||
    answerIs(facts.at_Fault, "yes") ||
    answerIs(facts.doctor_treatment, "no");
  return blemished === (yesMeans === "disqualified") ? "yes" : "no";
}

/** What makes a lead a candidate for pre-settlement funding. */
export type FundingFacts = Pick<
  Answers,
  "with_Lawyer" | "interested_in_psf" | "settled_case" | "prior_funding"
>;

/** Candidate for pre-settlement funding (spec 5.8): unanswered means neither settled nor funded. */
export function isPsfCandidate(facts: FundingFacts): boolean {
  return (
    answerIs(facts.with_Lawyer, "yes") &&
    answerIs(facts.interested_in_psf, "yes") &&
    !answerIs(facts.settled_case, "yes") &&
    !answerIs(facts.prior_funding, "yes")
  );
}
