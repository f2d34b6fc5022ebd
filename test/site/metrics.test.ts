import { expect, it } from "vitest";
import { contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { adminOf } from "../support/site.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests({ ADMIN_PORT: "0", TRUST_PROXY: "1", POSTS_PER_ADDRESS: "10" });
const admin = (path: string, sending = {}) => send(adminOf(site), path, sending);
const metrics = async () => (await admin("/metrics")).text;

it("metrics tell of visitors by routes, steps and leads, and of nobody in person", async () => {
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

it("are not on the visitors' address, and nothing else is on theirs", async () => {
  expect((await send(site.url, "/metrics")).status).toBe(404);
  expect((await admin("/survey/c")).status).toBe(404);
  expect((await admin("/metrics", { method: "POST", json: {} })).status).toBe(404);
});

it("and all else at their address are kept and framed by no browser", async () => {
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
