import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import type { ServerEnv } from "../../../app/server/context.ts";
import { clientAddress } from "../../../app/server/requests/request-facts.ts";
import { requestLog, traceRequests } from "../../../app/server/requests/request-log.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import { type Attributes, type Span, traceWith } from "../../../services/observe/spans.ts";
import { holds } from "../../support/holds.ts";

describe("the visitor's address", holds("T30"), () => {
  it.each([
    ["is the socket's where no proxy is trusted", "10.0.0.1", "192.0.2.1", 0, "10.0.0.1"],
    ["is what the one trusted proxy appended", "10.0.0.1", "192.0.2.1, 203.0.113.5", 1, "203.0.113.5"],
    [
      "is what the outer of two trusted proxies appended",
      "10.0.0.1",
      "192.0.2.1, 203.0.113.5, 10.0.0.2",
      2,
      "203.0.113.5",
    ],
    ["is the socket's where a trusted proxy said nothing", "203.0.113.9", undefined, 1, "203.0.113.9"],
    ["overlooks empty entries", "10.0.0.1", " , ,203.0.113.5 ", 1, "203.0.113.5"],
    ["is the same in either notation", "::ffff:203.0.113.5", undefined, 0, "203.0.113.5"],
    ["is the same in the longer notation", "10.0.0.1", "::ffff:cb00:7109", 1, "203.0.113.9"],
    ["is without a port", "10.0.0.1", "[2001:db8::9]:443", 1, "2001:db8::9"],
    ["is empty where it is no address", "10.0.0.1", "a".repeat(9_999), 1, ""],
    ["is empty where it is unknown", "10.0.0.1", "unknown", 1, ""],
    ["is empty in another header's form", "10.0.0.1", "for=203.0.113.9", 1, ""],
    ["is empty with a zone", "10.0.0.1", "fe80::1%eth0", 1, ""],
  ])("%s", (_name, socket, forwarded, proxies, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });

  it("is never read from further left, however much is there", () => {
    const claims = Array.from({ length: 500 }, (_, index) => `198.51.100.${index % 250}`);
    expect(clientAddress("10.0.0.1", [...claims, "203.0.113.5"].join(", "), 1)).toBe("203.0.113.5");
  });
});

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
  const asked = { method: "PATRICIA", headers: { traceparent: theirs } };
  await app.request("/survey/c?email=pat", asked, { incoming: {} });
  return { spans, metrics: await metrics.text() };
}
afterEach(() => traceWith(undefined));

describe("what is recorded about a request", () => {
  it("gives unknown methods one name in metrics and traces", async () => {
    const { spans, metrics } = await asked({ isBehindProxy: false });
    expect(spans).toMatchObject([{ name: "other survey c", attributes: { "http.request.method": "other" } }]);
    expect(metrics).toContain('{route="survey c",method="other",status="200"');
    expect(metrics + JSON.stringify(spans)).not.toMatch(/patricia|pat\b/i);
  });

  it("belongs to an outside trace only where one of our proxies may say so", async () => {
    expect((await asked({ isBehindProxy: false })).spans).toMatchObject([{ parent: undefined }]);
    expect((await asked({ isBehindProxy: true })).spans).toMatchObject([{ parent: theirs }]);
  });
});
