import type * as z from "zod";
import * as is from "./kinds.ts";

/** Settings of traces, by the names that OpenTelemetry gives them where it has one. */
export const traceShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: is.httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: is.headers.optional(),
  OTEL_SERVICE_NAME: is.text().default("claimpath"),
  OTEL_TRACES_SAMPLER_ARG: is.share.default(1),
  TRACEPARENT_ORIGINS: is
    .list(is.origin, "comma-separated http or https addresses without a path")
    .default([]),
};

type Checked = z.infer<z.ZodObject<typeof traceShape>>;

/** Where traces go, and which. */
export type TraceSettings = {
  /** An OTLP/HTTP collector that takes JSON, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Of the traces that begin here, 0 to 1. */
  share: number;
};

export function traceSettings(given: Checked) {
  const endpoint = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const traces: TraceSettings | undefined = endpoint
    ? {
        endpoint,
        headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: given.OTEL_SERVICE_NAME,
        share: given.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined;
  return {
    /** Undefined: nothing is traced. */
    traces,
    /** Receivers of our calls that get the trace header. */
    traceparentOrigins: given.TRACEPARENT_ORIGINS.map((address) => new URL(address).origin),
  };
}
