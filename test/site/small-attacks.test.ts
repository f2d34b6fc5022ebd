import { describe, expect, it } from "vitest";
import { contactMessage } from "../support/contact-message.ts";
import { siteForTests } from "../support/during.ts";
import { hiddenFields } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { send } from "../support/send.ts";
import { query } from "../support/store-reader.ts";

const analystToken = "an analyst's token";
const site = siteForTests({
  TRUST_PROXY: "1",
  POSTS_PER_ADDRESS: "12",
  ANALYST_TOKEN: analystToken.replaceAll(" ", "-"),
});
const from = (ip: string) => ({ "X-Forwarded-For": ip });

it("a hundred parameters with long names are no error", holds("T46"), async () => {
  const name = (index: number) => `${"n".repeat(60)}${index}`;
  const search = Array.from({ length: 100 }, (_, index) => `${name(index)}=1`).join("&");
  for (const path of [
    "/survey/multi-step",
    "/survey/one-page",
    "/survey/v5",
    "/survey/ticket",
    "/form",
    "/g2",
  ]) {
    expect((await send(site.url, `${path}?${search}`)).status, path).toBe(200);
  }
});

it("an address with a port is the address", holds("T43"), async () => {
  const statuses: number[] = [];
  for (let port = 1; port <= 20; port++) {
    const sent = await send(site.url, "/post-lead", { json: {}, headers: from(`[2001:db8:9::1]:${port}`) });
    statuses.push(sent.status);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(12);
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers: from("198.51.100.9:4711") }).open();
  await visitor.finish(entriesC());
  const leads = query<{ record: string }>(site.databaseFile, "select record from leads");
  expect(JSON.parse(leads.at(-1)!.record).ip_address).toBe("198.51.100.9");
});

it("nine kilobytes of other cookies cost nobody the survey", holds("T46"), async () => {
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers: from("198.51.100.10") }).open();
  visitor.cookie = `other=${"x".repeat(9_000)}; ${visitor.cookie}`;
  const { status, text } = await visitor.progress(entriesC().slice(0, 2));
  expect([status, JSON.parse(text).step]).toEqual([200, "AtFault"]);
  const page = await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } });
  expect(page.text).toContain('"step":"AtFault"');
});

it("two messages from one form are two messages, and one sent twice is one", holds("T10"), async () => {
  const page = await send(site.url, "/contact/");
  const hidden = hiddenFields(page.text);
  const post = (message: string) =>
    send(site.url, "/contact/", {
      form: { ...hidden, ...contactMessage, message },
      headers: from("198.51.100.11"),
    });
  for (const message of ["The first one.", "The first one.", "Another one."]) {
    expect((await post(message)).status).toBe(303);
  }
  const kept = query<{ record: string }>(
    site.databaseFile,
    "select record from leads where kind = 'contact'",
  );
  expect(kept.map(({ record }) => JSON.parse(record).message)).toEqual(["The first one.", "Another one."]);
});

it("a form that comes back posts to us, whatever its path", holds("T46"), async () => {
  const form = { a: "b" };
  let text = "";
  for (let times = 0; times < 14; times++)
    ({ text } = await send(site.url, "//evil.test/x", { form, headers: from("198.51.100.12") }));
  expect(text).toContain('action="/evil.test/x"');
});

it("control characters of a header go no further", holds("T24"), async () => {
  const headers = { ...from("198.51.100.13"), "User-Agent": "Mozilla/5.0 \u009b31mred" };
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers }).open();
  await visitor.finish(entriesC());
  const leads = query<{ record: string }>(
    site.databaseFile,
    "select record from leads where kind = 'survey'",
  );
  expect(JSON.parse(leads.at(-1)!.record).user_agent).toMatch(/^Mozilla\/5\.0 \P{Cc}*31mred$/u);
});

describe("reports from other sites", () => {
  it("use up nothing that the visitor may post", holds("T45"), async () => {
    const headers = { ...from("198.51.100.14"), "Sec-Fetch-Site": "cross-site" };
    for (let times = 0; times < 60; times++) {
      expect((await send(site.url, "/csp-reports", { body: "{}", headers })).status).toBe(204);
    }
    const visitor = await new JsonVisitor(site.url, "/survey/c", { headers: from("198.51.100.14") }).open();
    expect((await visitor.finish(entriesC())).status).toBe(200);
  });
});

describe("the analysts' token", () => {
  const ask = (ip: string, token: string) =>
    send(site.url, "/graphs/", { headers: { ...from(ip), Authorization: `Bearer ${token}` } });

  it("is guessed ten times a minute, and then not at all", holds("T44"), async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 15; times++) {
      statuses.push((await ask("198.51.100.15", `wrong-token-${times}`)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(404), ...Array(5).fill(429)]);
    expect((await ask("198.51.100.15", "an-analyst's-token")).status, "the right one").toBe(429);
    expect((await ask("198.51.100.16", "an-analyst's-token")).status, "from elsewhere").toBe(200);
  });
});
