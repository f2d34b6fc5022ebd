import type { Metrics } from "../observe/metrics.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Destination } from "./ports.ts";

/** The same destination, timing its deliveries. */
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
