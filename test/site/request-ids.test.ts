import { expect, it } from "vitest";
import { reported } from "../../app/server/endpoints/csp-reports.ts";
import { startStub } from "../stubs/stub-server.ts";
import { during, siteForTests } from "../support/during.ts";
import { JsonVisitor } from "../support/json-visitor.ts";
import { send } from "../support/send.ts";
import { waitFor } from "../support/wait-for.ts";

/** Stands for the zip look-up and for the buyer; fails, so that the delivery is tried and no more. */
const calls: { path: string; id: unknown }[] = [];
const others = during(() =>
  startStub(({ path, headers }) => {
    calls.push({ path, id: headers["x-request-id"] });
    return { status: 500, body: {} };
  }),
);
const site = siteForTests(() => ({
  ZIP_LOOKUP_URL: `${others.origin}/zip/{zip}`,
  LEADPROSPER_URL: `${others.origin}/buyer`,
}));

type Line = { event: string; requestId?: string; [field: string]: unknown };
const logged = () =>
  site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

it("a request's id is in its lines and goes with its calls, the later delivery's too", async () => {
  await (await new JsonVisitor(site.url).open()).finish();
  await waitFor("the delivery", () => logged().some(({ event }) => event === "outbox.sent"));
  const lineOf = (event: string, more: object = {}) =>
    logged().find(
      (line) => line.event === event && Object.entries(more).every(([name, of]) => line[name] === of),
    );
  const progress = lineOf("request", { path: "/api/progress" })!.requestId;
  const post = lineOf("request", { path: "/post-lead" })!.requestId;
  expect(progress).toMatch(/^[0-9a-f-]{36}$/);
  expect(post).not.toBe(progress);
  expect(lineOf("provider.failed", { provider: "zip-lookup" })!.requestId).toBe(progress);
  expect(calls.find(({ path }) => path.startsWith("/zip/"))!.id).toBe(progress);
  expect(lineOf("outbox.sent")!.requestId).toBe(post);
  expect(calls.find(({ path }) => path.startsWith("/buyer"))!.id).toBe(post);
});

it("browsers learn where to report violations of the policy, and only the directive is kept", async () => {
  const { headers } = await send(site.url, "/survey/c");
  expect(headers["content-security-policy"]).toMatch(/report-uri \/csp-reports; ?report-to csp/);
  expect(headers["reporting-endpoints"]).toBe('csp="/csp-reports"');
  const report = { "effective-directive": "img-src", "blocked-uri": "https://evil.example/?zqsecret" };
  const sent = await send(site.url, "/csp-reports", {
    body: JSON.stringify({ "csp-report": report }),
    headers: { "Content-Type": "application/csp-report", Origin: "null" },
  });
  expect([sent.status, sent.text]).toEqual([204, ""]);
  await waitFor("its line", () => logged().some(({ event }) => event === "csp.violated"));
  expect(logged().find(({ event }) => event === "csp.violated")).toMatchObject({ directive: "img-src" });
  const many = Array(200).fill({ type: "csp-violation", body: { effectiveDirective: "script-src-elem" } });
  for (let posts = 0; posts < 5; posts++) await send(site.url, "/csp-reports", { json: many });
  expect((await send(site.url, "/csp-reports", { body: "x".repeat(70_000) })).status).toBe(413);
  expect(logged().filter(({ event }) => event === "csp.violated").length).toBeLessThanOrEqual(60);
  expect(site.output()).not.toContain("zqsecret");
});

it.each([
  ['{"csp-report":{"violated-directive":"style-src \'self\'"}}', ["style-src"]],
  ['{"csp-report":{}}', ["other"]],
  ['[{"type":"csp-violation","body":{"effectiveDirective":"zq@example.com"}}]', ["other"]],
  ['[{"type":"deprecation","body":{}}]', []],
  ["no report", []],
  ["null", []],
])("the report %s is of %j", (text, directives) => expect(reported(text)).toEqual(directives));
