import type { Destination } from "../ports.ts";
import { requestId } from "../request-id.ts";
import type { Message } from "../store/types.ts";
import { traced, untraced } from "../tracing/spans.ts";
import { rowsOf } from "./deliverable.ts";
import { nameOf, type SendOptions, send } from "./send.ts";

export type Lane = {
  /** Takes due messages until all places are taken or none is left. */
  look(): void;
  /** Takes nothing new; resolves when all that was taken has ended. */
  stop(): Promise<void>;
};

/** The deliveries to one destination, at most `places` at a time. */
export function lane(destination: Destination, places: number, options: SendOptions): Lane {
  const names = [...rowsOf(destination)];
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = false;

  const start = (sending: Promise<void>) => {
    const done = sending.finally(() => {
      underWay.delete(done);
      look();
    });
    underWay.add(done);
  };
  const deliver = (message: Message) => {
    const attributes = {
      "claimpath.destination": destination.name,
      "claimpath.attempt": message.attempts,
      "claimpath.request_id": message.requestId ?? undefined,
    };
    const parent = message.traceparent;
    return traced(`deliver ${destination.name}`, { kind: "consumer", attributes, parent }, () =>
      send(message, destination, options),
    );
  };
  const fill = async () => {
    do {
      lookAgain = false;
      while (!stopped && underWay.size < places) {
        const message = await options.store.outbox.claim(names, options.now());
        if (!message) break;
        start(requestId.run(message.requestId ?? undefined, () => deliver(message)));
      }
    } while (lookAgain && !stopped);
  };
  const look = () => {
    lookAgain = true;
    if (looking || stopped) return;
    // Whoever asked for this look, it is not for that request alone.
    looking = requestId
      .run(undefined, () => untraced(fill))
      .catch((error) =>
        options.log("outbox.claim_failed", { destination: destination.name, error: nameOf(error) }),
      )
      .finally(() => {
        looking = undefined;
        // Asked for while the last look was already ending.
        if (lookAgain) look();
      });
  };
  return {
    look,
    async stop() {
      stopped = true;
      await looking;
      await Promise.all(underWay);
    },
  };
}
