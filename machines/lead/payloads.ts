import type { Answers } from "../rules/answers.ts";
import { accidentAge, type CalendarDay, formatUs, incidentDay } from "../rules/dates.ts";
import { DEFAULT_AFFID_AT_POST, DEFAULT_SUB_ID, TRANSFORMED_OFFER } from "../rules/limits.ts";
import type { LeadRecord } from "./lead.ts";

/** What decides where a variant's leads are sent. */
export type PostingVariant = {
  flow: string;
  sendsDqFlag: boolean;
  distribution: boolean;
  transformedLead: boolean;
};

/** A payload's facts about a lead that are not in its record. */
type About = { id: string; answers: Answers; today: CalendarDay; transformedAffid: string };

/** A lead as one destination of the outbox gets it. */
export type Payload = { destination: string; payload: LeadRecord };

/**
 * Destinations that the visitor asked for: by the consent to be called, or by writing to us. An opt-out from sale and
 * sharing stops all others (ruling 155).
 */
const consentedDestinations: readonly string[] = ["lead-prosper", "ticket-lead", "contact-ingest"];

export function isConsented(destination: string): boolean {
  return consentedDestinations.includes(destination);
}

/**
 * What is posted for a lead, and to whom (spec 7): the ticket flow's only to its own endpoint, every survey's to the
 * lead buyer, E's also to the distribution, F's also transformed, and any with a listed word also to the workflow that
 * checks those. Certificates are checked for all of them.
 * @param about `isOptedOut`: the visitor wants no more sent than was consented to; `transformedAffid` as configured
 */
export function payloadsOf(
  variant: PostingVariant,
  record: LeadRecord,
  about: About & { isOptedOut?: boolean },
): Payload[] {
  const payloads = allPayloads(variant, asSent(record), about);
  return about.isOptedOut ? payloads.filter(({ destination }) => isConsented(destination)) : payloads;
}

/** A record as receivers know it: without the click ids that the specification does not name. */
export function asSent<Value>(record: Record<string, Value>): Record<string, Value> {
  const { gbraid, wbraid, ttclid, msclkid, ...sent } = record;
  return sent;
}

function allPayloads(
  { flow, sendsDqFlag, distribution, transformedLead: isTransformed }: PostingVariant,
  record: LeadRecord,
  { id, answers, today, transformedAffid }: About,
): Payload[] {
  const lead = sendsDqFlag ? record : unflagged(record);
  const checks = certificateChecks(record, id);
  if (flow === "ticket") return [{ destination: "ticket-lead", payload: ticketLead(lead) }, ...checks];
  const payloads: (Payload | false)[] = [
    { destination: "lead-prosper", payload: lead },
    distribution && { destination: "distribution", payload: outward(lead) },
    record.bad_words === "yes" && { destination: "bad-words", payload: outward(lead) },
    isTransformed && {
      destination: "transformed-lead",
      payload: transformedLead(lead, answers, today, transformedAffid),
    },
  ];
  return [...payloads.filter((payload) => payload !== false), ...checks];
}

function unflagged(record: LeadRecord): LeadRecord {
  const { do_not_send_to_dq, ...others } = record;
  return others;
}

/** The form's certifier is asked about it, and is sent no more than that takes. */
function certificateChecks(record: LeadRecord, id: string): Payload[] {
  const { trustedform_cert_url: certificate, leadid_token: token, email = "", phone = "" } = record;
  const checks: (Payload | false)[] = [
    !!certificate && {
      destination: "trustedform-certificate",
      payload: { certificate, email, phone, reference: id },
    },
    !!token && { destination: "jornaya-audit", payload: { token } },
  ];
  return checks.filter((check) => check !== false);
}

/** A record for others than the campaign's own buyer: without that buyer's key. */
function outward(record: LeadRecord): LeadRecord {
  const { lp_key, ...others } = record;
  return others;
}

/**
 * The body of a ticket lead (spec 7): the whole field set minus three; the sub id is never empty. The
 * affiliate was defaulted with the record.
 */
function ticketLead(record: LeadRecord): LeadRecord {
  const { accident_limit_exceeded, accident_within_last_year, state_long, ...kept } = outward(record);
  const sub_id = kept.sub_id || DEFAULT_SUB_ID;
  return { ...kept, sub_id, lp_subid1: sub_id };
}

/**
 * A lead in another campaign's form (spec 3.2 and 9; rulings 51 to 55): its own offer and affiliate, the accident in
 * fields of its own, the visitor's words left out.
 * @param affid as configured; an empty one falls back to 10
 */
function transformedLead(
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
