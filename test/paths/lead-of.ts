import { type DerivedLead, deriveLead, type LeadFacts } from "../../machines/lead/derive.ts";
import type { SurveyContext } from "../../machines/survey.ts";
import type { Variant } from "../../machines/variant.ts";
import { leadFacts } from "../support/lead-facts.ts";

/** The lead of a visit, by what its variant and the tests' day say. */
export function leadOf(
  variant: Required<Variant>,
  context: SurveyContext,
  more: Partial<LeadFacts> = {},
): DerivedLead {
  return deriveLead(
    context,
    leadFacts({
      earlyTreatment: variant.earlyTreatment,
      accidentType: variant.accidentType || undefined,
      incidentPrecision: variant.flow === "one-page" ? "year" : "month",
      ...more,
    }),
  );
}
