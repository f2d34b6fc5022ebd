import { asSent } from "../../../machines/lead/payloads.ts";
import type { Destination } from "../../providers/ports.ts";
import { type RoutedLead, routedLead } from "../../providers/routed-lead.ts";
import { timeOf } from "../../store/engine/uuid7.ts";
import type { NewLead, NewMessage, Submission } from "../../store/rows.ts";
import { heldBack } from "./hold.ts";
import { buyersOf } from "./order-of.ts";

/** Names of the outbox's rows that this destination takes. */
export function rowsOf({ name, takes = [name] }: Destination): readonly string[] {
  return takes;
}

/** Names of the rows that can be delivered: those of every destination with settings. */
export function deliverable(destinations: readonly Destination[]): string[] {
  return destinations.filter(({ configured }) => configured).flatMap(rowsOf);
}

/**
 * A submission with a message more for each receiver whose route takes it: of the buyers in the order only for the
 * first, or for what asks them all for their bids. A lead that somebody takes waits for no receiver without settings.
 */
export function routed(submission: Submission, destinations: readonly Destination[]): Submission {
  const { lead: made, consent } = submission;
  const lead = toBeRouted(made, consent?.body.optOut !== undefined);
  const { asked, orderBy } = askedFor(lead, destinations);
  const wanting = destinations.filter(({ route }) => route?.wants(lead));
  const taking = destinations.filter(
    (each) => each.name === asked[0] || (each.route?.order === undefined && wanting.includes(each)),
  );
  if (taking.length === 0) return submission;
  const kept = submission.outbox.filter(({ status }) => status !== "unconfigured");
  const offered: RoutedLead = { ...lead, about: { ...lead.about, order: asked, orderBy } };
  const added = taking.map(
    ({ name, route }): NewMessage => ({
      destination: name,
      payload: route?.order === undefined ? lead : offered,
      status: "waiting",
    }),
  );
  return { ...submission, outbox: [...kept, ...added] };
}

/** The buyers to be asked for a new lead, in order, preceded by the request for their bids. */
export function askedFor(
  lead: RoutedLead,
  destinations: readonly Destination[],
): { asked: string[]; orderBy?: "best-price" | "weighted" } {
  const wanting = destinations.filter(({ route }) => route?.wants(lead));
  const auction = destinations.find(({ bidsWithinMs }) => bidsWithinMs !== undefined);
  const isDrawn = wanting.some(({ route }) => route?.weight !== undefined);
  const buyers = buyersOf(lead.about, wanting);
  // A single buyer does not bid.
  if (auction && buyers.length > 1) return { asked: [auction.name, ...buyers], orderBy: "best-price" };
  return { asked: buyers, ...(isDrawn && { orderBy: "weighted" }) };
}

/** The same, with messages held back that wait for the first receiver's verdict. */
export function addressing(destinations: readonly Destination[]) {
  return (submission: Submission): Submission => {
    const { outbox, ...lead } = routed(submission, destinations);
    return { ...lead, outbox: heldBack(outbox, destinations) };
  };
}

/** The buyers of the order that take this lead, in the order in which they are asked. */
export function buyersFor(payload: Record<string, unknown>, destinations: readonly Destination[]): string[] {
  const lead = routedLead(payload);
  const wanting = destinations.filter((each) => each.route?.wants(lead));
  return buyersOf(lead.about, destinations).filter((name) => wanting.some((each) => each.name === name));
}

/** The buyers that are asked after this one declines, in order; none where it is in no order. */
export function buyersAfter(
  { name, route }: Destination,
  payload: Record<string, unknown>,
  destinations: readonly Destination[],
): string[] {
  if (route?.order === undefined) return [];
  const all = buyersOf(routedLead(payload).about, destinations);
  const later = all.slice(all.indexOf(name) + 1);
  const wanting = buyersFor(payload, destinations);
  return later.filter((buyer) => wanting.includes(buyer));
}

/** A lead as receivers with a route get it. The keys of another buyer's campaign stay here, and whether it is a test is for each to say. */
export function toBeRouted(lead: NewLead, isOptedOut: boolean): RoutedLead {
  const { lp_key, lp_campaign_id, lp_supplier_id, lp_action, ...record } = asSent(lead.record);
  const { id, kind, variant, qualified, dqReason } = lead;
  return {
    about: { id, kind, variant, qualified, dqReason, createdAt: timeOf(id), isOptedOut },
    record,
  };
}
