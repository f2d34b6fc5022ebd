import { type Stub, startStub } from "../../stubs/stub-server.ts";

type Value = { stringValue?: string; intValue?: number; doubleValue?: number };
type Attribute = { key: string; value: Value };

/** A span as it arrived. */
export type ArrivedSpan = {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, string | number | undefined>;
  failed: boolean;
};

export type Collector = {
  stub: Stub;
  spans: ArrivedSpan[];
  /** All bytes that arrived, headers included. */
  raw(): string;
};

type Posted = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ArrivedSpan, "attributes"> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
};

/** An OpenTelemetry collector that takes traces as OTLP over HTTP with JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: ArrivedSpan[] = [];
  let raw = "";
  const stub = await startStub(({ path, headers, body }) => {
    raw += JSON.stringify(headers) + body;
    if (path !== "/v1/traces") return { status: 404, body: {} };
    for (const { resource, scopeSpans } of (JSON.parse(body) as Posted).resourceSpans) {
      const service = String(plain(resource.attributes)["service.name"]);
      for (const { name, kind, traceId, spanId, parentSpanId, attributes, status } of scopeSpans.flatMap(
        (scope) => scope.spans,
      )) {
        spans.push({
          service,
          name,
          kind,
          traceId,
          spanId,
          parentSpanId,
          attributes: plain(attributes),
          failed: status.code === 2,
        });
      }
    }
    return { body: {} };
  });
  return { stub, spans, raw: () => raw };
}

function plain(attributes: Attribute[]): ArrivedSpan["attributes"] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );
}
