import { setTimeout } from "node:timers/promises";
import { errorName, type Log } from "../../observe/log.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { describeSpan } from "../../observe/tracing/spans.ts";
import type { DeliveryResult, Destination } from "../../providers/ports.ts";
import type { Message, OutboxQueue, Store } from "../../store/types.ts";
import { backOff } from "./back-off.ts";
import { type Permission, permissionFor } from "./hold.ts";
import { type Novelty, noveltyFor } from "./repeats.ts";
import { nextBuyer } from "./route.ts";
import { answeredBy, passedOver, turnedAway, unclear } from "./route-endings.ts";

/** What of the store deliveries ask. */
export type DeliveryStore = Pick<
  Store,
  "outbox" | "leads" | "suppressions" | "consents" | "sales" | "dailyPlaces" | "velocity"
>;

/** Ends after which the receiver does not have the lead, so that the next of the same person is its first. */
const notBought = ["rejected", "turned away", "passed over"];

export type SendOptions = {
  store: DeliveryStore;
  /** All that there are, among them the buyers that are asked in order. */
  destinations?: readonly Destination[];
  now: () => number;
  random: () => number;
  /** Tries before a message is parked. */
  maxAttempts: number;
  log: Log;
  /** Longest wait for an answer; must be shorter than the lock on the row. */
  sendWithinMs?: number;
  /** Told when messages of a lead became due that had waited for another one. */
  onReleased?: () => void;
};

/** What to write down about one attempt. `optedOut`: why the lead's visitor wants it sent to nobody. */
export type Ending = { outcome: string; record: (outbox: OutboxQueue) => Promise<void>; optedOut?: string };

/** Sends one claimed message and records how it ended. Never throws. */
export async function send(message: Message, destination: Destination, options: SendOptions): Promise<void> {
  const { leadId, attempts: attempt } = message;
  const about = { leadId, destination: destination.name, attempt };
  const ending = await attemptOf(message, destination, options);
  const insist = (record: () => Promise<void>) => whileLocked(message, options.now, record);
  describeSpan({ "claimpath.outcome": ending.outcome });
  try {
    const { optedOut } = ending;
    // Before the verdict itself: if this process ends in between, it is asked for again.
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
    options.log("outbox.record_failed", { ...about, error: errorName(error) });
  }
}

async function attemptOf(message: Message, destination: Destination, options: SendOptions): Promise<Ending> {
  const { maxAttempts, now, random, sendWithinMs = 100_000 } = options;
  const tries = message.attempts - message.attemptsForgiven;
  const park = (detail: string): Ending => ({
    outcome: "parked",
    record: (outbox) => outbox.park(message, detail),
  });
  // Only a row whose sender died each time gets here: perhaps it is what kills them.
  if (tries > maxAttempts) return park("the program stopped during every attempt");
  try {
    // Asked at every attempt: the visitor may have asked for it while the message waited.
    const permission = await ask(message, destination, options);
    if (permission.kind !== "send") return unsent(message, permission, destination, options);
    const payload = readPayload(message.payload, permission.repeats);
    const turned = await turnedAway(message, destination, payload, options);
    if (turned) return turned;
    const result = await within(
      sendWithinMs,
      destination.deliver({ id: message.id, payload, attempt: message.attempts }),
    );
    if (destination.route) return await answeredBy(message, destination, payload, result, options);
    return settled(message, result);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) return park(`${errorName(error)}: ${textOf(error)}`);
    const passed = await passedOver(message, destination, error, options);
    if (passed) return passed;
    const detail = [error.kind, error.status, error.message].filter(Boolean).join(" ");
    if (tries >= maxAttempts) return park(`gave up after ${tries} attempts; last: ${detail}`);
    const wait = backOff(tries, destination.firstRetryMs, random(), error.retryAfterMs);
    return { outcome: "failed", record: (outbox) => outbox.retryAt(message, now() + wait, detail) };
  }
}

/** Nobody gets this lead any more, and its visitor is on the suppression list from now on. */
async function stopSale(message: Message, reason: string, store: SendOptions["store"]): Promise<void> {
  const lead = await store.leads.get(message.leadId);
  if (lead) await store.suppressions.add(lead.record, "do-not-sell", reason);
  await store.outbox.withdraw(message, `not sent: ${reason}`);
}

function settled(message: Message, { outcome, detail, optedOut }: DeliveryResult): Ending {
  if (outcome === "unknown") return unclear(message, detail);
  if (outcome === "rejected") {
    const why = optedOut && { optedOut: detail };
    return { outcome, record: (outbox) => outbox.rejected(message, detail), ...why };
  }
  return { outcome, record: (outbox) => outbox.delivered(message, outcome, detail) };
}

async function ask(
  message: Message,
  destination: Destination,
  { store, now }: SendOptions,
): Promise<Exclude<Permission, { kind: "send" }> | Novelty> {
  try {
    const lead = await store.leads.get(message.leadId);
    if (!lead) return { kind: "send", repeats: false };
    const permission = await permissionFor(store, lead, destination);
    return permission.kind === "send"
      ? await noveltyFor(store, message, lead, destination, now())
      : permission;
  } catch {
    // Not knowing is no permission.
    throw new ProviderFailure("unavailable", "the suppression list could not be read");
  }
}

function unsent(
  message: Message,
  { kind, reason }: Exclude<Permission | Novelty, { kind: "send" }>,
  destination: Destination,
  { destinations = [] }: SendOptions,
): Ending {
  if (kind === "hold")
    return { outcome: "held", record: (outbox) => outbox.hold(message, `held: ${reason}`) };
  const detail = `not sent: ${reason}`;
  if (kind === "suppress")
    return { outcome: "suppressed", record: (outbox) => outbox.suppress(message, detail) };
  const next = nextBuyer(destination, readPayload(message.payload), destinations);
  return {
    outcome: "turned away",
    record: (outbox) => outbox.passOn(message, { outcome: "suppressed", detail, next }),
  };
}

/** @param repeats says in the lead that it repeats another, where its receiver is of the operator's file */
function readPayload(text: string, repeats = false): Record<string, unknown> {
  const payload: unknown = JSON.parse(text);
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    throw new TypeError("the payload is not an object");
  }
  const { about, ...rest } = payload as Record<string, unknown>;
  return repeats && typeof about === "object"
    ? { ...rest, about: { ...about, repeats } }
    : (payload as Record<string, unknown>);
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
  return error instanceof Error ? error.message : String(error);
}
