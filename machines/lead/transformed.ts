import type { Answers } from "../answers.ts";
import { accidentAge, type CalendarDay, formatUs, incidentDay } from "../rules/dates.ts";
import { DEFAULT_AFFID_AT_POST, TRANSFORMED_OFFER } from "../rules/limits.ts";
import type { LeadRecord } from "./lead.ts";
import { outward } from "./outward.ts";

/**
 * A lead in the form of another campaign (spec 3.2 and 9; rulings 51 to 55): its own offer and
 * affiliate, the accident told in its own fields, the visitor's words left out.
 * @param affid as configured; an empty one falls back to 10
 */
export function transformedLead(
  record: LeadRecord,
  answers: Answers,
  today: CalendarDay,
  affid: string,
): LeadRecord {
  const date = accidentAge(answers, today)?.date ?? incidentDay(answers, today);
  return {
    ...outward(record),
    oid: String(TRANSFORMED_OFFER),
    affid: affid || DEFAULT_AFFID_AT_POST,
    case_type: "FormMVA",
    case_description: "N/A",
    raw_case_description: "N/A",
    state_accident_occurred: record.state ?? "",
    date_accident_occurred: date ? formatUs(date) : "",
    settlement_offers: "no",
    injuries_sustained: answers.specific_injury || answers.injury_type || "",
  };
}
