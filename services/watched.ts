import type { Log } from "./log.ts";
import { timed } from "./metrics/metered.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { ProviderFailure } from "./ports.ts";

/**
 * The same port, but each call is timed, and each failure leaves a line in the log before it goes on to the caller.
 * @param port an object of asynchronous functions only
 */
export function watched<Port extends object>(log: Log, metrics: Metrics, provider: string, port: Port): Port {
  const entries = Object.entries(port).map(([name, call]) => {
    const watchedCall = async (question: unknown) => {
      const started = performance.now();
      try {
        return await timed(metrics, provider, () => call(question));
      } catch (error) {
        const outcome = error instanceof ProviderFailure ? error.kind : "unexpected";
        const status = error instanceof ProviderFailure ? error.status : undefined;
        log("provider.failed", { provider, outcome, status, ms: performance.now() - started });
        throw error;
      }
    };
    return [name, watchedCall];
  });
  return Object.fromEntries(entries) as Port;
}
