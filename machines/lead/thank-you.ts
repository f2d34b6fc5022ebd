import { type EntryDefaults, isOurs } from "../context/tracking.ts";
import type { ThankYouExtra, Variant } from "../variant.ts";

/** The parts of a lead that the thank-you address shows (spec 2.4). */
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

export type ThankYouMore = {
  extras?: readonly ThankYouExtra[];
  /** The visit's query, where the variant keeps it. */
  kept?: Readonly<Record<string, string>>;
  page_referer?: string;
  /** Level of the compensation meter, 1 to 7, where the visit shows the meter and the level is known. */
  compensationLevel?: number;
};

/**
 * Where a visitor is sent once the lead is stored (spec 2.4, rulings 15 and 31 to 40). The destination comes from the
 * variant or its entry, never from the visitor.
 */
export function thankYouLocation(
  { thankYou, flagsDisqualified }: Pick<EntryDefaults, "thankYou" | "flagsDisqualified">,
  variantThankYou: string,
  lead: ThankYouFacts,
  { extras = [], kept = {}, page_referer = "", compensationLevel }: ThankYouMore = {},
): string {
  const query = new URLSearchParams(Object.entries(kept).filter(([name]) => !isOurs(name)));
  const { email, city, state, zip_code, phone, state_long, ef_transaction_id } = lead;
  const own = { email, city, state, zip_code, phone, state_long, ef_transaction_id };
  for (const [name, value] of Object.entries(own)) query.set(name, value);
  for (const name of ["affid", "sub_id"] as const) query.set(name, query.get(name) || lead[name] || "1");
  query.set("q", lead.qualified ? "y" : "n");
  if (lead.dq_reason) query.set("dq_reason", lead.dq_reason);
  if (lead.dq_reason && (flagsDisqualified || extras.includes("is_disqualified"))) {
    query.set("is_disqualified", "true");
  }
  if (compensationLevel !== undefined) query.set("cl", String(compensationLevel));
  for (const extra of extras) if (extra.startsWith("lang=")) query.set("lang", extra.slice("lang=".length));
  if (extras.includes("referer")) query.set("referer", page_referer);
  return `${thankYou ?? variantThankYou}?${query}`;
}

/** A thank-you address with only the language, for viewers who are not known to be the visitor. */
export function withoutPerson(location: string): string {
  const [path = "", query] = location.split("?");
  const language = new URLSearchParams(query).get("lang") ?? "";
  return /^[a-z]{2,3}$/.test(language) ? `${path}?lang=${language}` : path;
}

/** True when a visit shows the compensation meter, as surveys about an accident do where the address asks for it. */
export function showsMeter(
  { flow }: Pick<Variant, "flow">,
  query: Readonly<Record<string, string>>,
): boolean {
  return query["show-meter"] === "yes" && flow !== "ticket" && flow !== "benefits";
}
