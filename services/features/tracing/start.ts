import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../observe/log.ts";
import { traceWith } from "../../observe/spans.ts";
import type { TraceSettings } from "../../settings/limits.ts";
import type { Job } from "../feature.ts";
import { otelTracer } from "./otel.ts";

/** Remaining spans are sent within this time when the program stops, in milliseconds. */
const farewellMs = 5_000;

/** Traces from now on. Stopped, it sends what is left. */
export function startTracing(settings: TraceSettings, log: Log): Job {
  const { tracer, stop } = otelTracer(settings, log);
  traceWith(tracer);
  return {
    async stop() {
      traceWith(undefined);
      const over = new AbortController();
      const tooLong = pause(farewellMs, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([stop().catch(() => undefined), tooLong]);
      over.abort();
    },
  };
}
