import { type Destination, ProviderFailure } from "../ports.ts";
import type { NewLead, Store } from "../store/types.ts";
import type { RecordAnswers } from "../visits/record-answers.ts";
import type { Metrics } from "./metrics.ts";

/** The same store, counting the leads it stores. */
export function meteredStore(store: Store, { leads }: Metrics): Store {
  const count = <Done extends { status: string }>(done: Done, { variant, qualified }: NewLead): Done => {
    const word = qualified === null ? "not judged" : qualified ? "yes" : "no";
    if (done.status === "stored") leads.inc({ variant, qualified: word });
    return done;
  };
  return {
    ...store,
    submit: async (...all) => count(await store.submit(...all), all[3].lead),
    submitContact: async (...all) => count(await store.submitContact(...all), all[1].lead),
  };
}

/** The same writer, counting posts by outcome. */
export function meteredAnswers(recordAnswers: RecordAnswers, { answers }: Metrics): RecordAnswers {
  return async (request) => {
    const recorded = await recordAnswers(request);
    for (const one of recorded) {
      const outcome = one.kind === "posted" && one.again ? "replayed" : one.kind;
      answers.inc({ variant: request.entry.variant.code, outcome });
    }
    return recorded;
  };
}

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
