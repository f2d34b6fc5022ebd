import type { Metrics } from "../observe/metrics.ts";
import type { RecordAnswers } from "./record-answers.ts";

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
