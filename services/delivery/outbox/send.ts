import { setTimeout } from "node:timers/promises";
import type { OrderEvent } from "../../../machines/lead/order.ts";
import { errorName, failure, type Log } from "../../observe/log.ts";
import type { Metrics } from "../../observe/metrics.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { describeSpan } from "../../observe/spans.ts";
import type { DeliveryResult, Destination, Route } from "../../providers/ports.ts";
import { type RoutedLead, routedLead } from "../../providers/routed-lead.ts";
import type { Capped, Full } from "../../store/outbox/daily-places.ts";
import { isNotice, type Message } from "../../store/rows.ts";
import { sourceIn } from "../../store/sales/ledger-book.ts";
import type { Store } from "../../store/store.ts";
import { backOff } from "../work-loop.ts";
import { bidStandsMs, bidsFor, type Shut } from "./bidding.ts";
import { type Ending, endingOf, type Happened } from "./ending.ts";
import { type Gate, type Gated, gated } from "./gate.ts";
import { type Permission, permissionFor } from "./hold.ts";
import {
  buyersInOrder,
  isOfferedAgain,
  isUnclear,
  type Order,
  orderOf,
  postponedTo,
  toBuyers,
} from "./order-of.ts";
import { type Novelty, noveltyFor } from "./repeats.ts";
import { buyersAfter, buyersFor } from "./route.ts";

/** How soon a paused or full buyer of an order is looked at again, in milliseconds. */
const lookAgainMs = 60_000;
/**
 * How long a lead waits for such a buyer, in milliseconds, from when it would have been asked, or from when the last of
 * the closed buyers opens: later it is worth little.
 */
const waitsForMs = 60 * 60_000;

/** The part of the store that deliveries use. */
export type DeliveryStore = Pick<
  Store,
  | "outbox"
  | "leads"
  | "suppressions"
  | "consents"
  | "dailyPlaces"
  | "velocity"
  | "ownLists"
  | "pauses"
  | "bookkeeping"
>;

/** Ends after which the receiver does not have the lead, so that the next of the same person is its first. */
const notBought = ["rejected", "turned away", "passed over"];

export type SendOptions = {
  store: DeliveryStore;
  /** All of them, including the buyers that are asked in order. */
  destinations?: readonly Destination[];
  /** What stands before every receiver of a lead. */
  gates?: readonly Gate[];
  now: () => number;
  random: () => number;
  /** Tries before a message is parked. */
  maxAttempts: number;
  log: Log;
  /** Counts deliveries whose end could not be recorded. */
  metrics?: Pick<Metrics, "unrecorded">;
  /** Longest wait for an answer; must be shorter than the lock on the row. */
  sendWithinMs?: number;
  /** Called when messages of a lead became due after waiting for another one. */
  onReleased?: () => void;
};

/** Sends one claimed message and records how it ended. Never throws. */
export async function send(message: Message, destination: Destination, options: SendOptions): Promise<void> {
  const { leadId, attempts: attempt } = message;
  const about = { leadId, destination: destination.name, attempt };
  const ending = await attemptOf(message, destination, options);
  const insist = (record: () => Promise<void>) => whileLocked(message, options.now, record);
  describeSpan({ "claimpath.outcome": ending.outcome });
  try {
    const { optedOut } = ending;
    // Before the verdict itself: if this process ends in between, it is requested again.
    if (optedOut) await insist(() => stopSale(message, optedOut, options.store));
    await insist(() => ending.record(options.store.outbox));
    if (notBought.includes(ending.outcome)) await options.store.velocity.free(message.id);
    options.log("outbox.sent", { ...about, outcome: ending.outcome });
    if (destination.goesFirst && ending.outcome !== "failed") {
      await insist(() => options.store.outbox.release(leadId));
      options.onReleased?.();
    }
  } catch (error) {
    // The row's lock runs out and it is sent again under the same id: at least once, as promised.
    options.log("outbox.record_failed", { ...about, ...failure(error) });
    options.metrics?.unrecorded.inc({ destination: destination.name });
  }
}

async function attemptOf(message: Message, destination: Destination, options: SendOptions): Promise<Ending> {
  // Without its attempts, the lead may have had any order.
  let standing: Standing = { order: orderOf([message], [], message)!, sinceMs: options.now() };
  const tries = message.attempts - message.attemptsForgiven;
  const happened = async (): Promise<Happened> => {
    // Only a row whose sender died each time gets here: perhaps it is what kills them.
    if (tries > options.maxAttempts)
      return { event: { type: "SET_ASIDE" }, detail: "the program stopped during every attempt" };
    try {
      standing = await standingOf(message, destination, options);
      return await tried(message, destination, standing, options);
    } catch (error) {
      return failed(error, tries, destination, options);
    }
  };
  const ended = await happened();
  return endingOf(message, standing.order, ended, destination, options);
}

/** `sinceMs`: when its receiver was first asked, or would have been, since the lead was offered; epoch milliseconds. */
type Standing = { order: Order; sinceMs: number };

/** The order that this message is in; what only one receiver is sent is an order of one, whose every word counts. */
async function standingOf(
  message: Message,
  destination: Destination,
  { store: { outbox }, destinations = [], now }: SendOptions,
): Promise<Standing> {
  const at = now();
  if (destination.route?.order === undefined) {
    const first = { ...message, attempts: 0 };
    return { order: orderOf([first], [], first)!, sinceMs: at };
  }
  const payload = readPayload(message.payload);
  const { messages, attempts } = await outbox.ofLead(message.leadId).catch(() => {
    throw new ProviderFailure("unavailable", "the order could not be read");
  });
  const others = toBuyers(messages, buyersInOrder(destinations)).filter(({ id }) => id !== message.id);
  const next = buyersAfter(destination, payload, destinations).filter((name) =>
    others.every((each) => each.destination !== name || isOfferedAgain(each)),
  );
  // Of those that may be asked already the first of the order is.
  const later = buyersFor(payload, destinations).flatMap((buyer) => {
    const from = others.filter((each) => each.destination === buyer).map(postponedTo)[0];
    return from === undefined ? [] : [{ buyer, from: Math.max(from, at) }];
  });
  const first = attempts.find(
    ({ messageId, attempt }) => messageId === message.id && attempt > message.attemptsForgiven,
  );
  return {
    order: orderOf([...others, message], attempts, message, { next, later })!,
    sinceMs: first?.at ?? at,
  };
}

/** Sends a message, unless there is a reason against it, and returns the result. */
async function tried(
  message: Message,
  destination: Destination,
  standing: Standing,
  options: SendOptions,
): Promise<Happened> {
  const { sendWithinMs = 100_000, now } = options;
  // Asked at every attempt: the visitor may have asked for it while the message waited.
  const permission = await ask(message, destination, options);
  if (permission.kind !== "send") return refusedBy(permission);
  const payload = withoutOldBids(readPayload(message.payload, permission), now());
  const whole = { ...message, payload: JSON.stringify(payload) };
  if (destination.bidsWithinMs !== undefined) return bids(whole, destination.bidsWithinMs, standing, options);
  const turned = await turnedAway(whole, destination, standing, options);
  if (turned) return turned;
  let tooDear: Happened | undefined;
  const sent = destination.deliver({
    id: message.id,
    payload,
    attempt: message.attempts,
    affords: async (cents) => {
      tooDear = await turnedAway(whole, destination, standing, options, cents);
      if (tooDear) await options.store.dailyPlaces.free(message.id);
      return tooDear === undefined;
    },
    record: async () => {
      const lead = await options.store.leads.get(message.leadId);
      return lead && lead.erasedAt === null ? lead.record : undefined;
    },
    owed: () => options.store.bookkeeping.owed(message.leadId),
  });
  const result = await within(sendWithinMs, sent).catch((error): DeliveryResult => {
    if (error instanceof ProviderFailure || destination.route?.order === undefined) throw error;
    // The fault is ours, and it may have come after the request was sent.
    return { outcome: "unknown", detail: textOf(error) };
  });
  if (tooDear) return tooDear;
  return { event: { type: heard[result.outcome] }, detail: wordsOf(result, destination), result };
}

function failed(
  error: unknown,
  tries: number,
  { firstRetryMs, bidsWithinMs }: Destination,
  { maxAttempts, now, random }: SendOptions,
): Happened {
  if (!(error instanceof ProviderFailure)) return { event: { type: "SET_ASIDE" }, detail: textOf(error) };
  // After two rounds without a bid, the buyers are asked one after another.
  const isLastTry = tries >= (bidsWithinMs === undefined ? maxAttempts : mostRounds);
  const from = now() + backOff(tries, firstRetryMs, random(), error.retryAfterMs);
  const said = [error.kind, error.status, error.message].filter(Boolean).join(" ");
  return {
    // A request for a bid delivers no lead, however it ends.
    event:
      isUnclear(said) && bidsWithinMs === undefined
        ? { type: "UNANSWERED", from, isLastTry }
        : { type: "CANNOT_NOW", from, isLastTry },
    detail: isLastTry ? `gave up after ${tries} attempts; last: ${said}` : said,
    ...(bidsWithinMs !== undefined && !isLastTry && { asked: { names: [] } }),
  };
}

const mostRounds = 2;

const heard = {
  accepted: "ACCEPTED",
  duplicate: "ACCEPTED",
  rejected: "DECLINED",
  unknown: "UNCLEAR",
} as const;

function wordsOf({ outcome, detail }: DeliveryResult, { route }: Destination): string {
  return route && outcome === "unknown" ? `its answer is neither a yes nor a no: ${detail}` : detail;
}

/** Nobody gets this lead any more, and its visitor is added to the suppression list. */
async function stopSale(message: Message, reason: string, store: SendOptions["store"]): Promise<void> {
  const lead = await store.leads.get(message.leadId);
  if (lead) await store.suppressions.add(lead.record, "do-not-sell", reason);
  await store.outbox.withdraw(message, `not sent: ${reason}`);
}

type Asked = Permission | Novelty | Gated;
type Sendable = { kind: "send"; repeats: boolean; marks: readonly string[] };

async function ask(
  message: Message,
  destination: Destination,
  { store, now, gates = [], log }: SendOptions,
): Promise<Exclude<Asked, { kind: "send" }> | Sendable> {
  const plain: Sendable = { kind: "send", repeats: false, marks: [] };
  // It tells who has the lead that its visitor refused, and no refusal holds that back.
  if (isNotice(message.destination)) return plain;
  try {
    const lead = await store.leads.get(message.leadId);
    if (!lead) return plain;
    const permission = await permissionFor(store, lead, destination);
    if (permission.kind !== "send") return permission;
    const found = await gated(gates, lead, message, { now, log });
    if (found.kind !== "send") return found;
    const novelty = await noveltyFor(store, message, lead, destination, now());
    return novelty.kind === "send" ? { ...novelty, marks: found.marks } : novelty;
  } catch {
    // Not knowing is no permission.
    throw new ProviderFailure("unavailable", "the suppression list could not be read");
  }
}

function refusedBy(refusal: Exclude<Asked, { kind: "send" }>): Happened {
  const { kind, reason } = refusal;
  if (kind === "wait") {
    const event = { type: "CANNOT_NOW", from: refusal.until, isLastTry: false } as const;
    return { event, detail: `not sent yet: ${reason}`, notBefore: refusal.until };
  }
  if (kind === "hold") return { event: { type: "SET_ASIDE" }, detail: `held: ${reason}`, isHeld: true };
  const type = kind === "suppress" ? "WITHDRAWN" : "TURNED_AWAY";
  return { event: { type }, detail: `not sent: ${reason}` };
}

/**
 * Why a message is not sent to its receiver now: it is paused, closed or full, or the affiliate is. A buyer's leads are
 * counted without a cap too, so that one that is set counts from the beginning of its day, week or month.
 */
async function turnedAway(
  { id: messageId, payload }: Message,
  destination: Destination,
  standing: Standing,
  { store, destinations = [], now }: SendOptions,
  bid?: number,
): Promise<Happened | undefined> {
  const { name, route } = destination;
  if (!route) return undefined;
  const at = now();
  const isInOrder = route.order !== undefined;
  const waitMs = route.closedForMs(at);
  if (waitMs > 0)
    return {
      event: { type: "CANNOT_NOW", from: at + waitMs, isLastTry: false },
      detail: `${name} takes no leads at this hour`,
      isLook: true,
    };
  const looksAgain = (said: string): Happened => {
    const event = lookAgain(standing, readPayload(payload), destinations, at);
    const begin = event.isLastTry ? "gave up waiting" : "not sent";
    return { event, detail: `${begin}: ${name} ${said}`, isLook: true };
  };
  // Nothing is claimed for other paused receivers.
  if (isInOrder && (await pausedIn(store)).includes(name)) return looksAgain("is paused");
  const wanted = placesFor(messageId, payload, destination, at, bid);
  if (!wanted) return undefined;
  const none = await store.dailyPlaces.take(wanted).catch(() => {
    throw new ProviderFailure("unavailable", "the leads of the day could not be counted");
  });
  if (!none) return undefined;
  return isInOrder && none.party === "receiver" ? looksAgain(fullText(none)) : fullAt(none, name);
}

/** When a paused or full buyer of an order is looked at again. */
function lookAgain(
  { sinceMs }: Standing,
  payload: Record<string, unknown>,
  destinations: readonly Destination[],
  at: number,
): OrderEvent & { type: "CANNOT_NOW" } {
  const doors = buyersFor(payload, destinations).map((name) => {
    const route = destinations.find((each) => each.name === name)?.route;
    return route ? opensAt(route, sinceMs) : sinceMs;
  });
  const until = Math.max(sinceMs, ...doors) + waitsForMs;
  return { type: "CANNOT_NOW", from: Math.min(at + lookAgainMs, until), isLastTry: at >= until };
}

/** When a buyer's hours next open, from a given moment on; hours are those of a week. */
function opensAt(route: Pick<Route, "closedForMs">, from: number): number {
  let at = from;
  for (let days = 0; days < 7; days++) {
    const waitMs = route.closedForMs(at);
    if (waitMs === 0) return at;
    at += waitMs;
  }
  return at;
}

async function pausedIn({ pauses }: Pick<Store, "pauses">): Promise<string[]> {
  const all = await pauses.list().catch(() => {
    throw new ProviderFailure("unavailable", "who is paused could not be read");
  });
  return all.map(({ destination }) => destination);
}

/** The places that a message needs, and the money that will be booked for it; undefined where nothing is counted. */
function placesFor(
  messageId: string,
  payload: string,
  { name, route, terms }: Destination,
  at: number,
  bid?: number,
) {
  if (!route || (!terms && Object.keys(route.caps()).length === 0)) return undefined;
  const of: Capped[] = [{ party: "receiver", name, caps: route.capsInFile }];
  const { about, record } = routedLead(JSON.parse(payload));
  const { affiliate } = sourceIn(record, terms?.knowsAffiliate);
  if (terms && affiliate !== "")
    of.push({ party: "affiliate", name: affiliate, caps: terms.affiliateCaps(affiliate) });
  // A buyer that has not bid yet may bid anything, which is judged once it has.
  const standing = about.bids && Object.hasOwn(about.bids.of, name) ? about.bids.of[name]!.price : undefined;
  const known = bid ?? (standing === undefined ? 0 : Math.round(standing * 100));
  return { messageId, day: route.day(at), cents: terms?.bids ? known : (terms?.priceCents() ?? 0), of };
}

const fullText = ({ full }: Full) => (full === "paused" ? "is paused" : `has had its ${fullWords[full]}`);

function fullAt(none: Full, name: string): Happened {
  const said = fullText(none);
  return none.party === "receiver"
    ? { event: { type: "TURNED_AWAY" }, detail: `not sent: ${name} ${said}` }
    : // No buyer may have it now: it stays until the pause is over, or a person sends it when the caps allow it.
      { event: { type: "SET_ASIDE" }, detail: `held: affiliate ${none.name} ${said}`, isHeld: true };
}

/** The affiliate whose pause holds a message, from the recorded reason. */
export function affiliateHeld(reason: string): string | undefined {
  return /^held: affiliate (.+) is paused$/.exec(reason)?.[1];
}

/** The bids of the buyers that are left; a buyer that could not be sent the lead now is not asked. */
async function bids(
  message: Message,
  withinMs: number,
  standing: Standing,
  { store, destinations = [], now }: SendOptions,
): Promise<Happened> {
  const at = now();
  const payload = readPayload(message.payload);
  const paused = await pausedIn(store);
  const again = lookAgain(standing, payload, destinations, at);
  const shut = async (buyer: Destination): Promise<Shut | undefined> => {
    const { name, route } = buyer;
    const waitMs = route?.closedForMs(at) ?? 0;
    if (waitMs > 0) return { why: "takes no leads at this hour", from: at + waitMs, isLastTry: false };
    if (paused.includes(name)) return { why: "is paused", ...again };
    const wanted = placesFor(`${message.leadId}.${name}`, message.payload, buyer, at);
    const none =
      wanted &&
      (await store.dailyPlaces.fullFor(wanted).catch(() => {
        throw new ProviderFailure("unavailable", "the leads of the day could not be counted");
      }));
    if (!none) return undefined;
    return {
      why: fullText(none),
      ...again,
      ...(none.party === "affiliate" && { forAll: fullAt(none, name) }),
    };
  };
  const { next } = standing.order.context;
  const asked = next.flatMap((name) => destinations.filter((each) => each.name === name));
  return bidsFor(message, asked, withinMs, { shut, now });
}

const fullWords = {
  "daily-cap": "leads of the day",
  "weekly-cap": "leads of the week",
  "monthly-cap": "leads of the month",
  "daily-budget": "money of the day",
  "weekly-budget": "money of the week",
  "monthly-budget": "money of the month",
};

/**
 * @param found says in the lead that it repeats another, and what was found about it, where its receiver is of the operator's
 * file
 */
function readPayload(
  text: string,
  { repeats, marks }: Pick<Sendable, "repeats" | "marks"> = { repeats: false, marks: [] },
): Record<string, unknown> {
  const payload: unknown = JSON.parse(text);
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    throw new TypeError("the payload is not an object");
  }
  const { about, ...rest } = payload as Record<string, unknown>;
  if (typeof about !== "object" || (!repeats && marks.length === 0))
    return payload as Record<string, unknown>;
  return { ...rest, about: { ...about, ...(repeats && { repeats }), ...(marks.length > 0 && { marks }) } };
}

function withoutOldBids(payload: Record<string, unknown>, at: number): Record<string, unknown> {
  const { about } = payload as Partial<RoutedLead>;
  if (!about?.bids || at - about.bids.at < bidStandsMs) return payload;
  return { ...payload, about: { ...about, bids: undefined } };
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = setTimeout(ms, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new ProviderFailure("timeout", `no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    stop.abort();
  }
}

/** Longest pause before a result is recorded again, in milliseconds. */
const longestPauseMs = 2_000;

/**
 * A result that was hard to get is worth patience with a store that was lost: as long as the row is ours nobody else
 * sends it, and who receives it gets it once.
 */
async function whileLocked(
  { lockedUntil }: Message,
  now: () => number,
  record: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await record();
    } catch (error) {
      const pause = Math.min(longestPauseMs, 250 * 2 ** tries);
      if (now() + pause >= (lockedUntil ?? 0)) throw error;
      await setTimeout(pause, undefined, { ref: false });
    }
  }
}

function textOf(error: unknown): string {
  return `${errorName(error)}: ${error instanceof Error ? error.message : String(error)}`;
}
