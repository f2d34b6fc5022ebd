import { DEFAULT_SUB_ID } from "../rules/limits.ts";
import type { LeadRecord } from "./lead.ts";
import { outward } from "./outward.ts";

/**
 * The body of a ticket lead (spec 7): the whole field set minus three; the sub id is never empty. The
 * affiliate was defaulted with the record.
 */
export function ticketLead(record: LeadRecord): LeadRecord {
  const { accident_limit_exceeded, accident_within_last_year, state_long, ...kept } = outward(record);
  const sub_id = kept.sub_id || DEFAULT_SUB_ID;
  return { ...kept, sub_id, lp_subid1: sub_id };
}
