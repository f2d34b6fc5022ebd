import { createHash } from "node:crypto";
import { longestClickId } from "../../../machines/context/tracking.ts";
import { bearerIn, isId } from "../../observe/telling.ts";
import type { Conversions, Network } from "./setting.ts";

type Fields = Record<string, unknown>;

/** The click ids of each network, the most telling one first. */
const clicksOf: { [network in Network]: readonly string[] } = {
  meta: ["fbclid"],
  google: ["gclid", "gbraid", "wbraid"],
  tiktok: ["ttclid"],
  microsoft: ["msclkid"],
};

/**
 * The network's id for a lead's click. A link can bring anything: an invalid id, or one that identifies the visitor,
 * counts as none.
 */
export function clickOf(network: Network, record: Fields): { name: string; id: string } | undefined {
  const bearer = bearerIn(record);
  return clicksOf[network]
    .map((name) => ({ name, id: String(record[name] ?? "") }))
    .find(({ id }) => id !== "" && isId(id, bearer, longestClickId));
}

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * The keys by which a network may recognize a person who had its ad: SHA-256 in hex of the values that it wants hashed.
 * @returns nothing that the owner has not switched on, and no invalid address or number
 */
export function hashesOf(
  { network, said: { match } }: Conversions,
  record: Fields,
): { email?: string; phone?: string } {
  const email = match.includes("email") ? emailFor(network, String(record.email ?? "")) : undefined;
  const phone = match.includes("phone") ? phoneFor(network, String(record.phone ?? "")) : undefined;
  return { ...(email && { email: sha256(email) }), ...(phone && { phone: sha256(phone) }) };
}

function emailFor(network: Network, given: string): string | undefined {
  const [, name = "", domain = ""] = /^([^@]+)@([^@]+)$/.exec(given.toLowerCase().replace(/\s/g, "")) ?? [];
  if (name === "") return undefined;
  const isDotted = network === "google" && /^(?:gmail|googlemail)\.com$/.test(domain);
  return `${isDotted ? name.replace(/\+.*$/, "").replaceAll(".", "") : name}@${domain}`;
}

/** Numbers are of the US: with its country code, and a + for all but Meta. */
function phoneFor(network: Network, given: string): string | undefined {
  const [, digits] = /^1?(\d{10})$/.exec(given.replace(/\D/g, "")) ?? [];
  return digits && `${network === "meta" ? "" : "+"}1${digits}`;
}

/**
 * Whether a network may be told about a lead: not in states where the owner excludes it, and not about people whom the
 * network cannot know.
 */
export function mayKnow(each: Conversions, record: Fields): boolean {
  const { "not-in": notIn, "without-click": withoutClick } = each.said;
  const state = String(record.state ?? "");
  // In an unknown state only what is allowed everywhere is allowed.
  if (notIn.length > 0 && (state === "" || notIn.includes(state.toUpperCase()))) return false;
  if (clickOf(each.network, record)) return true;
  return withoutClick === "yes" && Object.keys(hashesOf(each, record)).length > 0;
}
