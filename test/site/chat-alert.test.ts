import { beforeEach, describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import type { Site } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const path = "/api/chat-alert";
let people = 0;

/** A visitor whose address was just blocked. */
async function blocked(site: Site, query = ""): Promise<JsonVisitor> {
  const email = `blocked${++people}@mailinator.com`;
  const visitor = await new JsonVisitor(site.url).open(query);
  const entries = entriesC({ NameAndEmail: { ...answersC.NameAndEmail, email } }).slice(0, -1);
  await visitor.progress(entries);
  await visitor.progress(entries.slice(-1));
  return visitor;
}

const ask = (visitor: JsonVisitor, more: object = {}) =>
  visitor.post(path, { path: visitor.path, visit: visitor.token, ...more });
const lines = (site: Site, event: string) =>
  site
    .output()
    .split("\n")
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line));

describe("the chat-alert endpoint", holds(485), () => {
  const site = siteForTests();
  beforeEach(() => {
    site.stubs.chat.fault = "ok";
    site.stubs.chat.requests.length = 0;
  });
  const texts = () => site.stubs.chat.requests.map(({ body }) => JSON.parse(body).text);
  const failures = () =>
    query(
      site.databaseFile,
      "select seq from visit_log where kind = 'fact' and body like '%chatAlert%error%'",
    ).length;

  it("has nothing to send when the alert went out by itself", async () => {
    const visitor = await blocked(site);
    await waitFor("the alert", () => texts().length === 1);
    const answer = await ask(visitor, { text: "anything that a stranger says" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { sent: false }]);
    expect(texts()).toHaveLength(1);
  });

  it("sends again, once, what the chat did not take, in the server's own words", async () => {
    const before = failures();
    site.stubs.chat.fault = "4xx";
    const visitor = await blocked(site, "?affid=7");
    await waitFor("the failure", () => failures() === before + 1);
    Object.assign(site.stubs.chat, { fault: "ok" }).requests.length = 0;
    const answers = await Promise.all([1, 2, 3].map(() => ask(visitor, { text: "buy now" })));
    const sent = answers.map(({ text }) => JSON.parse(text).sent as boolean);
    expect(sent.toSorted()).toEqual([false, false, true]);
    await waitFor("the alert", () => texts().length > 0);
    expect(texts()).toEqual([
      "Blocked e-mail address: b***@mailinator.com was bad twice in one session. Survey c (/survey/c), affiliate 7.",
    ]);
  });

  it("sends nothing for a visit whose address was refused once, or not at all", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    expect((await ask(visitor)).status).toBe(409);
    const email = "once@mailinator.com";
    await visitor.progress(entriesC({ NameAndEmail: { ...answersC.NameAndEmail, email } }).slice(0, -1));
    expect(JSON.parse((await ask(visitor)).text)).toEqual({ sent: false });
    expect(texts()).toEqual([]);
  });

  it("takes nothing from strangers", async () => {
    const visitor = await blocked(site);
    const other = await new JsonVisitor(site.url).open();
    const body = { path: visitor.path, visit: visitor.token };
    expect((await other.post(path, body)).status).toBe(409);
    for (const wrong of [{}, { ...body, visit: "forged" }, { ...body, path: "/nowhere" }, "x", null]) {
      const answer = await visitor.post(path, wrong);
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ error: expect.any(String) });
    }
    const foreign = { Origin: "https://evil.example", Cookie: visitor.cookie };
    expect((await send(site.url, path, { json: body, headers: foreign })).status).toBe(403);
    const form = { path: visitor.path, visit: visitor.token };
    expect((await send(site.url, path, { form, headers: { Cookie: visitor.cookie } })).status).toBe(415);
    expect((await send(site.url, path)).status).toBe(405);
  });
});

describe("without a chat", () => {
  const site = siteForTests({ SLACK_WEBHOOK_URL: "" });

  it("a blocked address is a line in the log, masked, and the start says so", holds(450), async () => {
    expect(site.output()).toContain("chat alert: embedded (written to the log)");
    await blocked(site, "?affid=7");
    await waitFor("the line", () => lines(site, "email.blocked").length > 0);
    expect(lines(site, "email.blocked")).toMatchObject([
      { variant: "c", affid: "7", maskedEmail: "b***@mailinator.com" },
    ]);
    expect(site.output()).not.toMatch(/blocked\d+@/);
  });
});
