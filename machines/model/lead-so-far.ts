import { deriveLead, variantFacts } from "../lead/derive.ts";
import type { DerivedLead, LeadFacts } from "../lead/lead.ts";
import type { SurveyEntry } from "../registry.ts";
import type { AnswerField } from "../rules/answers.ts";
import type { SurveyContext } from "../survey.ts";

/** The request that would have posted a simulated lead. */
const request = {
  ip_address: "192.0.2.1",
  user_agent: "Simulator",
  page_referer: "",
  landing_page: "https://simulator.example",
  tcpa: "",
  time_on_steps: "",
  random: 0.5,
};

/** The rules of a site that are settings. */
export type LeadSettings = LeadFacts["settings"];
export const usualLeadSettings: LeadSettings = {
  forceEarlyTreatment: true,
  partialFaultStates: [],
  reservedSurnames: [],
};

/** The lead that a simulated visit would make if it were posted as it now is. */
export function leadSoFar(
  { variant }: Pick<SurveyEntry, "variant">,
  context: SurveyContext,
  settings: LeadSettings = usualLeadSettings,
): DerivedLead {
  const { today } = context;
  return deriveLead(context, { ...request, ...variantFacts(variant), today, settings });
}

/** A field of a lead, with the visitor's own answer and the rule that replaced it. */
export type LeadField = { name: string; raw: string; value: string; rule: string };

/** The fields that say something, those that a rule has changed first. */
export function fieldsOf({ record, changes }: DerivedLead, { answers }: SurveyContext): LeadField[] {
  const fields = Object.entries(record).flatMap(([name, given]) => {
    const value = Array.isArray(given) ? given.join(", ") : String(given);
    if (value === "" || name.startsWith("raw_")) return [];
    const rule = changes.find(({ field }) => field === name)?.rule ?? "";
    return [{ name, raw: answers[name as AnswerField] ?? "", value, rule }];
  });
  return [...fields.filter(({ rule }) => rule), ...fields.filter(({ rule }) => !rule)];
}
