import type { Answers } from "../../../machines/answers.ts";
import type { Checks, SurveyContext } from "../../../machines/context.ts";
import { freshContext } from "../../../machines/context.ts";
import { track } from "../../../machines/lead/tracking.ts";
import { type CalendarDay, dateAfter } from "../../../machines/rules/dates.ts";
import { today } from "../../support/lead-facts.ts";

export const california = {
  city: "Los Angeles",
  state: "CA",
  state_long: "California",
  county: "Los Angeles",
};

/** A clean lead: a month old, injured and treated, no fault, no lawyer. */
export const cleanAnswers: Answers = {
  accident_date_button: "Within 30 Days",
  other_vehicle_type: "Car",
  at_Fault: "no",
  physical_injury: "Yes",
  doctor_treatment: "Yes",
  injury_type: "Hospital",
  police_report: "yes",
  with_Lawyer: "no",
  case_description: "A truck hit my car from behind at a red light.",
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phone: "(213) 555-0123",
  zip_code: "90001",
};

/** A finished chart's context: the clean one but for what is given. */
export function contextWith(answers: Answers, checks: Partial<Checks> = {}, query = {}): SurveyContext {
  const path = "/survey/c";
  return {
    ...freshContext({ path, tracking: track({ path, query, referer: "" }, {}), today }),
    answers: { ...cleanAnswers, ...answers },
    checks: {
      email: "good",
      place: california,
      phone: { valid: true, active: true, unchecked: false },
      gibberish: "no",
      ...checks,
    },
  };
}

/** The exact date this many days before the day of the tests; no button is pressed with it. */
export function exactDate(daysAgo: number): Answers {
  return dateAnswers(dateAfter(today, -daysAgo));
}

export function dateAnswers({ year, month, day }: CalendarDay): Answers {
  const two = (part: number) => String(part).padStart(2, "0");
  return {
    accident_date_button: undefined,
    injury_year: String(year),
    injury_month: two(month),
    injury_day: two(day),
  };
}
