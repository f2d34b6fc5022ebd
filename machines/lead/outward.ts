import type { LeadRecord } from "./lead.ts";

/**
 * A record for others than the buyer whose campaign it belongs to: without what explains the lead to us only (the
 * visitor's raw answers, the rules applied) and without that buyer's key.
 */
export function outward(record: LeadRecord): LeadRecord {
  const { derived_fields, lp_key, ...told } = record;
  return Object.fromEntries(Object.entries(told).filter(([name]) => !name.startsWith("raw_")));
}
