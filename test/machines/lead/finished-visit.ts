import { expect, it } from "vitest";
import { track } from "../../../machines/context/tracking.ts";
import { deriveLead } from "../../../machines/lead/derive.ts";
import type { LeadContext, LeadFacts } from "../../../machines/lead/lead.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { dateAfter } from "../../../machines/rules/dates.ts";
import { leadFacts, today } from "../../support/lead-facts.ts";

/** How a visit differs from the plain one besides its answers. */
type More = Omit<Partial<LeadContext>, "checks"> & {
  checks?: Partial<LeadContext["checks"]>;
  query?: Record<string, string>;
};

export const california = {
  city: "Los Angeles",
  state: "CA",
  state_long: "California",
  county: "Los Angeles",
};

/** A finished visit of any variant: a month-old accident, and only the given answers. */
export function finishedVisit(
  answers: Answers = {},
  { checks = {}, query = {}, ...more }: More = {},
): LeadContext {
  return {
    tracking: track({ path: "/survey/x", query, referer: "" }, {}),
    answers: { accident_date_button: "Within 30 Days", ...answers },
    checks: { place: california, gibberish: "no", ...checks },
    ...more,
  };
}

/** Its lead. */
export function leadOf(answers: Answers = {}, more: More = {}, facts: Partial<LeadFacts> = {}) {
  return deriveLead(finishedVisit(answers, more), leadFacts(facts));
}

/** The exact date this many days before the day of the tests; no button is pressed with it. */
export function exactDate(daysAgo: number): Answers {
  const { year, month, day } = dateAfter(today, -daysAgo);
  const two = (part: number) => String(part).padStart(2, "0");
  return {
    accident_date_button: undefined,
    injury_year: String(year),
    injury_month: two(month),
    injury_day: two(day),
  };
}

/** A title, the expected record, and after it the answers, the visit's other differences, and facts. */
type Row = [what: string, record: object, ...given: Parameters<typeof leadOf>];

/** One test of the record per row. */
export function records(rows: Row[], tags = {}): void {
  it.each(rows)("%s", tags, (_what, record, ...given) => {
    expect(leadOf(...given).record).toMatchObject(record);
  });
}
