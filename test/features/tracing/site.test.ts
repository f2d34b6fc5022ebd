import { beforeAll, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { during, siteProcessForTests } from "../../support/during.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { entriesC, JsonVisitor } from "../../support/visitors.ts";
import { thanks, waitFor } from "../../support/wait-for.ts";
import { type ArrivedSpan, startCollector } from "./collector.ts";

const proxyTrace = { id: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const traceparent = `00-${proxyTrace.id}-${proxyTrace.span}-01`;
/** A visitor's words and identifiers; none of them belongs into a trace. */
const personal = /\bana\b|rivera|213.{0,2}555|5550123|90210|truck|203\.0\.113|zqcanary|hospital|mozilla/i;

const collector = during(startCollector, ({ stub }) => stub.stop());
const zips = during(() => startStub(() => ({ body: "nonsense" })));
const trusted = during(() => startStub(() => ({ body: {} })));
const site = siteProcessForTests(() => ({
  TRUST_PROXY: "1",
  ZIP_LOOKUP_URL: `${zips.origin}/{zip}`,
  GIBBERISH_URL: `${trusted.origin}/judge`,
  TRACEPARENT_ORIGINS: trusted.origin,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.stub.origin,
  OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=of%20ours",
  OTEL_SERVICE_NAME: "survey-site",
}));
let spans: ArrivedSpan[];

beforeAll(async () => {
  const from = { "X-Forwarded-For": "203.0.113.77", "User-Agent": "Mozilla/5.0", traceparent };
  await send(site.url, "/survey/c?email=zqcanary@example.com&s1=zqcanary", { headers: from });
  await send(site.url, "/zqcanary@example.com/2135550123");
  await send(site.url, "/healthz");
  const visitor = await new JsonVisitor(site.url).open();
  await visitor.progress(entriesC());
  expect(thanks(await visitor.postLead())).toBe(true);
  await waitFor("the delivery", () => site.stubs.leadProsper.received.size === 1);
  const awaited = ["GET other", "POST /api/progress", "POST /post-lead", "deliver lead-prosper"];
  await waitFor("the traces", () =>
    awaited.every((name) => collector.spans.some((span) => span.name === name)),
  );
  // A silent collector delays neither visitors nor the end.
  collector.stub.fault = "slow";
  expect(thanks(await (await new JsonVisitor(site.url).open()).finish())).toBe(true);
  expect(await site.stop("SIGTERM")).toBe(0);
  spans = collector.spans;
});

const one = (name: string, trace?: string) => {
  const found = spans.filter((span) => span.name === name && (!trace || span.traceId === trace));
  expect(found, name).toHaveLength(1);
  return found[0]!;
};
const parentOf = (span: ArrivedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId);
const above = (span: ArrivedSpan): string[] => {
  const parent = parentOf(span);
  return parent ? [parent.name, ...above(parent)] : [];
};

it("requests are named by route and status, never by address", () => {
  const { attributes, kind, service } = one("POST /post-lead");
  expect([service, kind]).toEqual(["survey-site", 2]);
  expect(attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/post-lead",
    "http.response.status_code": 200,
    "claimpath.request_id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(one("GET other").attributes["http.response.status_code"]).toBe(404);
  expect(spans.map(({ name }) => name).filter((name) => /healthz|asset/.test(name))).toEqual([]);
});

it("work for a request is a child of its span", () => {
  const post = one("POST /post-lead");
  const progress = one("POST /api/progress");
  for (const [name, root] of [
    ["store submit", post],
    ["call zip-lookup", progress],
  ] as const) {
    expect(above(one(name, root.traceId)), name).toEqual([root.name]);
  }
  const replays = spans.filter(({ name, traceId }) => name === "replay" && traceId === progress.traceId);
  expect(replays.length).toBeGreaterThan(9);
  expect(new Set(replays.flatMap(above))).toEqual(new Set([progress.name]));
  expect(replays[0]!.attributes).toEqual({ "claimpath.variant": "c", "claimpath.entries": 1 });
  expect(one("store submit").attributes).toEqual({
    "db.system.name": "sqlite",
    "db.operation.name": "submit",
  });
  const roots = spans.filter((span) => !span.parentSpanId).map(({ name }) => name.split(" ")[0]);
  expect(new Set(roots), "what looks for work makes no trace").toEqual(new Set(["GET", "POST"]));
});

it("a delivery belongs to the request that made the lead", () => {
  const post = one("POST /post-lead");
  const delivery = one("deliver lead-prosper");
  expect(above(delivery)).toEqual(["store submit", "POST /post-lead"]);
  expect(delivery.attributes).toEqual({
    "claimpath.destination": "lead-prosper",
    "claimpath.attempt": 1,
    "claimpath.outcome": "accepted",
    "claimpath.request_id": post.attributes["claimpath.request_id"],
  });
  const call = spans.find((span) => span.name.startsWith("call ") && parentOf(span) === delivery)!;
  expect(call.attributes["http.response.status_code"]).toBe(200);
  expect([delivery.kind, call.kind]).toEqual([5, 3]);
});

it("a failed call says how it failed", () => {
  const { attributes, failed } = one("call zip-lookup");
  expect(failed).toBe(true);
  expect(attributes).toMatchObject({ "claimpath.provider": "zip-lookup", "error.type": "garbage" });
});

it("a trusted proxy's trace is continued; ours is sent outside only to named hosts", () => {
  const view = spans.find(({ parentSpanId }) => parentSpanId === proxyTrace.span)!;
  expect([view.name, view.traceId]).toEqual(["GET survey c", proxyTrace.id]);
  expect(zips.requests.length).toBeGreaterThan(0);
  for (const { headers } of [...zips.requests, ...site.stubs.leadProsper.requests]) {
    expect(headers).not.toHaveProperty("traceparent");
    expect(headers).toHaveProperty("x-request-id");
  }
  expect(trusted.requests[0]!.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

it("nothing that reaches the collector is personal", () => {
  expect(collector.raw().length).toBeGreaterThan(10_000);
  expect(collector.raw()).toContain('"x-api-key":"of ours"');
  // Any five digits may be in an id or a time by chance.
  const words = collector.raw().replaceAll(/"(?:[0-9a-f-]{16,}|\d{15,})"/g, "");
  expect(words.match(personal)).toBeNull();
});

it("spans not sent yet are sent when the site stops", async () => {
  const own = await startCollector();
  const stopping = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: own.stub.origin });
  await send(stopping.url, "/survey/c");
  await stopping.close();
  expect(own.spans.map(({ name }) => name)).toContain("GET survey c");
  await own.stub.stop();
});
