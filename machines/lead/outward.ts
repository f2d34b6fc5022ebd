import type { LeadRecord } from "./lead.ts";

/** A record without what explains the lead to us only: the visitor's raw answers and the rules applied. */
export function outward(record: LeadRecord): LeadRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !name.startsWith("raw_") && name !== "derived_fields"),
  );
}
