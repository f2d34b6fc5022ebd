import type { Answers } from "../answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import type { LeadRecord } from "./lead.ts";
import { outward } from "./outward.ts";
import { ticketLead } from "./ticket-lead.ts";
import { transformedLead } from "./transformed.ts";

/** What decides where a variant's leads go. */
export type PostingVariant = {
  /** Short code. */
  code: string;
  flow: string;
  distribution: boolean;
  transformedLead: boolean;
};

/** A lead as one destination of the outbox gets it. */
export type Payload = { destination: string; payload: LeadRecord };

/** Surveys whose posts carry do_not_send_to_dq: v4nv and those made from it (docs/decisions/008). */
const v4nvFamily = new Set([
  "v4nv",
  "v4nv-es",
  "v4nv-rz",
  "v4nv-ep",
  "v4nv-1to1",
  "v4nv-d1",
  "v4nv-d2",
  "v4nv-x1",
  "v4g",
  "v5nv",
  "v7",
  "crash-comped",
]);

/**
 * What is posted of a lead, and to whom (specification 7): the ticket flow's only to its own endpoint,
 * every survey's to the lead buyer, E's also to the distribution, F's also transformed.
 */
export function payloadsOf(
  { code, flow, distribution, transformedLead: isTransformed }: PostingVariant,
  record: LeadRecord,
  { answers, today }: { answers: Answers; today: CalendarDay },
): Payload[] {
  if (flow === "ticket") return [{ destination: "ticket-lead", payload: ticketLead(posted(record, code)) }];
  const lead = posted(record, code);
  const payloads: (Payload | false)[] = [
    { destination: "lead-prosper", payload: lead },
    distribution && { destination: "distribution", payload: outward(lead) },
    isTransformed && { destination: "transformed-lead", payload: transformedLead(lead, answers, today) },
  ];
  return payloads.filter((payload) => payload !== false);
}

/** A record with do_not_send_to_dq only where that belongs. */
function posted(record: LeadRecord, code: string): LeadRecord {
  const { do_not_send_to_dq, ...rest } = record;
  return v4nvFamily.has(code) ? record : rest;
}
