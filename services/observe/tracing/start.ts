import { setTimeout as pause } from "node:timers/promises";
import type { TraceSettings } from "../../settings/limits.ts";
import type { Log } from "../log.ts";
import { traceWith } from "./spans.ts";

/** What is left is sent within this time when the program stops, in milliseconds. */
const farewellMs = 5_000;

/**
 * Traces from now on, where a collector is configured.
 * @returns how to stop
 */
export async function startTracing(
  settings: TraceSettings | undefined,
  log: Log,
): Promise<() => Promise<void>> {
  if (!settings) return async () => {};
  const { otelTracer } = await import("./otel.ts");
  const { tracer, stop } = otelTracer(settings, log);
  traceWith(tracer);
  return async () => {
    traceWith(undefined);
    const over = new AbortController();
    const tooLong = pause(farewellMs, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([stop().catch(() => undefined), tooLong]);
    over.abort();
  };
}
