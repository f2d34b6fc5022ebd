import { answerFields } from "../answers.ts";
import { DEFAULT_SUB_ID } from "../rules/limits.ts";
import type { LeadRecord } from "./lead.ts";
import { outward } from "./outward.ts";

/** Names under which the record holds them, or which no post carries. */
const notPosted = new Set(["firstName", "lastName", "lawyer_redirect_reason"]);

/**
 * The body of a ticket lead (specification 7): the whole field set, '' where the flow asks nothing, minus
 * three fields about accidents; the sub id is never empty. The affiliate was defaulted with the record.
 */
export function ticketLead(record: LeadRecord): LeadRecord {
  const { accident_limit_exceeded, accident_within_last_year, state_long, ...kept } = outward(record);
  const unasked = answerFields.filter((field) => !notPosted.has(field)).map((field) => [field, ""] as const);
  const sub_id = kept.sub_id || DEFAULT_SUB_ID;
  return { ...Object.fromEntries(unasked), ...kept, sub_id, lp_subid1: sub_id };
}
