import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { answerTo, walkSurvey } from "../specification/survey-walk.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import type { Site } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import {
  type Answer,
  type Entry,
  entriesC,
  FormVisitor,
  hiddenFields,
  JsonVisitor,
} from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();
afterEach(() => {
  site.stubs.ipqs.fault = "ok";
});

const { emailRefused: refusedOnce, emailBlocked: refusedForGood } = messagesIn("en").screens.errors;
let people = 0;
const aBadAddress = () => `bad${++people}@mailinator.com`;
const nameAndEmail = (email: string) => ({ ...answersC.NameAndEmail, email });
const asked = (email: string) => site.stubs.ipqs.requests.filter(({ path }) => path.endsWith(email)).length;
const alerts = () => site.stubs.chat.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);
const newest = () => storedLeads(site.databaseFile).at(-1)!;

async function reach(visitor: FormVisitor, path: string, step: string): Promise<void> {
  const { end } = await walkSurvey(site, path, {}, { visitor, until: step });
  expect(end.step).toBe(step);
}

/** A visitor at the question for the address, which they have given so often. */
async function refused(email: string, times: number): Promise<FormVisitor> {
  const visitor = new FormVisitor(site.url);
  await reach(visitor, "/survey/c?affid=7", "NameAndEmail");
  for (let count = 0; count < times; count++) await visitor.post(nameAndEmail(email));
  return visitor;
}

it("a refused address with a domain that looks mistyped is answered with the probable one", async () => {
  const visitor = await refused("bad@gmial.com", 1);
  expect(visitor.screen.html).toContain("Is it bad@gmail.com?");
});

describe("an address that was bad twice", holds(449), () => {
  it("is refused for the rest of the session, and not checked again", holds(452), async () => {
    const email = aBadAddress();
    const visitor = await refused(email, 1);
    expect(visitor.screen.html).toContain(refusedOnce);
    await visitor.post(nameAndEmail(` ${email.toUpperCase()}`));
    expect(visitor.screen.html).toContain(refusedForGood);
    site.stubs.ipqs.fault = "5xx";
    for (let times = 0; times < 2; times++) {
      await visitor.post(nameAndEmail(email));
      expect(visitor.screen).toMatchObject({ status: 422, step: "NameAndEmail" });
      expect(visitor.screen.html).toContain(refusedForGood);
    }
    expect(asked(email)).toBe(2);
    site.stubs.ipqs.fault = "ok";
    await visitor.post(nameAndEmail("ana@example.com"));
    await visitor.post(answersC.PhoneAndZip!);
    expect(newest().record).toMatchObject({ email: "ana@example.com", email_check: "good" });
  });

  it.each([
    ["/survey/e", "NameAndEmail"],
    ["/survey/one-page", "OnePageSurvey"],
    ["/survey/multi-step", "FormThirdQuestions"],
  ])("is refused in %s of the same session too", async (path, step) => {
    const email = aBadAddress();
    const visitor = await refused(email, 2);
    site.stubs.ipqs.fault = "5xx";
    await reach(visitor, path, step);
    await visitor.post(answerTo(visitor.screen, { email }));
    expect(visitor.screen).toMatchObject({ status: 422, step });
    expect(visitor.screen.html).toContain(refusedForGood);
    expect(asked(email)).toBe(2);
  });

  it("is reported to the chat once: survey, affiliate, masked address", holds(450, "T24"), async () => {
    const email = aBadAddress();
    const before = alerts().length;
    const visitor = await refused(email, 3);
    await waitFor("the alert", () => alerts().length > before);
    await visitor.post(nameAndEmail("ana@example.com"));
    expect(alerts().slice(before)).toEqual([
      "Blocked e-mail address: b***@mailinator.com was bad twice in one session. Survey c (/survey/c), affiliate 7.",
    ]);
  });
});

describe("an answer that comes twice", () => {
  const visitOf = (email: string) => `(select visit_id from visit_log where body like '%${email}%' limit 1)`;
  /** How many entries of that kind the visit has in its log that hold this text. */
  const count = (email: string, kind: string, text = "") =>
    query(
      site.databaseFile,
      `select seq from visit_log where kind = '${kind}' and body like '%${text}%' and visit_id = ${visitOf(email)}`,
    ).length;
  const checks = (email: string) => [count(email, "answer", email), count(email, "outcome", "checkEmail")];
  const outcomes = (text: string) => (JSON.parse(text) as { outcomes: unknown[] }).outcomes;
  const bad = (timesBadBefore: number) => [
    { call: "checkEmail", output: { valid: false, disposable: false, timesBadBefore } },
  ];
  const at = Date.now() - 60_000;
  const timed = (entries: Entry[]) =>
    entries.map((entry, index) =>
      "answer" in entry ? { answer: { ...entry.answer, at: at + index } } : entry,
    );

  it("an answer sent again by the island's queue counts once, with the same result", holds(449), async () => {
    const email = aBadAddress();
    const visitor = await new JsonVisitor(site.url).open();
    const entries = timed(entriesC({ NameAndEmail: nameAndEmail(email) }).slice(0, -1));
    const first = await visitor.progress(entries);
    const again = await visitor.progress(entries);
    expect(outcomes(first.text)).toEqual(bad(0));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect([asked(email), ...checks(email)]).toEqual([1, 1, 1]);
    const last = entries.at(-1)!;
    const later = "answer" in last && [{ answer: { ...last.answer, at: at + 100 } }];
    expect(outcomes((await visitor.progress(later as Entry[])).text)).toEqual(bad(1));
    expect(asked(email)).toBe(2);
  });

  it("during the first one's check is one answer", async () => {
    const email = aBadAddress();
    const visitor = await new JsonVisitor(site.url).open();
    const entries = timed(entriesC({ NameAndEmail: nameAndEmail(email) }).slice(0, -1));
    await visitor.progress(entries.slice(0, -1));
    const both = await Promise.all([1, 2, 3].map(() => visitor.progress(entries.slice(-1))));
    for (const { text } of both) expect(outcomes(text)).toEqual(bad(0));
    expect(checks(email)).toEqual([1, 1]);
  });

  it("after a move back is the same way as before", async () => {
    const email = aBadAddress();
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress(timed(entriesC().slice(0, -1)));
    const way: Entry[] = [
      { back: "PhoneAndZip" },
      { answer: { step: "NameAndEmail", fields: nameAndEmail(email), at: at + 200 } },
    ];
    const first = await visitor.progress(way);
    const again = await visitor.progress(way);
    expect(again.text).toBe(first.text);
    expect(outcomes(again.text)).toEqual(bad(0));
    expect(count(email, "back")).toBe(1);
  });

  it("with other words is another answer", async () => {
    const email = aBadAddress();
    const visitor = await new JsonVisitor(site.url).open();
    const entries = timed(entriesC({ NameAndEmail: nameAndEmail(email) }).slice(0, -1));
    await visitor.progress(entries);
    const last = entries.at(-1)!;
    const fields = nameAndEmail("ana@example.com");
    const other = "answer" in last ? [{ answer: { ...last.answer, fields } }] : [];
    expect(JSON.parse((await visitor.progress(other)).text)).toMatchObject({ step: "PhoneAndZip" });
  });

  it("a form that is pressed twice gives one answer; the screen that refused it gives a second one", async () => {
    const email = aBadAddress();
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    while (visitor.screen.step !== "NameAndEmail") await visitor.post(answersC[visitor.screen.step]!);
    const headers = { Cookie: visitor.cookie, Origin: site.url };
    const press = (form: Answer) => send(site.url, "/survey/c", { form, headers });
    const form = { ...hiddenFields(visitor.screen.html), ...nameAndEmail(email) };
    const answers = [...(await Promise.all([press(form), press(form)])), await press(form)];
    for (const { status, text } of answers) {
      expect(status).toBe(422);
      expect(text).toContain(refusedOnce);
    }
    expect(checks(email)).toEqual([1, 1]);
    const shown = { ...hiddenFields(answers[2]!.text), ...nameAndEmail(email) };
    expect((await press(shown)).text).toContain(refusedForGood);
  });

  it("an answer from an old page of a form continues from there, as before", async () => {
    const visitor = new FormVisitor(site.url);
    const first = await visitor.open("/survey/c");
    const form = { ...hiddenFields(first.html), ...answersC[first.step]! };
    await visitor.post(answersC[first.step]!);
    const second = visitor.screen.step;
    await visitor.post(answersC[second]!);
    await visitor.request(first.url, form);
    expect(visitor.screen.step).toBe(second);
  });
});

const path = "/api/chat-alert";

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

  it("has nothing to send when the alert was sent automatically", async () => {
    const visitor = await blocked(site);
    await waitFor("the alert", () => texts().length === 1);
    const answer = await ask(visitor, { text: "anything that a stranger says" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { sent: false }]);
    expect(texts()).toHaveLength(1);
  });

  it("sends again, once, what the chat rejected, in the server's own words", async () => {
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

  it("sends nothing for a visit whose address was refused once, or never", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    expect((await ask(visitor)).status).toBe(409);
    const email = "once@mailinator.com";
    await visitor.progress(entriesC({ NameAndEmail: { ...answersC.NameAndEmail, email } }).slice(0, -1));
    expect(JSON.parse((await ask(visitor)).text)).toEqual({ sent: false });
    expect(texts()).toEqual([]);
  });

  it("rejects strangers", async () => {
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

  it(
    "a blocked address is a masked line in the log, and the list of services says so",
    holds(450),
    async () => {
      expect(await site.listServices()).toContain("chat alert: embedded (written to the log)");
      await blocked(site, "?affid=7");
      await waitFor("the line", () => lines(site, "email.blocked").length > 0);
      expect(lines(site, "email.blocked")).toMatchObject([
        { variant: "c", affid: "7", maskedEmail: "b***@mailinator.com" },
      ]);
      expect(site.output()).not.toMatch(/blocked\d+@/);
    },
  );
});
