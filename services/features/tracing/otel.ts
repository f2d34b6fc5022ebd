/** Spans by OpenTelemetry, sent to a collector. Loaded only where one is configured. */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Log } from "../../observe/log.ts";
import type { Span, Tracer } from "../../observe/spans.ts";
import type { TraceSettings } from "../../settings/limits.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
/** Longest wait for the collector, in milliseconds; no visitor's request waits for it. */
const exportMs = 5_000;
/** How many finished spans are kept for it, some two megabytes; more are dropped. */
const mostKept = 2_048;

/** @returns the tracer, and how to send what is left */
export function otelTracer(
  { endpoint, headers, serviceName, share }: TraceSettings,
  log: Log,
): { tracer: Tracer; stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: exportMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, log),
        maxQueueSize: mostKept,
        exportTimeoutMillis: 2 * exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer("claimpath");
  return {
    tracer: {
      begin(name, kind, attributes, parent) {
        const begun = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
        const { traceId, spanId, traceFlags } = begun.spanContext();
        return {
          traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
          set: (more) => void begun.setAttributes(more),
          end(errorType) {
            if (errorType) {
              begun.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
            }
            begun.end();
          },
        };
      },
    },
    stop: () => provider.shutdown(),
  };
}

/** The same exporter; it logs when the collector stops accepting spans, and when it accepts them again. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed !== isFailing) log(failed ? "traces.not_sent" : "traces.sent", { count: spans.length });
        isFailing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

const traceparentForm = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** An invalid traceparent begins a trace. */
function contextOf(parent: Span | string | undefined): Context {
  const text = typeof parent === "object" ? parent.traceparent : (parent ?? "");
  const [, traceId, spanId, flags] = traceparentForm.exec(text) ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const isRemote = typeof parent === "string";
  const traceFlags = Number.parseInt(flags!, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote });
}
