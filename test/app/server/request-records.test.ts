import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import type { ServerEnv } from "../../../app/server/context.ts";
import { requestLog, traceRequests } from "../../../app/server/requests/request-log.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import { type Attributes, type Span, traceWith } from "../../../services/observe/tracing/spans.ts";

const theirs = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
type Begun = { name: string; attributes: Attributes; parent: Span | string | undefined };

/** Asks a page with a method the visitor made up. @returns what was recorded about it */
async function asked({ isBehindProxy }: { isBehindProxy: boolean }) {
  const spans: Begun[] = [];
  traceWith({
    begin(name, _kind, attributes, parent) {
      spans.push({ name, attributes, parent });
      return { set() {}, end() {}, traceparent: theirs };
    },
  });
  const metrics = createMetrics();
  const app = new Hono<ServerEnv>();
  app.use(requestLog({ log: silentLog, metrics }));
  app.use(traceRequests(isBehindProxy));
  app.all("*", (c) => c.text("ok"));
  await app.request("/survey/c?email=pat", { method: "PATRICIA", headers: { traceparent: theirs } });
  return { spans, metrics: await metrics.text() };
}
afterEach(() => traceWith(undefined));

describe("what is recorded about a request", () => {
  it("gives unknown methods one name, in metrics and traces", async () => {
    const { spans, metrics } = await asked({ isBehindProxy: false });
    expect(spans).toMatchObject([{ name: "other survey c", attributes: { "http.request.method": "other" } }]);
    expect(metrics).toContain('{route="survey c",method="other",status="200"');
    expect(metrics + JSON.stringify(spans)).not.toMatch(/patricia|pat\b/i);
  });

  it("belongs to a trace that began elsewhere only where a proxy of ours may say so", async () => {
    expect((await asked({ isBehindProxy: false })).spans).toMatchObject([{ parent: undefined }]);
    expect((await asked({ isBehindProxy: true })).spans).toMatchObject([{ parent: theirs }]);
  });
});
