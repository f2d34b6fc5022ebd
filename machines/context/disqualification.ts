import { typedDay } from "../fields/dates.ts";
import type { Answers } from "../rules/answers.ts";
import { accidentAge, type CalendarDay, daysBetween, knownDays } from "../rules/dates.ts";
import { accidentLimitExceeded, dqReason, leadIsQualified, type YesNo } from "../rules/qualification.ts";
import type { SurveyContext } from "./context.ts";

export type Disqualification = {
  accident_limit_exceeded: 0 | 1;
  /** '' for a lead that is not disqualified. */
  dq_reason: string;
  lead_is_qualified: YesNo;
};

/**
 * Whether a visit is disqualified so far, and qualified (spec 4.3). Light enough for the browser, which has to know it
 * when the last button is pressed (ruling 104).
 */
export function disqualification(
  {
    answers,
    checks,
    cleared,
    limits,
  }: Pick<SurveyContext, "answers" | "checks"> & Partial<Pick<SurveyContext, "cleared" | "limits">>,
  today: CalendarDay,
): Disqualification {
  const age = accidentAge(answers, today);
  const accident_limit_exceeded = accidentLimitExceeded(age?.months, checks.place.state);
  const is_gibberish = checks.gibberish === "yes" ? "yes" : "no";
  const { with_Lawyer, lawyer_redirect_reason } = answers;
  const dq_reason = dqReason({
    with_Lawyer,
    lawyer_redirect_reason,
    accident_limit_exceeded,
    is_gibberish,
    cleared,
  });
  const days = age ? knownDays(age) : daysSinceTicket(answers, today);
  const lead_is_qualified = leadIsQualified(dq_reason, days, limits?.qualifiedDays);
  return { accident_limit_exceeded, dq_reason, lead_is_qualified };
}

/** A traffic ticket counts from its own date; it is no accident, so no rule about accidents reads it. */
function daysSinceTicket({ ticket_date }: Answers, today: CalendarDay): number | undefined {
  const date = ticket_date === undefined ? undefined : typedDay(ticket_date);
  return date && Math.max(0, daysBetween(date, today));
}
