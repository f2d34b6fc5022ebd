import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { otelTracer } from "../../../services/features/tracing/otel.ts";
import type { LogFields } from "../../../services/observe/log.ts";
import { span, traced, traceparent, traceWith } from "../../../services/observe/spans.ts";
import { type Collector, startCollector } from "./collector.ts";

describe("traces", () => {
  let collector: Collector;
  let logged: string[];
  beforeEach(async () => {
    collector = await startCollector();
    logged = [];
  });
  afterEach(async () => {
    traceWith(undefined);
    await collector.stub.stop();
  });

  function begin(share = 1) {
    const log = (event: string, _fields?: LogFields) => void logged.push(event);
    const settings = { endpoint: collector.stub.origin, headers: {}, serviceName: "test", share };
    const { tracer, stop } = otelTracer(settings, log);
    traceWith(tracer);
    return stop;
  }
  const root = { kind: "server", attributes: {} } as const;

  it("nested work is a child span, even after a wait, and a failure is reported by its kind only", async () => {
    const stop = begin();
    const failure = new TypeError("ana.rivera@example.com");
    const failing = traced("outer", root, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await span("inner", { count: 3 }, async () => {
        throw failure;
      });
    });
    await expect(failing).rejects.toBe(failure);
    expect(() => traced("sync", root, () => span("part", {}, () => JSON.parse("{")))).toThrow(SyntaxError);
    await stop();
    const { outer, inner, sync, part } = Object.fromEntries(collector.spans.map((each) => [each.name, each]));
    expect(inner).toMatchObject({ parentSpanId: outer!.spanId, failed: true });
    expect(inner!.attributes).toEqual({ count: 3, "error.type": "TypeError" });
    expect(part).toMatchObject({ parentSpanId: sync!.spanId, attributes: { "error.type": "SyntaxError" } });
    expect(collector.raw()).not.toContain("rivera");
  });

  it("work outside a trace makes no spans", async () => {
    const stop = begin();
    expect(span("alone", {}, () => traceparent())).toBeUndefined();
    traced("request", root, () => 1);
    await stop();
    expect(collector.spans.map(({ name }) => name)).toEqual(["request"]);
  });

  it("an incoming trace header decides whether there is a trace; an invalid one begins a new trace", async () => {
    const stop = begin(0);
    const id = "4bf92f3577b34da6a3ce929d0e0e4736";
    const from = (parent: string) => traced("request", { ...root, parent }, () => traceparent()!);
    expect(from(`00-${id}-00f067aa0ba902b7-01`)).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
    expect(from(`00-${id}-00f067aa0ba902b7-00`)).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`));
    for (const wrong of [
      "",
      "x",
      `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
      `00-${id}-01`,
      `ff-${id}-00f067aa0ba902b7-01`,
    ]) {
      expect(from(wrong), wrong).not.toContain(id);
      expect(from(wrong), wrong).toMatch(/-00$/);
    }
    await stop();
    expect(collector.spans).toHaveLength(1);
  });

  it("spans beyond the limit are dropped, and an outage is logged once", async () => {
    const stop = begin();
    collector.stub.fault = "4xx";
    for (let made = 0; made < 10_000; made++) traced("request", root, () => {});
    await expect.poll(() => logged).toEqual(["traces.not_sent"]);
    collector.stub.fault = "ok";
    await stop();
    expect(collector.spans.length).toBeLessThanOrEqual(2_048);
    expect(logged[0]).toBe("traces.not_sent");
    expect(logged.length).toBeLessThanOrEqual(2);
  });
});
