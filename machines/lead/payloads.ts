import type { Answers } from "../answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import type { LeadRecord } from "./lead.ts";
import { outward } from "./outward.ts";
import { ticketLead } from "./ticket-lead.ts";
import { transformedLead } from "./transformed.ts";

/** What decides where a variant's leads go. */
export type PostingVariant = {
  flow: string;
  sendsDqFlag: boolean;
  distribution: boolean;
  transformedLead: boolean;
};

/** What a payload says of a lead that its record does not. */
type About = { id: string; answers: Answers; today: CalendarDay; transformedAffid: string };

/** A lead as one destination of the outbox gets it. */
export type Payload = { destination: string; payload: LeadRecord };

/**
 * Where a lead goes because its visitor asked for it: by the consent to be called, or by writing to us. An opt-out
 * from selling and sharing stops all others (ruling 155).
 */
const consentedDestinations: readonly string[] = ["lead-prosper", "ticket-lead", "contact-ingest"];

export function isConsented(destination: string): boolean {
  return consentedDestinations.includes(destination);
}

/**
 * What is posted of a lead, and to whom (spec 7): the ticket flow's only to its own endpoint,
 * every survey's to the lead buyer, E's also to the distribution, F's also transformed, and whatever
 * holds a listed word also to the workflow that looks at those. Certificates are checked for all of them.
 * @param about `isOptedOut`: the visitor wants no more sent than was consented to; `transformedAffid` as configured
 */
export function payloadsOf(
  variant: PostingVariant,
  record: LeadRecord,
  about: About & { isOptedOut?: boolean },
): Payload[] {
  const payloads = allPayloads(variant, record, about);
  return about.isOptedOut ? payloads.filter(({ destination }) => isConsented(destination)) : payloads;
}

function allPayloads(
  { flow, sendsDqFlag, distribution, transformedLead: isTransformed }: PostingVariant,
  record: LeadRecord,
  { id, answers, today, transformedAffid }: About,
): Payload[] {
  const { do_not_send_to_dq, ...unflagged } = record;
  const lead = sendsDqFlag ? record : unflagged;
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
