import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Destination } from "../ports.ts";
import type { Store } from "../store/types.ts";
import { deliverable } from "./deliverable.ts";
import { lane } from "./lane.ts";
import { nameOf } from "./send.ts";

export type OutboxOptions = {
  store: Pick<Store, "outbox" | "leads" | "suppressions" | "consents">;
  destinations: readonly Destination[];
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look for messages that came due, in milliseconds. */
  pollMs: number;
  maxAttempts: number;
  log: Log;
  /** In [0, 1); spreads the retries. */
  random: () => number;
  /** Sends at the same time per destination. */
  perDestination?: number;
  /** Longest wait for one destination's answer, and for all of them when stopping, in milliseconds. */
  sendWithinMs?: number;
  stopWithinMs?: number;
};

export type OutboxWorker = {
  /** Looks for work now, for example because a lead was just stored. */
  poke(): void;
  /** Takes nothing new and waits for what is under way; what is not finished by then is sent again later. */
  stop(): Promise<void>;
};

/** Delivers the outbox: each destination has its own lane, so a slow or dead one never holds up another. */
export function startOutbox(options: OutboxOptions): OutboxWorker {
  const { store, log, pollMs, perDestination = 4, stopWithinMs = 10_000 } = options;
  const configured = options.destinations.filter((destination) => destination.configured);
  const onReleased = () => poke();
  const lanes = configured.map((each) => lane(each, perDestination, { ...options, onReleased }));
  let activated = false;
  let stopped = false;

  const activate = async () => {
    const count = await store.outbox.activate(deliverable(configured));
    activated = true;
    if (count > 0) log("outbox.activated", { count });
  };
  const poke = () => {
    if (stopped) return;
    for (const each of lanes) each.look();
  };
  const poll = () => {
    poke();
    if (activated) return;
    activate().then(poke, (error) => log("outbox.activate_failed", { error: nameOf(error) }));
  };
  poll();
  const timer = setInterval(poll, pollMs);
  timer.unref();

  return {
    poke,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const deadline = new AbortController();
      const tooLong = pause(stopWithinMs, undefined, { signal: deadline.signal }).catch(() => undefined);
      await Promise.race([Promise.all(lanes.map((each) => each.stop())), tooLong]);
      deadline.abort();
    },
  };
}
