import type { LeadRecord } from "./lead.ts";

/** A record for others than the buyer whose campaign it belongs to: without that buyer's key. */
export function outward(record: LeadRecord): LeadRecord {
  const { lp_key, ...others } = record;
  return others;
}
