import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import { timed } from "./metered.ts";

/**
 * The same port, but each call is timed, and each failure leaves a line in the log before it goes on to the caller.
 * @param port an object of asynchronous functions only
 * @param quietMs failures that come sooner after a line are counted in the next one
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
