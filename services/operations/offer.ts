import { permissionFor } from "../delivery/outbox/hold.ts";
import { buyersInOrder, notOffered, orderOf, toBuyers } from "../delivery/outbox/order-of.ts";
import { askedFor, rowsOf, toBeRouted } from "../delivery/outbox/route.ts";
import { printable } from "../observe/printable.ts";
import { receivers } from "../providers/index.ts";
import type { Destination } from "../providers/ports.ts";
import { isBuyer } from "../providers/route.ts";
import type { RoutedLead } from "../providers/routed-lead.ts";
import { bidsName } from "../settings/destinations/shape.ts";
import type { Settings } from "../settings/env.ts";
import type { Writer } from "../store/engine/connection.ts";
import type { SaleNames } from "../store/leads/inbox.ts";
import type { Lead, Message, OfLead } from "../store/rows.ts";
import { isSame, standingOf } from "../store/sales/ledger-lines.ts";
import type { Store } from "../store/store.ts";
import { Refusal } from "./refusal.ts";
import { heldBy } from "./requeue.ts";
import { isoTime } from "./text.ts";

type Site = { store: Store; settings: Settings };

/**
 * Limits an offer. `only`: these buyers, and of them those that have never had the lead; `also`: is done in the same
 * transaction, and if it says no nothing is offered.
 */
export type OfferTo = { only: readonly string[]; also: (trx: Writer) => Promise<boolean> };

/** Today's receivers that buy leads, and those that get them without buying: the house's own table, chat or desk. */
export function saleNames(settings: Settings): SaleNames {
  const buyers = ["lead-prosper", ...settings.destinations.filter(isBuyer).map(({ name }) => name)];
  const others = receivers(settings)
    .flatMap(rowsOf)
    .filter((name) => name !== bidsName && !buyers.includes(name));
  return { buyers, others };
}

/** All receivers by the present terms, including the console's changes. */
export async function receiversNow({ store, settings }: Site): Promise<Destination[]> {
  const changes = await store.termsInForce.all();
  return receivers(settings, () => changes);
}

/** The state of a lead's sale, in a word or two. `tone`: a state that requires action is bad. */
export type SaleState = { text: string; tone: "good" | "bad" | "quiet" };

/**
 * The state of a lead, from its messages to all receivers. The worst comes first, since it requires action. "Delivered"
 * requires a buyer.
 * @param booked by the books a buyer has bought it, even one that is no longer a receiver, or has had its whole price
 * back
 */
export function saleState(
  messages: readonly Pick<Message, "destination" | "status" | "attempts">[],
  { buyers, others }: SaleNames,
  booked?: "sold" | "returned",
): SaleState {
  const toBuyer = messages.filter(({ destination }) => !others.includes(destination));
  const has = (status: Message["status"], of = messages) => of.some((each) => each.status === status);
  const isSold =
    booked || toBuyer.some((each) => each.status === "delivered" && buyers.includes(each.destination));
  if (has("parked")) return { text: "Parked", tone: "bad" };
  if (has("held")) return { text: "Held for you", tone: "bad" };
  if (booked === "returned") return { text: "Returned", tone: "quiet" };
  if (isSold) return { text: "Delivered", tone: "good" };
  const waiting = toBuyer.find(({ status, attempts }) => status === "waiting" && attempts > 0);
  if (waiting) {
    const name = waiting.destination === bidsName ? "a buyer" : waiting.destination;
    return { text: `Waits for ${name}`, tone: "quiet" };
  }
  if (has("waiting", toBuyer) || has("sending", toBuyer)) return { text: "On its way", tone: "quiet" };
  if (has("suppressed", toBuyer)) return { text: "Not to be sent", tone: "quiet" };
  if (has("rejected", toBuyer) && !has("unconfigured", toBuyer)) return { text: "Unsold", tone: "bad" };
  if (has("waiting") || has("sending")) return { text: "On its way", tone: "quiet" };
  if (has("delivered")) return { text: "Sent, not for sale", tone: "quiet" };
  if (has("rejected")) return { text: "Rejected", tone: "bad" };
  if (has("suppressed")) return { text: "Not to be sent", tone: "quiet" };
  return { text: "Kept here", tone: "quiet" };
}

/** The same for several leads, by their ids. */
export async function saleStates(
  { store, settings }: Site,
  leadIds: readonly string[],
): Promise<(leadId: string) => SaleState> {
  const [messages, lines] = await Promise.all([
    store.inbox.deliveries(leadIds),
    store.bookkeeping.ofLeads(leadIds),
  ]);
  const names = saleNames(settings);
  const booked = (leadId: string) => {
    const own = lines.filter((line) => line.leadId === leadId);
    if (!own.some(({ kind }) => kind === "sale")) return undefined;
    const { price, given, isReturned } = standingOf(own);
    return isReturned && given >= price ? "returned" : "sold";
  };
  return (leadId) =>
    saleState(
      messages.filter((each) => each.leadId === leadId),
      names,
      booked(leadId),
    );
}

/** A lead as receivers with a route are asked about it; as it was routed, where it was. */
export async function routedOf(
  { store }: Pick<Site, "store">,
  lead: Lead,
  { messages }: OfLead,
): Promise<RoutedLead> {
  const kept = messages.flatMap(({ payload }) => aboutIn(payload))[0];
  const consent = kept === undefined ? await store.consents.ofLead(lead.id) : undefined;
  const optOut: unknown = consent?.body ? JSON.parse(consent.body).optOut : undefined;
  return toBeRouted(lead, kept?.isOptedOut ?? optOut !== undefined);
}

function aboutIn(payload: string): RoutedLead["about"][] {
  const { about } = payload === "" ? {} : (JSON.parse(payload) as Partial<RoutedLead>);
  return about ? [about] : [];
}

/** The buyers that would be asked, and whether the lead is still unsold. */
type Plan = { asked: string[]; payload: RoutedLead; names: string[]; mayBe: (ofLead: OfLead) => boolean };

/**
 * The live buyers of the order that take a lead by the present terms and were never sent it, in their order. A consent
 * that names firms is for those alone.
 */
export function freshBuyers(
  lead: Pick<Lead, "buyers">,
  ofLead: OfLead,
  routed: RoutedLead,
  known: readonly Destination[],
): string[] {
  const unasked = new Set(notOffered(ofLead, routed, known).map(({ name }) => name));
  const live = known.filter(({ configured, isTest, route }) => configured && !isTest && route?.wants(routed));
  return buyersInOrder(live).filter(
    (name) =>
      name !== bidsName &&
      unasked.has(name) &&
      (lead.buyers.length === 0 || lead.buyers.some((named) => isSame(named, name))),
  );
}

/** @throws Refusal with the reason where a lead may not be offered again, or nobody would take it */
async function planFor(
  context: Site,
  lead: Lead,
  time: (at: number) => string,
  only?: readonly string[],
): Promise<Plan> {
  const { store } = context;
  const begin = `Lead ${printable(lead.id)} was not offered again:`;
  if (lead.erasedAt !== null) throw new Refusal(`${begin} it is erased.`);
  const known = await receiversNow(context);
  const buyers = [...buyersInOrder(known), bidsName];
  const ofLead = await store.outbox.ofLead(lead.id);
  const offered = toBuyers(ofLead.messages, buyers);
  const held = offered.find(({ status }) => status === "held");
  if (held) throw new Refusal(`${begin} it is held for you at ${held.destination}: decide there first.`);
  const routed = await routedOf(context, lead, ofLead);
  const { asked, orderBy } = only
    ? // Nobody else is asked then: the names stand for the order, as those of bidders do.
      {
        asked: freshBuyers(lead, ofLead, routed, known).filter((name) => only.includes(name)),
        orderBy: "best-price" as const,
      }
    : askedFor(routed, known);
  const order = orderOf(offered, ofLead.attempts);
  if (order?.matches("asked")) throw new Refusal(`${begin} ${order.context.buyer} is being asked for it.`);
  if (order && !order.matches("unsold"))
    throw new Refusal(`${begin} ${await heldBy(store, order, ofLead.messages, time)}.`);
  const [first] = known.filter(({ name }) => name === asked[0]);
  if (!first && only)
    throw new Refusal(`${begin} ${only.map(printable).join(", ")} had it, or may not have it.`);
  if (!first) throw new Refusal(`${begin} ${unwantedText(routed, known)}.`);
  const permission = await permissionFor(store, lead, first);
  if (permission.kind !== "send") throw new Refusal(`${begin} ${permission.reason}.`);
  return {
    asked,
    payload: { ...routed, about: { ...routed.about, order: asked, orderBy } },
    names: offered.map(({ destination }) => destination),
    mayBe({ messages, attempts }) {
      const now = toBuyers(messages, buyers);
      const isHeld = now.some(({ status }) => status === "held");
      return !isHeld && (orderOf(now, attempts)?.can({ type: "OFFER_AGAIN", buyers: asked }) ?? true);
    },
  };
}

function unwantedText(lead: RoutedLead, known: readonly Destination[]): string {
  const reasons = known
    .filter(({ route, bidsWithinMs }) => route?.order !== undefined && bidsWithinMs === undefined)
    .map(({ name, route }) => `${name}: ${route!.unwanted(lead)?.why}`);
  return reasons.length > 0
    ? `nobody in the order takes it; ${reasons.join("; ")}`
    : "there is no order of buyers";
}

/** Whether one press may offer a lead again. */
export async function mayOffer(context: Site, lead: Lead): Promise<boolean> {
  try {
    await planFor(context, lead, isoTime);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Offers an unsold lead to the order's buyers again, from the first, by the present terms. All reasons against a lead
 * apply here too, and again when it is sent.
 * @param time how a moment is written @param to only some of them, that never had it
 * @throws Refusal with the reason where it may not be offered, or nobody would take it
 */
export async function offerAgain(context: Site, leadId: string, time = isoTime, to?: OfferTo): Promise<void> {
  const lead = await context.store.leads.get(leadId);
  if (!lead) throw new Refusal(`There is no lead with the whole id ${printable(leadId)}.`);
  const { asked, payload, names, mayBe } = await planFor(context, lead, time, to?.only);
  const first = { destination: asked[0]!, payload };
  if (await context.store.outbox.offer(leadId, first, { names, when: mayBe, also: to?.also })) return;
  // Somebody else was faster, so the reason has changed.
  await planFor(context, lead, time, to?.only);
  throw new Refusal(`Lead ${printable(leadId)} was not offered again: somebody has just done so.`);
}
