import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { DeliveryResult, Destination } from "../../providers/ports.ts";
import type { Message } from "../../store/types.ts";
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
  const next = nextBuyer(destination, payload, destinations);
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
  return (await hasPlace(store, wanted)) ? undefined : notSent(`${name} has had its leads of the day`);
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

/** How a receiver's answer ends a message: what it paid is kept first, and after a no the next buyer is asked. */
export function answeredBy(
  message: Message,
  destination: Destination,
  payload: Payload,
  { outcome, detail, sale }: DeliveryResult,
  { store, now, destinations = [] }: Options,
): Ending {
  if (outcome === "rejected") {
    const next = nextBuyer(destination, payload, destinations);
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
  if (next === undefined || failure.kind === "timeout") return undefined;
  // An attempt whose end nobody could write down may have arrived too.
  const attempts = await store.outbox.attempts(message.id).catch(() => []);
  if (attempts.length < message.attempts - 1 || attempts.some(({ detail }) => detail.startsWith("timeout"))) {
    return undefined;
  }
  const detail = `given up after ${tries} attempts; last: ${failure.message}`;
  return {
    outcome: "passed over",
    async record(outbox) {
      await outbox.passOn(message, { outcome: "failed", detail, next });
      await store.dailyPlaces.free(message.id);
    },
  };
}
