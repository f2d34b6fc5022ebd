import { describe, expect, it } from "vitest";
import { reported } from "../../app/server/endpoints/csp-reports.ts";
import { startStub } from "../stubs/stub-server.ts";
import { contactMessage } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { adminOf } from "../support/site.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
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

describe("a request id", () => {
  it("a request's id is in its log lines and sent with its calls, the later delivery's too", async () => {
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
});

describe("a report of the content security policy", () => {
  it("browsers are told where to report violations of the policy, and only the directive is kept", async () => {
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
  ])("the report %s is about %j", (text, directives) => expect(reported(text)).toEqual(directives));
});

describe("metrics", () => {
  const site = siteForTests({ ADMIN_PORT: "0", TRUST_PROXY: "1", "limits.posts-per-address": "10" });
  const admin = (path: string, sending = {}) => send(adminOf(site), path, sending);
  const metrics = async () => (await admin("/metrics")).text;

  it("count visitors by routes, steps and leads, and identify nobody", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.finish();
    await visitor.postLead();
    await visitor.progress(entriesC().slice(0, 1));
    await waitFor("the delivery", async () =>
      /provider="lead-prosper",outcome="accepted"/.test(await metrics()),
    );
    site.stubs.leadProsper.fault = "5xx";
    await send(site.url, "/contact/", { form: contactMessage });
    await waitFor("the refused message", async () =>
      /^claimpath_outbox_messages\{destination="contact-ingest",status="waiting"\} 1$/m.test(await metrics()),
    );
    await send(site.url, "/survey/v4nv-es?email=somebody@example.com");
    await send(site.url, "/somebody@example.com/2135550123");
    const flood = { json: {}, headers: { "X-Forwarded-For": "203.0.113.77" } };
    for (let post = 0; post < 25; post++) await send(site.url, "/post-lead", flood);

    let text = "";
    await waitFor("a store that answers in time", async () => {
      text = await metrics();
      return text.includes("\nclaimpath_store_ready 1\n");
    });
    for (const line of [
      /^claimpath_request_duration_seconds_count\{route="survey c",method="GET",status="200"\} 1$/m,
      /^claimpath_request_duration_seconds_count\{route="survey v4nv-es",method="GET",status="200"\} 1$/m,
      /^claimpath_request_duration_seconds_count\{route="other",method="GET",status="404"\} 1$/m,
      /^claimpath_request_duration_seconds_bucket\{le="\+Inf",route="\/post-lead",method="POST",status="200"\} 2$/m,
      /^claimpath_answers_total\{variant="c",outcome="moved"\} 10$/m,
      /^claimpath_answers_total\{variant="c",outcome="posted"\} 1$/m,
      /^claimpath_answers_total\{variant="c",outcome="replayed"\} 2$/m,
      /^claimpath_leads_total\{variant="c",qualified="yes"\} 1$/m,
      /^claimpath_outbox_messages\{destination="contact-ingest",status="(waiting|sending)"\} 1$/m,
      /^claimpath_provider_duration_seconds_count\{provider="zip-lookup",outcome="answered"\} 1$/m,
      /^claimpath_posts_refused_total\{route="\/post-lead"\} [1-9]\d*$/m,
      /^process_cpu_seconds_total \d/m,
      /^nodejs_eventloop_lag_p99_seconds \d/m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toMatch(/example\.com|2135550123|203\.0\.113|Rivera/i);
  });

  it("are not at the visitors' address, and nothing else is at theirs", async () => {
    expect((await send(site.url, "/metrics")).status).toBe(404);
    expect((await admin("/survey/c")).status).toBe(404);
    expect((await admin("/metrics", { method: "POST", json: {} })).status).toBe(404);
  });

  it("are kept and framed by no browser, like everything else at their address", async () => {
    for (const path of ["/metrics", "/"]) {
      expect((await admin(path)).headers).toMatchObject({
        "content-security-policy": expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    }
    const { headers } = await admin("/metrics");
    expect(headers).toMatchObject({ "content-type": "text/plain; version=0.0.4; charset=utf-8" });
  });
});
