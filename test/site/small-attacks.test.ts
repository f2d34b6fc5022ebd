import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { answersC, contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { adminOf } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { entriesC, hiddenFields, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests({
  TRUST_PROXY: "1",
  "limits.posts-per-address": "12",
  ANALYST_TOKEN: "an-analyst's-token",
  "limits.alert-seconds": "86400",
  ADMIN_PORT: "0",
  HOST: "",
});
const newest = () =>
  storedLeads(site.databaseFile)
    .filter(({ kind }) => kind === "survey")
    .at(-1)!.record;
const from = (ip: string) => ({ "X-Forwarded-For": ip });

it("a hundred parameters with long names cause no error", holds("T46"), async () => {
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

it("the port is not part of an address", holds("T43"), async () => {
  const statuses: number[] = [];
  for (let port = 1; port <= 20; port++) {
    const sent = await send(site.url, "/post-lead", { json: {}, headers: from(`[2001:db8:9::1]:${port}`) });
    statuses.push(sent.status);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(12);
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers: from("198.51.100.9:4711") }).open();
  await visitor.finish(entriesC());
  expect(newest().ip_address).toBe("198.51.100.9");
});

it("nine kilobytes of other cookies cost nobody the survey", holds("T46"), async () => {
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers: from("198.51.100.10") }).open();
  visitor.cookie = `other=${"x".repeat(9_000)}; ${visitor.cookie}`;
  const answered = await visitor.progress(entriesC().slice(0, 2));
  expect([answered.status, JSON.parse(answered.text).step]).toEqual([200, "AtFault"]);
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
  const kept = storedLeads(site.databaseFile).filter(({ kind }) => kind === "contact");
  expect(kept.map(({ record }) => record.message)).toEqual(["The first one.", "Another one."]);
});

it("a form that comes back posts to us, whatever its path", holds("T46"), async () => {
  const form = { a: "b" };
  let page = "";
  for (let times = 0; times < 14; times++)
    ({ text: page } = await send(site.url, "//evil.test/x", { form, headers: from("198.51.100.12") }));
  expect(page).toContain('action="/evil.test/x"');
});

it("control characters of a header are dropped", holds("T24"), async () => {
  const headers = { ...from("198.51.100.13"), "User-Agent": "Mozilla/5.0 \u009b31mred" };
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers }).open();
  await visitor.finish(entriesC());
  expect(newest().user_agent).toMatch(/^Mozilla\/5\.0 \P{Cc}*31mred$/u);
});

it("reports from other sites use up nothing that the visitor may post", holds("T45"), async () => {
  const headers = { ...from("198.51.100.14"), "Sec-Fetch-Site": "cross-site" };
  for (let times = 0; times < 20; times++)
    expect((await send(site.url, "/csp-reports", { body: "{}", headers })).status).toBe(204);
  const visitor = await new JsonVisitor(site.url, "/survey/c", { headers: from("198.51.100.14") }).open();
  expect((await visitor.finish(entriesC())).status).toBe(200);
});

it("the analysts' token can be guessed ten times a minute, and then not at all", holds("T44"), async () => {
  const ask = (ip: string, token: string) =>
    send(site.url, "/graphs/", { headers: { ...from(ip), Authorization: `Bearer ${token}` } });
  const statuses: number[] = [];
  for (let times = 0; times < 12; times++)
    statuses.push((await ask("198.51.100.15", `wrong-token-${times}`)).status);
  expect(statuses).toEqual([...Array(10).fill(404), 429, 429]);
  expect((await ask("198.51.100.15", "an-analyst's-token")).status, "the right one").toBe(429);
  expect((await ask("198.51.100.16", "an-analyst's-token")).status, "from elsewhere").toBe(200);
});

/** Has an address blocked, which takes it twice. */
async function block(email: string) {
  const visitor = await new JsonVisitor(site.url).open();
  const entries = entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } }).slice(0, -1);
  await visitor.progress(entries);
  await visitor.progress(entries.slice(-1));
}

it("many blocked addresses raise a single alert for a while, and each is logged", holds("T51"), async () => {
  const lines = () => site.output().split('"event":"email.blocked"').length - 1;
  // One after the other: a busy site would refuse some of them.
  for (let nth = 0; nth < 9; nth++) await block(`bad${nth}@mailinator.com`);
  await waitFor("the alert and the lines", () => site.stubs.chat.requests.length > 0 && lines() === 9);
  expect(site.stubs.chat.requests).toHaveLength(1);
});

it.each(["/", "/survey/c", "/contact/"])(
  "a request for %s of two hosts is rejected",
  holds("T52"),
  async (path) => {
    const { port, host } = new URL(site.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHOST: evil.test\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: /i);
  },
);

it("the site listens to IPv4 and IPv6 by default", async () => {
  const { port } = new URL(site.url);
  // A machine without IPv6 has nobody who asks by it.
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === "::1"),
  );
  const hosts = hasIpv6 ? ["127.0.0.1", "[::1]"] : ["127.0.0.1"];
  for (const host of hosts) expect((await fetch(`http://${host}:${port}/healthz`)).status, host).toBe(200);
});

it("metrics are not served under somebody else's name", holds("T52"), async () => {
  const status = async (host: string) =>
    (await send(adminOf(site), "/metrics", { headers: { Host: host } })).status;
  expect(
    await Promise.all(["evil.test", "127.0.0.1.evil.test:80", "localhost:1", "127.0.0.1"].map(status)),
  ).toEqual([421, 421, 200, 200]);
});
