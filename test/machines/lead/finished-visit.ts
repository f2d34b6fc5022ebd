import type { Answers } from "../../../machines/answers.ts";
import { deriveLead } from "../../../machines/lead/derive.ts";
import type { LeadContext, LeadFacts } from "../../../machines/lead/lead.ts";
import { track } from "../../../machines/lead/tracking.ts";
import { leadFacts } from "../../support/lead-facts.ts";

/** A visit of any variant at its end: a month-old accident, nothing else answered but what is given. */
export function finishedVisit(
  answers: Answers = {},
  {
    checks = {},
    query = {},
    ...more
  }: Omit<Partial<LeadContext>, "checks"> & {
    checks?: Partial<LeadContext["checks"]>;
    query?: Record<string, string>;
  } = {},
): LeadContext {
  return {
    tracking: track({ path: "/survey/x", query, referer: "" }, {}),
    answers: { accident_date_button: "Within 30 Days", ...answers },
    checks: {
      place: { city: "Los Angeles", state: "CA", state_long: "California", county: "Los Angeles" },
      gibberish: "no",
      ...checks,
    },
    ...more,
  };
}

/** Its lead. */
export function leadOf(
  answers: Answers = {},
  context: Parameters<typeof finishedVisit>[1] = {},
  facts: Partial<LeadFacts> = {},
) {
  return deriveLead(finishedVisit(answers, context), leadFacts(facts));
}
