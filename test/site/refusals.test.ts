import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { counts, query } from "../support/store-reader.ts";
import { type Entry, entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests();

const newestLog = () =>
  query<{ kind: string; body: string }>(
    site.databaseFile,
    "select kind, body from visit_log where visit_id = (select id from visits order by id desc limit 1) order by seq",
  ).map(({ kind, body }) => ({ kind, body: JSON.parse(body) }));
const refusals = () => newestLog().flatMap(({ kind, body }) => (kind === "refused" ? [body] : []));

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
  it("is counted in the visit's log by the names of its fields, without what was typed", async () => {
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

  it("is no longer counted where somebody only fills the log", async () => {
    const visitor = await atNameAndEmail();
    for (let count = 0; count < 25; count++) await visitor.post({ firstName: "", email: `${count}` });
    expect(visitor.screen.status).toBe(422);
    expect(refusals()).toHaveLength(20);
  });
});

describe("what the browser refused by itself", () => {
  const refused = (step: string, fields: string[], at = Date.now()) => ({ refused: { step, fields, at } });
  const [first, second] = entriesC();

  it("comes with the next answers, begins no visit, and is bounded by the survey's questions", async () => {
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
    expect(refusals()).toEqual(
      ["injury_month", "injury_year"].map((field) => ({ step: "WhenWasTheAccident", fields: [field] })),
    );
  });

  it("shows that the page's scripts ran, which a plain form does not", async () => {
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

describe("what the first form refuses to a visitor who leaves", () => {
  /** The count for one affiliate's visitors at the form of /survey/one-page. */
  async function counted(affiliate: string) {
    const [row] = query<{ views: number; refused: string | null }>(
      site.databaseFile,
      `select sum(views) views, max(refused) refused from analytics_views v join analytics_sources s
       on s.id = v.source_id where s.affiliate = '${affiliate}'`,
    );
    return { views: row!.views ?? 0, refused: row!.refused ? JSON.parse(row!.refused) : null };
  }
  const stored = async () => {
    await site.stop();
    await site.restart();
  };
  const typedWrong = { firstName: "Ana", lastName: "", email: "canary without at" };

  it("is counted by field, without what was typed, once however often the page is hidden; no visit is stored", async () => {
    const { visits } = counts(site.databaseFile);
    const plain = new FormVisitor(site.url);
    await plain.open("/survey-sl/?affid=71");
    for (let time = 0; time < 2; time++) await plain.post(typedWrong);
    expect(plain.screen.status).toBe(422);
    const { step } = plain.screen;
    const scripted = await new JsonVisitor(site.url, "/survey-sl/").open("?affid=71");
    const at = Date.now();
    const noted = [{ refused: { step, fields: ["email", "canary"], at } }];
    const [sent] = [await scripted.progress(noted), await scripted.progress(noted)];
    expect(sent.status).toBe(200);
    // Of another step, and of no field of this one.
    await scripted.progress([{ refused: { step: "PhoneAndZip", fields: ["phone"], at } }]);
    await scripted.progress([{ refused: { step, fields: ["phone"], at } }]);
    await stored();
    const { refused } = await counted("71");
    expect(refused).toEqual({ answers: 3, fields: { lastName: 2, email: 3 } });
    expect(counts(site.databaseFile).visits).toBe(visits);
    const everything = query(site.databaseFile, "select * from analytics_views");
    expect(JSON.stringify(everything)).not.toContain("canary");
  });

  it("belongs to the visit once it has an answer, and is not counted twice", async () => {
    const plain = new FormVisitor(site.url);
    await plain.open("/survey-sl/?affid=72");
    await plain.post(typedWrong);
    await stored();
    expect((await counted("72")).refused).toMatchObject({ answers: 1 });
    await plain.post({ firstName: "Ana", lastName: "Diaz", email: "ana@example.com" });
    expect(plain.screen.status).not.toBe(422);
    expect(refusals()).toEqual([{ step: "NameAndEmail", fields: ["lastName", "email"] }]);
    await stored();
    expect((await counted("72")).refused).toBeNull();
  });
});

const step = "WhenWasTheAccident";
/** Each differs from the one before it, so that none counts as a repetition. */
const differing = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    answer: { step, fields: { option: index % 2 ? "Within 30 Days" : "Within 6 Months" } },
  }));
const stored = () => newestLog().length;

it("a visit with 500 log entries accepts no more answers, by JSON or by form, and says so", async () => {
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
  expect(byForm.text).toContain(messagesIn("en").pages.notices.tooManyAnswers);
  expect(stored()).toBe(full);
});
