import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { DeliveryResult, Destination } from "../../providers/ports.ts";
import type { Message } from "../../store/types.ts";
import { isUnclear } from "./one-sale.ts";
import { nextBuyer } from "./route.ts";
import type { Ending, SendOptions } from "./send.ts";

/** Tries at a buyer of the order before the next one is asked. */
const triesInOrder = 2;

type Payload = Record<string, unknown>;
type Options = Pick<SendOptions, "store" | "now" | "destinations">;

/**
 * Why a message is not sent to its receiver now: it is closed, or has had its leads of the day. Within the order the next
 * buyer is asked; else a closed receiver gets it when it opens, and what is over the cap is not sent to it at all.
 */
export async function turnedAway(
  message: Message,
  destination: Destination,
  payload: Payload,
  { store, now, destinations = [] }: Options,
): Promise<Ending | undefined> {
  const { name, route } = destination;
  if (!route) return undefined;
  const at = now();
  const isTheirs = await mayHaveIt(message, store);
  const next = isTheirs ? undefined : nextBuyer(destination, payload, destinations);
  const notSent = (why: string): Ending => ({
    outcome: "turned away",
    record: (outbox) => outbox.passOn(message, { outcome: "suppressed", detail: `not sent: ${why}`, next }),
  });
  const closedMs = route.closedForMs(at);
  if (closedMs > 0) {
    const why = `${name} takes no leads at this hour`;
    if (next !== undefined) return notSent(why);
    return { outcome: "deferred", record: (outbox) => outbox.defer(message, at + closedMs, why) };
  }
  if (route.dailyCap === undefined) return undefined;
  const wanted = { destination: name, day: route.day(at), messageId: message.id, cap: route.dailyCap };
  if (await hasPlace(store, wanted)) return undefined;
  const why = `${name} has had its leads of the day`;
  return isTheirs && route.order !== undefined ? unclear(message, why) : notSent(why);
}

async function hasPlace(
  { dailyPlaces }: Options["store"],
  wanted: Parameters<typeof dailyPlaces.take>[0],
): Promise<boolean> {
  try {
    return await dailyPlaces.take(wanted);
  } catch {
    throw new ProviderFailure("unavailable", "the leads of the day could not be counted");
  }
}

/**
 * How a receiver's answer ends a message: what it paid is kept first, and after a no the next buyer is asked. One that
 * may have the lead is left to the operator, and nobody else is sold it: its answer says neither, or it says no to a
 * repeated message, of which it may have taken the first.
 */
export async function answeredBy(
  message: Message,
  destination: Destination,
  payload: Payload,
  { outcome, detail, sale }: DeliveryResult,
  { store, now, destinations = [] }: Options,
): Promise<Ending> {
  const next = outcome === "rejected" ? nextBuyer(destination, payload, destinations) : undefined;
  if (outcome === "unknown") return unclear(message, `its answer is neither a yes nor a no: ${detail}`);
  if (next !== undefined && (await mayHaveIt(message, store, "since a person sent it again"))) {
    return unclear(message, `it says no, but may have taken an earlier attempt: ${detail}`);
  }
  if (outcome === "rejected") {
    return {
      outcome,
      async record(outbox) {
        await outbox.passOn(message, { outcome, detail, next });
        await store.dailyPlaces.free(message.id);
      },
    };
  }
  return {
    outcome,
    async record(outbox) {
      if (sale && Object.keys(sale).length > 0) {
        const { price = null, buyerId = null } = sale;
        await store.sales.keep({ messageId: message.id, leadId: message.leadId, price, buyerId, at: now() });
      }
      await outbox.delivered(message, outcome, detail);
    },
  };
}

/**
 * Whether a buyer of the order that could not be reached is passed over. Never where it may have the lead, because an
 * attempt got no answer: nobody else is sold that one, and the operator sees it parked in the end.
 */
export async function passedOver(
  message: Message,
  destination: Destination,
  failure: ProviderFailure,
  { store, destinations = [] }: Options,
): Promise<Ending | undefined> {
  const tries = message.attempts - message.attemptsForgiven;
  if (destination.route?.order === undefined || tries < triesInOrder) return undefined;
  const next = nextBuyer(destination, JSON.parse(message.payload), destinations);
  if (next === undefined || isUnclear(`${failure.kind} ${failure.message}`)) return undefined;
  if (await mayHaveIt(message, store)) return undefined;
  const detail = `given up after ${tries} attempts; last: ${failure.message}`;
  return {
    outcome: "passed over",
    async record(outbox) {
      await outbox.passOn(message, { outcome: "failed", detail, next });
      await store.dailyPlaces.free(message.id);
    },
  };
}

const unclearBegin = "unknown whether it has the lead: ";

/** Left to the operator: its receiver may have it. */
export function unclear(message: Message, why: string): Ending {
  return { outcome: "parked", record: (outbox) => outbox.park(message, `${unclearBegin}${why}`) };
}

/** Whether its receiver may have an earlier attempt; one whose end nobody could write down may have arrived too. */
async function mayHaveIt(
  message: Message,
  { outbox }: Options["store"],
  since?: "since a person sent it again",
): Promise<boolean> {
  const forgiven = since ? message.attemptsForgiven : 0;
  const earlier = message.attempts - 1 - forgiven;
  if (earlier <= 0) return false;
  const attempts = (await outbox.attempts(message.id).catch(() => [])).filter(
    ({ attempt }) => attempt > forgiven,
  );
  return attempts.length < earlier || attempts.some(({ detail }) => isUnclear(detail));
}
