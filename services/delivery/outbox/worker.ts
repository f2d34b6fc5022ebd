import { setTimeout as pause } from "node:timers/promises";
import { failure, type Log, requestId } from "../../observe/log.ts";
import { traced } from "../../observe/spans.ts";
import type { Destination } from "../../providers/ports.ts";
import type { Message } from "../../store/rows.ts";
import { startWorkLoop, type WorkLoop } from "../work-loop.ts";
import { deliverable, rowsOf } from "./route.ts";
import { type DeliveryStore, type SendOptions, send } from "./send.ts";

export type OutboxOptions = {
  store: DeliveryStore;
  destinations: readonly Destination[];
  gates?: SendOptions["gates"];
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look for messages that came due, in milliseconds. */
  pollMs: number;
  maxAttempts: number;
  log: Log;
  metrics?: SendOptions["metrics"];
  /** A number in [0, 1) that spreads the retries. */
  random: () => number;
  /** Sends at the same time per destination. */
  perDestination?: number;
  /** Longest wait for one destination's answer, and for all of them when stopping, in milliseconds. */
  sendWithinMs?: number;
  stopWithinMs?: number;
};

export type Outbox = {
  /** Looks for messages now instead of at the next poll. @param rows names of those that are there; all, unless told */
  wake(rows?: readonly string[]): void;
  idle: WorkLoop["idle"];
  stop: WorkLoop["stop"];
};

/** Delivers the outbox: each destination has its own loop, so a slow or dead one never holds up another. */
export function startOutbox(options: OutboxOptions): Outbox {
  const { store, now, log, pollMs, perDestination = 8, stopWithinMs = 10_000 } = options;
  const configured = options.destinations.filter((destination) => destination.configured);
  const wake: Outbox["wake"] = (added) => {
    for (const { rows, loop } of loops) if (!added || rows.some((name) => added.includes(name))) loop.wake();
  };
  const loops = configured.map((destination) => {
    const rows = rowsOf(destination);
    // A series that first appears with its first event shows no increase.
    options.metrics?.unrecorded.inc({ destination: destination.name }, 0);
    const { route, bidsWithinMs } = destination;
    // A lead in an order does not wait for a pause to end: the next buyer is asked.
    const evenPaused = route?.order !== undefined && bidsWithinMs === undefined;
    const loop = startWorkLoop({
      claim: (most) => store.outbox.claim(rows, now(), most, undefined, evenPaused),
      run: (message) => deliver(message, destination, { ...options, onReleased: wake }),
      concurrency: perDestination,
      pollMs,
      onError: (error) => log("outbox.claim_failed", { destination: destination.name, ...failure(error) }),
    });
    return { rows, loop };
  });

  const activate = async () => {
    try {
      const count = await store.outbox.activate(deliverable(configured));
      clearInterval(retry);
      if (count > 0) log("outbox.activated", { count });
      wake();
    } catch (error) {
      log("outbox.activate_failed", failure(error));
    }
  };
  const retry = setInterval(activate, pollMs);
  retry.unref();
  const activated = activate();

  return {
    wake,
    async idle() {
      await activated;
      await Promise.all(loops.map(({ loop }) => loop.idle()));
    },
    /** Waits for messages in progress, for a limited time; what has not ended by then is sent again later. */
    async stop() {
      clearInterval(retry);
      const deadline = new AbortController();
      const tooLong = pause(stopWithinMs, undefined, { signal: deadline.signal }).catch(() => undefined);
      await Promise.race([Promise.all(loops.map(({ loop }) => loop.stop())), tooLong]);
      deadline.abort();
    },
  };
}

/** Sends one message in the trace of the request that stored it. */
function deliver(
  message: Message,
  destination: Destination,
  options: Parameters<typeof send>[2],
): Promise<void> {
  const attributes = {
    "claimpath.destination": destination.name,
    "claimpath.attempt": message.attempts,
    "claimpath.request_id": message.requestId ?? undefined,
  };
  const parent = message.traceparent;
  return requestId.run(message.requestId ?? undefined, () =>
    traced(`deliver ${destination.name}`, { kind: "consumer", attributes, parent }, () =>
      send(message, destination, options),
    ),
  );
}
