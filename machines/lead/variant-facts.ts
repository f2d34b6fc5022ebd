import type { Variant } from "../variant.ts";
import type { LeadFacts } from "./lead.ts";

/** What a lead's derivation has to know of its variant. */
export function variantFacts({
  earlyTreatment,
  accidentType,
  flow,
}: Required<Variant>): Pick<LeadFacts, "earlyTreatment" | "accidentType" | "incidentPrecision"> {
  return {
    earlyTreatment,
    accidentType: accidentType || undefined,
    incidentPrecision: flow === "one-page" ? "year" : "month",
  };
}
