import { describe, expect, it } from "vitest";
import { pageNotices } from "../../machines/messages/notices.ts";
import { answersC } from "../support/answers-c.ts";
import { siteForTests } from "../support/during.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { type Entry, entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { send } from "../support/send.ts";
import { counts, query } from "../support/store-reader.ts";

const site = siteForTests();

const newestLog = () =>
  query<{ kind: string; body: string }>(
    site.databaseFile,
    "select kind, body from visit_log where visit_id = (select id from visits order by id desc limit 1) order by seq",
  ).map(({ kind, body }) => ({ kind, body: JSON.parse(body) }));
const refusals = () => newestLog().flatMap(({ kind, body }) => (kind === "refused" ? [body] : []));

/** A new visitor at the question for name and e-mail address. */
async function atNameAndEmail(): Promise<FormVisitor> {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  for (const [step, answer] of Object.entries(answersC)) {
    if (step === "NameAndEmail") break;
    await visitor.post(answer);
  }
  return visitor;
}

describe("an answer that the form refuses", () => {
  it("is counted in the visit's log by the names of its fields, never by what was typed", async () => {
    const visitor = await atNameAndEmail();
    const before = newestLog();
    await visitor.post({ firstName: "Ana", lastName: "", email: "canary without at" });
    expect(visitor.screen.status).toBe(422);
    expect(newestLog().slice(0, before.length)).toEqual(before);
    expect(newestLog().slice(before.length)).toEqual([
      { kind: "refused", body: { step: "NameAndEmail", fields: ["lastName", "email"] } },
    ]);
    await visitor.post(answersC.NameAndEmail!);
    expect(visitor.screen.step).toBe("PhoneAndZip");
    expect(JSON.stringify(newestLog())).not.toContain("canary");
  });

  it("begins no visit, and is kept with the first answer that does", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/one-page");
    const { visits } = counts(site.databaseFile);
    for (let count = 0; count < 7; count++) await visitor.post({ firstName: "" });
    expect(counts(site.databaseFile).visits).toBe(visits);
    const first = new FormVisitor(site.url);
    await first.open("/survey/c");
    await first.post({ option: "nothing of ours" });
    expect(counts(site.databaseFile).visits).toBe(visits);
    const pageWithRefusal = first.screen;
    await first.post(answersC.WhenWasTheAccident!);
    expect(refusals()).toEqual([{ step: "WhenWasTheAccident", fields: ["option"] }]);
    // The same page once more.
    first.screen = pageWithRefusal;
    await first.post(answersC.WhenWasTheAccident!);
    expect(refusals()).toHaveLength(1);
  });

  it("stops being counted where somebody only fills the log", async () => {
    const visitor = await atNameAndEmail();
    for (let count = 0; count < 25; count++) await visitor.post({ firstName: "", email: `${count}` });
    expect(visitor.screen.status).toBe(422);
    expect(refusals()).toHaveLength(20);
  });
});

describe("what the browser refused by itself", () => {
  const refused = (step: string, fields: string[], at = Date.now()) => ({ refused: { step, fields, at } });
  const [first, second] = entriesC();

  it("comes with the next answers, begins no visit, and is bounded to what the survey asks", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const { visits } = counts(site.databaseFile);
    const alone = await visitor.progress([refused("WhenWasTheAccident", ["injury_month"])]);
    expect(alone.status).toBe(200);
    expect(counts(site.databaseFile).visits).toBe(visits);
    const forged = refused("PhoneAndZip", ["phone"]);
    const foreign = refused("WhenWasTheAccident", ["injury_year", "canary"], Date.now() - 1);
    const sent = await visitor.progress([forged, foreign, first!, second!]);
    expect(sent.status).toBe(200);
    expect(newestLog().map(({ kind }) => kind)).toContain("answer");
    expect(refusals()).toEqual([{ step: "WhenWasTheAccident", fields: ["injury_year"] }]);
  });

  it("tells that the page's scripts ran; a plain form does not", async () => {
    const scripts = () => newestLog().filter(({ kind, body }) => kind === "fact" && body.fact === "scripts");
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress([first!]);
    await visitor.progress([second!]);
    expect(scripts()).toHaveLength(1);
    const plain = new FormVisitor(site.url);
    await plain.open("/survey/c");
    await plain.post(answersC.WhenWasTheAccident!);
    expect(scripts()).toEqual([]);
  });
});

it("the class of the browser is kept, not its name", async () => {
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 canary";
  const visitor = new FormVisitor(site.url, (request) => {
    request.headers.set("User-Agent", phone);
    return fetch(request);
  });
  await visitor.open("/survey/c");
  await visitor.post(answersC.WhenWasTheAccident!);
  const [entry] = newestLog();
  expect(entry!.body).toMatchObject({ device: "phone" });
  expect(JSON.stringify(newestLog())).not.toContain("canary");
});

const step = "WhenWasTheAccident";
/** Each differs from the one before it, so that none counts as a repetition. */
const differing = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    answer: { step, fields: { option: index % 2 ? "Within 30 Days" : "Within 6 Months" } },
  }));
const stored = () => newestLog().length;

it("a visit whose log has 500 entries takes no more answers, by JSON or by form, and says so", async () => {
  const visitor = await new JsonVisitor(site.url).open();
  for (let batch = 0; batch < 12 && stored() < 500; batch++) await visitor.progress(differing(50));
  const full = stored();
  expect(full).toBeGreaterThanOrEqual(500);
  expect(full).toBeLessThan(560);
  const byJson = await visitor.progress(differing(1));
  expect(byJson.status).toBe(429);
  expect(JSON.parse(byJson.text)).toEqual({ error: "This visit has too many answers.", field: "entries" });
  const byForm = await send(site.url, "/survey/c", {
    form: { visit: visitor.token, step, option: "Within 30 Days" },
    headers: { Cookie: visitor.cookie, Origin: site.url },
  });
  expect(byForm.status).toBe(429);
  expect(byForm.text).toContain(pageNotices.en.tooManyAnswers);
  expect(stored()).toBe(full);
});
