import { createHash } from "node:crypto";
import type { SnapshotFrom } from "xstate";
import { orderMachine, type Postponed } from "../../../machines/lead/order.ts";
import type { Destination } from "../../providers/ports.ts";
import type { RoutedLead } from "../../providers/routed-lead.ts";
import { bidsName } from "../../settings/destinations/shape.ts";
import type { Attempt, Message, OfLead } from "../../store/rows.ts";

/** The state of a lead's order, in its chart. */
export type Order = SnapshotFrom<typeof orderMachine>;

type Standing = Pick<
  Message,
  "id" | "destination" | "status" | "attempts" | "attemptsForgiven" | "payload" | "runAt" | "updatedAt"
>;
type Tried = Pick<Attempt, "messageId" | "attempt" | "detail">;

/** The buyers of which at most one gets a lead, in the file's order; requests for their bids precede them. */
export function buyersInOrder(destinations: readonly Destination[]): string[] {
  return destinations
    .filter(({ route }) => route?.order !== undefined)
    .sort((one, other) => one.route!.order! - other.route!.order!)
    .map(({ name }) => name);
}

/** The same in the order in which they are asked for this lead: by their bids, by the draw, or as in the file. */
export function buyersOf(
  { id, orderBy, order = [] }: Pick<RoutedLead["about"], "id" | "orderBy" | "order">,
  destinations: readonly Destination[],
): string[] {
  const all = buyersInOrder(destinations);
  if (orderBy === "best-price") return order.filter((name) => all.includes(name));
  const drawn = new Map(destinations.map(({ name, route }) => [name, drawnPlace(id, name, route?.weight)]));
  return all.sort((one, other) => drawn.get(one)! - drawn.get(other)!);
}

/**
 * A number that puts a buyer before others as often as its weight says, the same in every process and at every start.
 * One buyer's number is independent of another's, so that the other buyers in the order do not matter.
 */
function drawnPlace(leadId: string, name: string, weight: number | undefined): number {
  if (weight === undefined) return 0;
  const bits = createHash("sha256").update(`${leadId} ${name}`).digest().readUIntBE(0, 6);
  return -Math.log((bits + 1) / (2 ** 48 + 1)) / weight;
}

/** The messages to these buyers, and to those that were in the order when the lead came (`about.order`). */
export function toBuyers<M extends Pick<Message, "destination" | "payload">>(
  messages: readonly M[],
  buyers: readonly string[],
): M[] {
  const all = new Set([...buyers, ...messages.flatMap(({ payload }) => aboutIn(payload).order ?? [])]);
  return messages.filter(({ destination }) => all.has(destination));
}

/** The known facts about the order in which a lead's buyers are asked: with their bids, once there are any. */
function aboutOf(messages: readonly Pick<Message, "payload">[]): Partial<RoutedLead["about"]> {
  const all = messages.map(({ payload }) => aboutIn(payload)).filter(({ order }) => order);
  return all.findLast(({ bids }) => bids) ?? all[0] ?? {};
}

function aboutIn(payload: string): Partial<RoutedLead["about"]> {
  try {
    return (JSON.parse(payload) as Partial<RoutedLead>).about ?? {};
  } catch {
    // Erased or unreadable: it is sent to nobody either.
    return {};
  }
}

const isOpen = ({ status }: Pick<Message, "status">) => status === "waiting" || status === "sending";

/**
 * When a buyer that could not be asked in its turn may be asked, in epoch milliseconds; undefined where it will not be
 * asked again automatically. Only this gives a finished message a future time.
 */
export function postponedTo({
  status,
  attempts,
  attemptsForgiven,
  runAt,
  updatedAt,
}: Standing): number | undefined {
  return status === "rejected" && attempts > attemptsForgiven && runAt > updatedAt ? runAt : undefined;
}

/** Whether its buyer has not been asked since a person offered the lead again. */
export function isOfferedAgain({ status, attempts, attemptsForgiven }: Standing): boolean {
  return status === "rejected" && attempts === attemptsForgiven;
}

/**
 * The order of a lead, replayed from the messages to its buyers and their attempts, like a visit from its log.
 * Undefined without buyers.
 * @param asked the message that is being sent
 * @param next the buyers that can be asked after that
 * @param later the buyers that could not be asked in their turn
 */
export function orderOf<M extends Standing>(
  messages: readonly M[],
  attempts: readonly Tried[],
  asked: M | undefined = messages.find(isOpen),
  { next = [], later = [] }: { next?: readonly string[]; later?: readonly Postponed[] } = {},
): Order | undefined {
  const last = asked ?? messages.toSorted((one, other) => one.updatedAt - other.updatedAt).at(-1);
  if (!last) return undefined;
  const namesOf = (some: readonly M[]) => some.map(({ destination }) => destination);
  const bought = messages.filter(({ status }) => status === "delivered");
  const mayHave = messages.filter(
    (message) =>
      message.status !== "delivered" && message.status !== "rejected" && doubtAt(message, attempts),
  );
  const isTakenElsewhere = [...bought, ...mayHave].some(({ id }) => id !== last.id);
  const context = {
    buyer: last.destination,
    from: 0,
    next: isTakenElsewhere ? [] : next,
    later: isTakenElsewhere ? [] : later,
    bought: namesOf(bought.toSorted((one, other) => one.updatedAt - other.updatedAt)),
    mayHave: namesOf(mayHave),
    isChecked: asked !== undefined && doubtAt(asked, attempts) === "checked",
  };
  const ended = mayHave.length > 0 ? "unknown" : bought.length > 0 ? "sold" : "unsold";
  const value = asked ? "asked" : ended;
  return orderMachine.resolveState({ value, context });
}

/** The same order with other buyers to be asked next; with nobody where one may have the lead already. */
export function withNext(order: Order, names: readonly string[]): Order {
  const next = names.filter((name) => order.context.next.includes(name));
  return orderMachine.resolveState({ value: order.value, context: { ...order.context, next } });
}

/**
 * `doubtful` where its receiver may have an attempt: it got no answer, or its end was not recorded. `checked` where all
 * such attempts preceded a person's resend.
 */
export function doubtAt(message: Standing, attempts: readonly Tried[]): "doubtful" | "checked" | undefined {
  const { id, destination, status, attempts: begun, attemptsForgiven: forgiven } = message;
  // No personal data is sent to that receiver.
  if (destination === bidsName) return undefined;
  const ends = new Map(
    attempts.filter(({ messageId }) => messageId === id).map((each) => [each.attempt, each.detail]),
  );
  const over = Array.from({ length: status === "sending" ? begun - 1 : begun }, (_, index) => index + 1);
  const unclear = over.filter((attempt) => isUnclear(ends.get(attempt) ?? unclearBegin));
  if (unclear.length === 0) return undefined;
  return unclear.some((attempt) => attempt > forgiven) ? "doubtful" : "checked";
}

/** How the detail of a message begins that is left to the operator, because its receiver may have the lead. */
export const unclearBegin = "unknown whether it has the lead: ";

/** Whether the receiver may have what it was sent, by how that ended: one that answers a ping does not have the lead. */
export function isUnclear(detail: string): boolean {
  return /^(?:.*last: )?timeout|(?<!\bping: .*)broke off its answer|^unknown whether it has the lead: /.test(
    detail,
  );
}

/** The buyer that was asked after this message's buyer declined. */
export function passedOnTo(
  { destination, status }: Pick<Message, "destination" | "status">,
  ofLead: readonly Pick<Message, "destination" | "payload">[],
  buyers: readonly string[],
): string | undefined {
  const { orderBy, order = [] } = aboutOf(ofLead);
  const inOrder = orderBy ? order : buyers;
  const place = inOrder.indexOf(destination);
  if (status !== "rejected" || place < 0) return undefined;
  return inOrder.slice(place + 1).find((name) => ofLead.some((message) => message.destination === name));
}

/**
 * The state of a lead's order in a sentence without its full stop; undefined where it was offered to no buyer.
 * @param time how a moment is written
 */
export function orderText(
  { messages, attempts }: OfLead,
  buyers: readonly string[],
  time: (at: number) => string,
): string | undefined {
  const offered = toBuyers(messages, buyers);
  const order = orderOf(offered, attempts);
  if (!order) return undefined;
  const { buyer, bought, mayHave } = order.context;
  const doubt = mayHave.includes(buyer) ? " and may have it already" : "";
  const before = bought.length > 0 ? `; sold to ${bought.join(" and ")} before` : "";
  const open = offered.find(isOpen);
  // A buyer that was tried, or could not be, has a time at which it is asked again.
  const isWaitedFor = open?.status === "waiting" && open.attempts > open.attemptsForgiven;
  const asked = buyer === bidsName ? "its buyers are asked for bids" : `${buyer} is asked`;
  const now = {
    asked: `${asked}${isWaitedFor ? ` again at ${time(open.runAt)}` : ""}${doubt}${before}`,
    passedOn: "passed on",
    sold: `sold to ${bought.join(" and ")}`,
    unsold: "unsold, and nobody is asked",
    unknown: `unknown whether ${mayHave.join(" and ")} has it, so nobody else is asked`,
  }[order.value];
  const declined = offered
    .filter(({ destination, status }) => status === "rejected" && ![buyer, bidsName].includes(destination))
    .map(({ destination }) => destination)
    .reverse();
  const passed = declined.length > 0 ? `; passed on by ${declined.join(", ")}` : "";
  const later = order.matches("asked")
    ? offered
        .filter((each) => each.destination !== buyer && postponedTo(each) !== undefined)
        .map(({ destination }) => destination)
    : [];
  const again = later.length > 0 ? `, of whom ${later.join(", ")} may be asked again` : "";
  return `${now}${passed}${again}${wayText(offered)}`;
}

/** Why its buyers are asked in this order, where it is not the file's. */
function wayText(offered: readonly Pick<Message, "payload">[]): string {
  const { orderBy, order = [], bids } = aboutOf(offered);
  if (orderBy === "weighted") return `; drawn by weight: ${order.join(", ")}`;
  if (!bids) return "";
  const each = order
    .filter((name) => name !== bidsName)
    .map((name) => {
      const { price } = (Object.hasOwn(bids.of, name) && bids.of[name]) || {};
      return price === undefined ? name : `${name} $${price.toFixed(2)}`;
    });
  return each.length === 0 ? "" : `; the highest bid first: ${each.join(", ")}`;
}

/** A buyer that was not offered a lead. `its`: what the lead itself says to that, for those who may read its answers. */
export type NotOffered = { name: string; why: string; its?: string };

/**
 * The buyers that were not offered a lead, and why: as recorded when it was their turn, or else by the present terms,
 * and then it says so.
 * @param lead as receivers are asked about it
 * @param destinations all of them, by the present terms
 */
export function notOffered(
  { messages, attempts }: OfLead,
  lead: RoutedLead,
  destinations: readonly Destination[],
): NotOffered[] {
  const buyers = buyersInOrder(destinations);
  const offered = toBuyers(messages, buyers);
  const order = orderOf(offered, attempts);
  // The first message names the receiver that would have had the lead when it came.
  const atFirst =
    offered.map(({ payload }) => aboutIn(payload)).findLast((about) => about.order)?.order ?? [];
  const routed = destinations.filter(({ route, bidsWithinMs }) => route && bidsWithinMs === undefined);
  return routed.flatMap(({ name, route }) => {
    const message = messages.find(({ destination }) => destination === name);
    const its = attempts.filter(({ messageId }) => messageId === message?.id);
    if (message?.status === "rejected" || message?.status === "waiting") {
      const isUntried = its.length > 0 && its.every(({ outcome }) => outcome === "suppressed");
      return isUntried
        ? [{ name, why: (message.lastError ?? "").replace(/^(?:not sent|gave up waiting): /, "") }]
        : [];
    }
    if (message) return [];
    const unwanted = atFirst.includes(name) ? undefined : route!.unwanted(lead);
    if (unwanted) return [{ name, why: `${unwanted.why}, by today’s settings`, its: unwanted.its }];
    if (route!.order === undefined) return [];
    return [{ name, why: order ? turnText(order, atFirst.includes(name)) : "it was not in the order then" }];
  });
}

function turnText({ value, context: { buyer, bought } }: Order, wasThere: boolean): string {
  if (value === "sold") return `${bought.join(" and ")} bought it first`;
  if (value === "unsold")
    return wasThere ? "it made no bid, or takes it no more" : "it was not in the order then";
  return value === "asked" ? `its turn comes after ${buyer}` : "it is not known whether another has it";
}
