import { asSent } from "../../../machines/lead/payloads.ts";
import type { Destination, RoutedLead } from "../../providers/ports.ts";
import { routedLead } from "../../providers/routed-lead.ts";
import type { NewMessage, Submission } from "../../store/types.ts";
import { timeOf } from "../../store/uuid7.ts";
import { heldBack } from "./hold.ts";

/**
 * A submission with a message more for each receiver whose route takes it: of the buyers in the order only for the
 * first. A lead that somebody takes waits for no receiver without settings.
 */
export function routed(submission: Submission, destinations: readonly Destination[]): Submission {
  const lead = toBeRouted(submission);
  const wanting = destinations.filter(({ route }) => route?.wants(lead));
  const taking = wanting.filter((each) => each === inOrder(wanting)[0] || each.route?.order === undefined);
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

/** The buyer that is asked after this one says no; undefined where it is the last, or in no order. */
export function nextBuyer(
  { route }: Destination,
  payload: Record<string, unknown>,
  destinations: readonly Destination[],
): string | undefined {
  const order = route?.order;
  if (order === undefined) return undefined;
  const lead = routedLead(payload);
  const after = destinations.filter((each) => (each.route?.order ?? -1) > order && each.route?.wants(lead));
  return inOrder(after)[0]?.name;
}

function inOrder(destinations: readonly Destination[]): Destination[] {
  return destinations
    .filter(({ route }) => route?.order !== undefined)
    .sort((one, other) => one.route!.order! - other.route!.order!);
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
