import type { CallFailure } from "../context/calls.ts";
import type { CompensationEstimate } from "../rules/compensation.ts";
import type { YesNo } from "../rules/qualification.ts";

/** How a visitor refuses: `gpc` is the browser's Global Privacy Control, `do-not-sell` the form on our own page. */
export type OptOut = "gpc" | "do-not-sell";

/**
 * Facts about a visit from outside its chart, by name: no guard reads them, but the lead or the page does. The server
 * asked a service, or the page's scripts reported them.
 */
export type Facts = {
  /** Which of the buyer's campaigns this traffic belongs to (get-mappings, spec 7). */
  mapping: { affid: string; oid: string; lp_campaign_id: string; lp_supplier_id: string; lp_key: string };
  /** Whether this affiliate's visitors find what they gave before filled in (check-affid-pre). */
  prePop: { affid: string; prePopPii: YesNo };
  /** What the claim may be worth (compensationMeter). */
  compensation: CompensationEstimate;
  /** Ids of the certificate scripts, or ''. */
  certificates: { trustedFormUrl: string; leadidToken: string };
  /** The visitor's address according to a public service; never the one that is believed. */
  publicIp: { ip: string };
  /** How far the number was verified by a code; `status` in the provider's words, `approved` being the good one. */
  phoneCode: { phone: string; status: string };
  /** The visitor has refused that data are sold or shared: by the browser's signal, or on our own page. */
  optOut: { by: OptOut };
  /** The operators' chat has been alerted that this address, masked here, is blocked. */
  chatAlert: { email: string };
  /** The page's scripts have posted for the visitor. */
  scripts: { ran: true };
  /** The field that people do not see was filled in: a program did it. */
  trap: { filled: true };
  /** A form came back from another network, or another browser, than it was shown to. */
  changes: { network?: true; browser?: true };
};

export type FactName = keyof Facts;

/** A fact as it is in the log; a service without an answer leaves its failure. */
export type Fact = {
  [Name in FactName]: { fact: Name; value: Facts[Name] } | { fact: Name; error: CallFailure };
}[FactName];

/** The newest fact of each kind; a fact whose service has failed since is unknown again. */
export type KnownFacts = Partial<Facts>;

export function addFact(known: KnownFacts, fact: Fact): KnownFacts {
  if (fact.fact === "certificates" && "value" in fact) {
    return { ...known, certificates: latest(known.certificates, fact.value) };
  }
  if (fact.fact === "changes" && "value" in fact) {
    return { ...known, changes: { ...known.changes, ...fact.value } };
  }
  return { ...known, [fact.fact]: "value" in fact ? fact.value : undefined };
}

/**
 * The scripts finish at different times, once per page: a page that does not know a certificate yet takes the one an
 * earlier page knew.
 */
function latest(known: Facts["certificates"] | undefined, newer: Facts["certificates"]) {
  return {
    trustedFormUrl: newer.trustedFormUrl || (known?.trustedFormUrl ?? ""),
    leadidToken: newer.leadidToken || (known?.leadidToken ?? ""),
  };
}

/** The only status of a code that verifies its number (spec 4.3). */
export const APPROVED = "approved";

/**
 * The number whose code was approved last, ten digits; the lead mentions it where it is the posted number (ruling 50).
 */
export function approvedPhone({ phoneCode }: KnownFacts): string | undefined {
  return phoneCode?.status === APPROVED ? phoneCode.phone : undefined;
}

/** False for what is known already, word for word. */
export function isNewFact(known: KnownFacts, fact: Fact): boolean {
  if (!("value" in fact)) return true;
  return JSON.stringify(known[fact.fact]) !== JSON.stringify(addFact(known, fact)[fact.fact]);
}

/** True when it was requested and no answer came. */
export function hasFailed(known: KnownFacts, name: FactName): boolean {
  return name in known && known[name] === undefined;
}
