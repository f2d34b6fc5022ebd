import { asSent } from "../../../machines/lead/payloads.ts";
import type { Destination } from "../../providers/ports.ts";
import { type RoutedLead, routedLead } from "../../providers/routed-lead.ts";
import { timeOf } from "../../store/engine/uuid7.ts";
import type { NewMessage, Submission } from "../../store/rows.ts";
import { heldBack } from "./hold.ts";
import { buyersOf } from "./order-of.ts";

/** Names of the outbox's rows that this destination takes. */
export function rowsOf({ name, takes = [name] }: Destination): readonly string[] {
  return takes;
}

/** Names of the rows that are delivered as things stand: those of every destination with settings. */
export function deliverable(destinations: readonly Destination[]): string[] {
  return destinations.filter(({ configured }) => configured).flatMap(rowsOf);
}

/**
 * A submission with a message more for each receiver whose route takes it: of the buyers in the order only for the
 * first, or for what asks them all for their bids. A lead that somebody takes waits for no receiver without settings.
 */
export function routed(submission: Submission, destinations: readonly Destination[]): Submission {
  const lead = toBeRouted(submission);
  const wanting = destinations.filter(({ route }) => route?.wants(lead));
  const auction = destinations.find(({ bidsWithinMs }) => bidsWithinMs !== undefined);
  const isDrawn = wanting.some(({ route }) => route?.weight !== undefined);
  const buyers = buyersOf(lead.about, wanting);
  // One alone bids for nothing.
  const asked = auction && buyers.length > 1 ? [auction.name, ...buyers] : buyers;
  const orderBy = asked.length > buyers.length ? "best-price" : isDrawn ? "weighted" : undefined;
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

/** The same, and what waits for the verdict of the receiver that goes first is held back. */
export function addressing(destinations: readonly Destination[]) {
  return (submission: Submission): Submission => {
    const { outbox, ...lead } = routed(submission, destinations);
    return { ...lead, outbox: heldBack(outbox, destinations) };
  };
}

/** The buyers that are asked after this one says no, in their order; none where it is in no order. */
export function buyersAfter(
  { name, route }: Destination,
  payload: Record<string, unknown>,
  destinations: readonly Destination[],
): string[] {
  if (route?.order === undefined) return [];
  const lead = routedLead(payload);
  const all = buyersOf(lead.about, destinations);
  const later = all.slice(all.indexOf(name) + 1);
  const wanting = destinations.filter((each) => each.route?.wants(lead));
  return later.filter((buyer) => wanting.some((each) => each.name === buyer));
}

/** The keys of another buyer's campaign stay here, and whether it is a test is for each receiver to say. */
function toBeRouted({ lead, consent }: Submission): RoutedLead {
  const { lp_key, lp_campaign_id, lp_supplier_id, lp_action, ...record } = asSent(lead.record);
  const { id, kind, variant, qualified, dqReason } = lead;
  const isOptedOut = consent?.body.optOut !== undefined;
  return {
    about: { id, kind, variant, qualified, dqReason, createdAt: timeOf(id), isOptedOut },
    record,
  };
}
