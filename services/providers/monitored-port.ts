import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Destination } from "./ports.ts";

/** The same destination, with timed deliveries. */
export function meteredDestination(destination: Destination, metrics: Metrics): Destination {
  const { name } = destination;
  return {
    ...destination,
    deliver: (message) =>
      timed(
        metrics,
        name,
        () => destination.deliver(message),
        ({ outcome }) => outcome,
      ),
  };
}

/** Times one call. @param outcomeOf names the outcome of an answer */
export async function timed<Answer>(
  { calls }: Metrics,
  provider: string,
  call: () => Promise<Answer>,
  outcomeOf: (answer: Answer) => string = () => "answered",
): Promise<Answer> {
  const began = performance.now();
  const end = (outcome: string) => calls.observe({ provider, outcome }, (performance.now() - began) / 1000);
  try {
    const answer = await call();
    end(outcomeOf(answer));
    return answer;
  } catch (error) {
    end(error instanceof ProviderFailure ? error.kind : "unexpected");
    throw error;
  }
}

/**
 * The same port, but each call is timed, and each failure is logged before it reaches the caller.
 * @param port an object of asynchronous functions only
 * @param quietMs failures within this time after a line are counted in the next one
 */
export function monitoredPort<Port extends object>(
  log: Log,
  metrics: Metrics,
  provider: string,
  port: Port,
  { quietMs = 0 } = {},
): Port {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  const entries = Object.entries(port).map(([name, call]) => {
    const monitoredCall = async (question: unknown) => {
      const started = performance.now();
      try {
        return await timed(metrics, provider, () => call(question));
      } catch (error) {
        const outcome = error instanceof ProviderFailure ? error.kind : "unexpected";
        const status = error instanceof ProviderFailure ? error.status : undefined;
        unlogged++;
        const ended = performance.now();
        if (ended - loggedAt >= quietMs) {
          const count = quietMs > 0 ? unlogged : undefined;
          log("provider.failed", { provider, outcome, status, ms: ended - started, count });
          [loggedAt, unlogged] = [ended, 0];
        }
        throw error;
      }
    };
    return [name, monitoredCall];
  });
  return Object.fromEntries(entries) as Port;
}
