import type { EntryDefaults } from "./tracking.ts";

/** The parts of a lead that the thank-you address shows (specification 2.4). */
export type ThankYouFacts = {
  email: string;
  city: string;
  state: string;
  zip_code: string;
  phone: string;
  state_long: string;
  ef_transaction_id: string;
  affid: string;
  sub_id: string;
  qualified: boolean;
  dq_reason: string;
};

/**
 * Where a visitor goes once the lead is stored (specification 2.4, decisions 15, 31-36).
 * The destination comes from the variant or its entry, never from the visitor.
 */
export function thankYouLocation(
  { thankYou, flagsDisqualified }: Pick<EntryDefaults, "thankYou" | "flagsDisqualified">,
  variantThankYou: string,
  lead: ThankYouFacts,
): string {
  const { email, city, state, zip_code, phone, state_long, ef_transaction_id } = lead;
  const query = new URLSearchParams({ email, city, state, zip_code, phone, state_long, ef_transaction_id });
  query.set("affid", lead.affid || "1");
  query.set("sub_id", lead.sub_id || "1");
  query.set("q", lead.qualified ? "y" : "n");
  if (lead.dq_reason) query.set("dq_reason", lead.dq_reason);
  if (lead.dq_reason && flagsDisqualified) query.set("is_disqualified", "true");
  return `${thankYou ?? variantThankYou}?${query}`;
}
