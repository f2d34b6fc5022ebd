import { asSent } from "../../../machines/lead/payloads.ts";
import type { Destination, RoutedLead } from "../../providers/ports.ts";
import { routedLead } from "../../providers/routed-lead.ts";
import type { NextBuyer } from "../../store/outbox-routes.ts";
import type { NewMessage, Submission } from "../../store/types.ts";
import { timeOf } from "../../store/uuid7.ts";
import { heldBack } from "./hold.ts";
import { buyersInOrder } from "./one-sale.ts";

/**
 * A submission with a message more for each receiver whose route takes it: of the buyers in the order only for the
 * first. A lead that somebody takes waits for no receiver without settings.
 */
export function routed(submission: Submission, destinations: readonly Destination[]): Submission {
  const lead = toBeRouted(submission);
  const wanting = destinations.filter(({ route }) => route?.wants(lead));
  const [first] = buyersInOrder(wanting);
  const taking = wanting.filter(({ name, route }) => name === first || route?.order === undefined);
  if (taking.length === 0) return submission;
  const kept = submission.outbox.filter(({ status }) => status !== "unconfigured");
  const added = taking.map(
    ({ name }): NewMessage => ({ destination: name, payload: lead, status: "waiting" }),
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

/** The buyer that is asked after this one says no, with all of the order; undefined where it is the last, or in no order. */
export function nextBuyer(
  { route }: Destination,
  payload: Record<string, unknown>,
  destinations: readonly Destination[],
): NextBuyer | undefined {
  const order = route?.order;
  if (order === undefined) return undefined;
  const lead = routedLead(payload);
  const after = destinations.filter((each) => (each.route?.order ?? -1) > order && each.route?.wants(lead));
  const [name] = buyersInOrder(after);
  return name === undefined ? undefined : { name, buyers: buyersInOrder(destinations) };
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
