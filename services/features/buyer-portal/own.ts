import { randomUUID } from "node:crypto";
import { toBeRouted } from "../../delivery/outbox/route.ts";
import { dollars } from "../../operations/text.ts";
import { type RoutedLead, routedLead } from "../../providers/routed-lead.ts";
import type { Settings } from "../../settings/env.ts";
import type { ReturnRequest } from "../../store/feature-rows.ts";
import type { Lead, Message } from "../../store/rows.ts";
import { isSame, returnableUntil, type SalesLine, standingOf } from "../../store/sales/ledger-lines.ts";
import type { Store } from "../../store/store.ts";
import { returnsDesk, takeReports } from "../books/added.ts";
import { faultsOf, reportIn } from "../books/report.ts";
import { revokedRow } from "../revocations/messages.ts";
import { type SentField, sentFields } from "./as-sent.ts";

/** What pages and presses of a buyer's people need. `buyer` is always the receiver of the person who is signed in. */
export type Site = { store: Store; settings: Settings; now: () => number };

/** A lead that a buyer bought: the line of its sale, and all that followed for the buyer. Payouts are none of it. */
export type OwnSale = { sale: SalesLine; lines: readonly SalesLine[] };

/** The parts of a sale that concern its buyer. */
export const ownParts = ["price", "back"] as const;

/** A buyer's sales among lines of the books, by their leads. */
export function salesAmong(lines: readonly SalesLine[], buyer: string): Map<string, OwnSale> {
  const own = lines.filter((line) => isSame(line.buyer, buyer) && line.part !== "payout");
  return new Map(
    own
      .filter(({ kind }) => kind === "sale")
      .map((sale) => [sale.leadId, { sale, lines: own.filter(({ leadId }) => leadId === sale.leadId) }]),
  );
}

/** @returns undefined where the buyer has not bought it, or there is no such lead: nobody learns which */
export async function ownSale({ store }: Pick<Site, "store">, buyer: string, leadId: string) {
  return salesAmong(await store.books.ledger.ofLeads([leadId]), buyer).get(leadId);
}

/** A lead as its buyer knows it. `fields`: as they were sent, and none where nothing is kept of it any more. */
export type Known = { isErased: boolean; fields: readonly SentField[] };

/** What a buyer was sent of these leads, by their ids. */
export async function knownOf(
  { store, settings }: Site,
  buyer: string,
  leadIds: readonly string[],
): Promise<Map<string, Known>> {
  const declared = settings.destinations.find(({ name }) => name === buyer);
  const messages =
    leadIds.length === 0
      ? []
      : await store.outbox.list({ leadId: leadIds, destination: buyer, status: "delivered" });
  const known = new Map<string, Known>();
  for (const id of leadIds) {
    const message = messages.find(({ leadId }) => leadId === id);
    const sent = message && whole(message);
    const lead = sent ? undefined : await store.leads.get(id);
    const routed = sent ?? (message && lead && lead.erasedAt === null ? again(lead) : undefined);
    known.set(id, {
      isErased: !sent && (lead === undefined || lead.erasedAt !== null),
      fields: declared && routed ? sentFields(declared, routed) : [],
    });
  }
  return known;
}

/** The message as it was made, for as long as it is kept. */
function whole({ payload }: Message): RoutedLead | undefined {
  return payload === "" ? undefined : routedLead(JSON.parse(payload));
}

/** The same from the lead, which is kept longer. */
const again = (lead: Lead) => toBeRouted(lead, false);

/** Whether nobody may call about a lead any more: who said so, in words; undefined where nobody did. */
export async function stopOf(
  { store }: Pick<Site, "store">,
  buyer: string,
  leadId: string,
): Promise<string | undefined> {
  const stops = await store.revocations.ofLead(leadId);
  if (stops.some((stop) => isSame(stop.buyer, buyer)))
    return "You reported that this person wants no calls. Do not call, text or write to them about it.";
  const messages = await store.outbox.list({ leadId, destination: revokedRow(buyer) });
  if (messages.length === 0 && stops.length === 0) return undefined;
  return "This person wants no more of it. Do not call, text or write to them about it, and pass it on to nobody.";
}

/** Why a lead cannot be returned now, as a sentence; undefined where it can. */
export function whyNoReturn(
  { sale, lines }: OwnSale,
  requests: readonly ReturnRequest[],
  { settings, now }: Pick<Site, "settings" | "now">,
): string | undefined {
  const { price, given, isReturned } = standingOf(lines);
  if (isReturned && price - given <= 0) return "It is returned.";
  const isWaiting = requests.some(({ verdict, amountCents }) => verdict === null && amountCents === null);
  if (isWaiting) return "Its return is asked for, and not decided yet.";
  if (now() > returnableUntil(sale, settings.siteTimeZone))
    return `The ${sale.returnDays} days in which it can be returned are over.`;
  return undefined;
}

/** What a return comes to, before it is confirmed: sentences. */
export function returnSays({ lines }: OwnSale, buyer: string, settings: Settings): string[] {
  const { price, given } = standingOf(lines);
  const left = dollars(price - given);
  if (returnsDesk()?.isAsked(settings, buyer))
    return [`You ask for ${left} back.`, "It counts once it is granted; the answer is on the page Returns."];
  return [`${left} comes off what you owe.`];
}

/** What a person of a buyer reports of a lead. */
export type Reported = {
  outcome: "returned" | "called" | "retained" | "do-not-call";
  reason?: string;
  note?: string;
};

/** What came of it, or a fault, with the field that it is of. */
export type ReportDone = { why: string | null; isNew: boolean } | { field: string; fault: string };

/**
 * Takes a report as a signed call of the buyer brings it: the same words, the same days, each once.
 * @param person of the buyer
 */
export async function report(
  site: Site,
  { buyer, leadId }: { buyer: string; leadId: string },
  { outcome, reason, note }: Reported,
  person: string,
): Promise<ReportDone> {
  const { store, settings, now } = site;
  const at = now();
  const body = { lead_id: leadId, outcome, at: new Date(at).toISOString(), buyer };
  const given = [...(reason ? [["reason", reason]] : []), ...(note ? [["note", note]] : [])];
  const read = reportIn(settings.siteTimeZone).safeParse({ ...body, ...Object.fromEntries(given) });
  if (!read.success) {
    const [fault] = faultsOf(read.error);
    return { field: fault!.field, fault: fault!.message };
  }
  const by = { door: "console" as const, person };
  if ("own" in read.data) {
    const taken = await read.data.own.take(site, read.data, by);
    return "field" in taken ? { field: taken.field, fault: taken.message } : taken;
  }
  const id = `${buyer} ${randomUUID()}`;
  const [taken] = await takeReports({ store, settings }, [{ id, ...read.data }], { receivedAt: at, by });
  const { isNew, why, contradicts } = taken!;
  if (contradicts) return { field: "outcome", fault: "is known of today with another reason" };
  return { isNew, why };
}
