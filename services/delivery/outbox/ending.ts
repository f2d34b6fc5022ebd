import { transition } from "xstate";
import { type OrderEvent, orderMachine } from "../../../machines/lead/order.ts";
import type { DeliveryResult, Destination } from "../../providers/ports.ts";
import { routedLead } from "../../providers/routed-lead.ts";
import type { OutboxQueue } from "../../store/outbox/outbox-queue.ts";
import type { AttemptOutcome, KeptSale, Message } from "../../store/rows.ts";
import { type NewSale, sourceIn } from "../../store/sales/ledger-book.ts";
import { type Order, unclearBegin, withNext } from "./order-of.ts";
import type { SendOptions } from "./send.ts";

/** What to record about an attempt. `optedOut`: why the lead's visitor wants it sent to nobody. */
export type Ending = { outcome: string; record: (outbox: OutboxQueue) => Promise<void>; optedOut?: string };

/** The result of an attempt, in the terms of the order's chart. */
export type Happened = {
  event: OrderEvent;
  detail: string;
  /** It could not have the lead and was not even tried: that is no attempt. */
  isLook?: true;
  /** It waits for the operator's decision, and nothing is wrong with it. */
  isHeld?: true;
  /** Nobody may have it before then, epoch milliseconds: that moves no order, and was no attempt. */
  notBefore?: number;
  result?: DeliveryResult;
  /** Where buyers bid: the buyers to be asked from now on, and their payload with their bids. */
  asked?: { names: readonly string[]; payload?: Record<string, unknown> };
};

/** How an attempt that was not declined is recorded where the lead goes on to the next buyer, or to nobody. */
const passedOn: Partial<Record<OrderEvent["type"], { outcome: AttemptOutcome; said: string }>> = {
  TURNED_AWAY: { outcome: "suppressed", said: "turned away" },
  CANNOT_NOW: { outcome: "failed", said: "passed over" },
};

/** What happens to a message: the order's chart decides, and its new state determines what is recorded. */
export function endingOf(
  message: Message,
  order: Order,
  { event, detail, isLook, isHeld, notBefore, result, asked }: Happened,
  { route, terms }: Pick<Destination, "route" | "terms">,
  { store, now }: Pick<SendOptions, "store" | "now">,
): Ending {
  if (notBefore !== undefined)
    return { outcome: "deferred", record: (outbox) => outbox.defer(message, notBefore, detail) };
  const [after] = transition(orderMachine, asked ? withNext(order, asked.names) : order, event);
  const buyer = message.destination;
  // Of several looks the first is recorded, which shows since when it could not be asked.
  const isFirst = message.attempts - message.attemptsForgiven <= 1;
  if (after.matches("asked") && after.context.buyer === buyer) {
    const due = Math.max(after.context.from, now());
    if (!isLook) return { outcome: "failed", record: (outbox) => outbox.retryAt(message, due, detail) };
    const isNoted = isFirst && route?.order !== undefined;
    return {
      outcome: "deferred",
      record: (outbox) => outbox[isNoted ? "lookAgainAt" : "defer"](message, due, detail),
    };
  }
  if (event.type === "WITHDRAWN")
    return { outcome: "suppressed", record: (outbox) => outbox.suppress(message, detail) };
  if (after.context.mayHave.includes(buyer))
    return { outcome: "parked", record: (outbox) => outbox.park(message, `${unclearBegin}${detail}`) };
  const { buyer: name, from: at, later } = after.context;
  const next = after.matches("asked") ? { name, at } : undefined;
  if (isHeld) return { outcome: "held", record: (outbox) => outbox.hold(message, detail) };
  if (event.type === "SET_ASIDE" || (event.type === "CANNOT_NOW" && !isLook && next === undefined))
    return { outcome: "parked", record: (outbox) => outbox.park(message, detail) };
  if (result && event.type === "ACCEPTED") {
    const { outcome } = result;
    return {
      outcome,
      record: (outbox) =>
        outbox.delivered(
          message,
          outcome === "duplicate" ? outcome : "accepted",
          detail,
          soldAs(message, result, terms, now()),
        ),
    };
  }
  const again = later.find((each) => each.buyer === buyer)?.from;
  const type = isLook ? "TURNED_AWAY" : event.type;
  const { outcome, said } = passedOn[type] ?? { outcome: "rejected", said: "rejected" };
  return {
    outcome: said,
    ...(result?.optedOut && { optedOut: detail }),
    async record(outbox) {
      // A message with a single receiver is declined for good, even after another process took it.
      if (!route && outcome === "rejected") await outbox.rejected(message, detail);
      else
        await outbox.passOn(message, {
          outcome,
          detail,
          next,
          again,
          payload: asked?.payload,
          isLook: isLook && !isFirst && again !== undefined,
        });
      if (route) await store.dailyPlaces.free(message.id);
    },
  };
}

/** The buyer's answer to the lead, and the line of the books. */
function soldAs(
  message: Message,
  { outcome, sale = {}, oddPrice }: DeliveryResult,
  terms: Destination["terms"],
  at: number,
): { said?: KeptSale; booked?: NewSale } {
  const { id: messageId, leadId, destination: buyer } = message;
  const { price = null, buyerId = null } = sale;
  const said = Object.keys(sale).length > 0 ? { messageId, leadId, price, buyerId, at } : undefined;
  if (!terms) return { said };
  const { about, record } = routedLead(JSON.parse(message.payload));
  const source = sourceIn(record, terms.knowsAffiliate, terms.sourceLevels);
  // A buyer that had the lead before we offered it has not bought it at its usual price.
  const isOurs = outcome === "accepted" || message.attempts > 1;
  const cents = price === null ? (isOurs ? (terms.priceCents() ?? 0) : 0) : Math.round(price * 100);
  return {
    said,
    booked: {
      messageId,
      leadId,
      buyer,
      buyerLeadId: buyerId,
      cents,
      at,
      oddPrice,
      ...source,
      survey: about.variant,
      qualified: about.qualified,
      returnDays: terms.returnDays,
      payout: terms.payoutOf(source.affiliate),
    },
  };
}
