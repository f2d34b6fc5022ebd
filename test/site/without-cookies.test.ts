import { expect, it } from "vitest";
import { answersC, plainAnswers } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { counts, sqlOn, storedLeads } from "../support/store-reader.ts";
import { FormVisitor, hiddenFields, JsonVisitor, walkForms } from "../support/visitors.ts";

const site = siteForTests();
const leads = () => storedLeads(site.databaseFile);

/** A visitor whose browser keeps no cookie, or forgets them at some moment. */
function forgetful() {
  const memory = { keepsCookies: false };
  const visitor = new FormVisitor(site.url, (request) => {
    if (!memory.keepsCookies) request.headers.delete("cookie");
    return fetch(request);
  });
  return { visitor, memory };
}

async function answerUpTo(visitor: FormVisitor, end: string): Promise<void> {
  while (visitor.screen.step !== end) await visitor.post(answersC[visitor.screen.step]!);
}

it.each(["/survey/c", "/survey/v4nv-es", "/survey-sl", "/survey/one-page", "/survey/medical-treatment"])(
  "%s is walked to its thanks without a cookie, and makes one lead",
  async (path) => {
    const before = leads().length;
    const { visitor } = forgetful();
    await walkForms(site.url, `${path}?affid=7&s1=abc`, {}, visitor);
    expect(visitor.screen.url).toContain("thank-you");
    const [lead, ...more] = leads().slice(before);
    expect(lead!.record).toMatchObject({ affid: "7", sub_id: "abc" });
    expect(more).toEqual([]);
  },
);

it("the last screen that a survey has of its own comes without a cookie, too", async () => {
  const { visitor } = forgetful();
  await visitor.open("/survey/one-page");
  const answers = plainAnswers("one-page", { with_Lawyer: "yes" });
  await visitor.post(answers(visitor.screen.step));
  expect(visitor.screen).toMatchObject({ status: 200, step: "Disqualified" });
});

it.each(["PoliceReportFiled", "IncidentDescription", "NameAndEmail", "PhoneAndZip"])(
  "a visitor whose cookie goes before %s goes on with the same visit",
  async (step) => {
    const before = counts(site.databaseFile);
    const { visitor, memory } = forgetful();
    memory.keepsCookies = true;
    await visitor.open("/survey/c?affid=7&s1=abc");
    await answerUpTo(visitor, step);
    memory.keepsCookies = false;
    for (let from = step; from !== ""; from = visitor.screen.step) {
      await visitor.post(answersC[from]!);
      expect(visitor.screen.step).not.toBe(from);
    }
    const after = counts(site.databaseFile);
    expect(after).toMatchObject({ visits: before.visits + 1, leads: before.leads + 1 });
    expect(leads().at(-1)!.record).toMatchObject({
      affid: "7",
      injury_type: "Hospital",
      physical_injury: "Yes",
    });
  },
);

it("the last button pressed twice without a cookie makes one lead, and Back works", async () => {
  const { visitor } = forgetful();
  await visitor.open("/survey/c");
  await answerUpTo(visitor, "PhoneAndZip");
  await visitor.post({ intent: "back" });
  expect(visitor.screen.step).toBe("NameAndEmail");
  expect(visitor.screen.html).toContain('value="ana.rivera@example.com"');
  await visitor.post(answersC.NameAndEmail!);
  const before = leads().length;
  const form = { ...hiddenFields(visitor.screen.html), ...answersC.PhoneAndZip };
  const press = () => send(site.url, "/survey/c", { form });
  const presses = await Promise.all([press(), press(), press()]);
  expect(new Set(presses.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1);
  expect(leads()).toHaveLength(before + 1);
});

it("an answer that is refused without a cookie comes back as it was typed", async () => {
  const { visitor } = forgetful();
  await visitor.open("/survey-sl");
  await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@" });
  expect(visitor.screen.status).toBe(422);
  expect(visitor.screen.html).toContain('value="Maria"');
  await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria.lopez@example.com" });
  expect(visitor.screen).toMatchObject({ status: 200 });
  expect(visitor.screen.step).not.toBe("SocialDropPII");
});

it("where the visit is no more the page says so, and what was typed comes back at its question", async () => {
  const { visitor } = forgetful();
  await visitor.open("/survey/c");
  await answerUpTo(visitor, "NameAndEmail");
  await sqlOn(site.databaseUrl, "delete from visit_log");
  await sqlOn(site.databaseUrl, "delete from visits");
  await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@example.com" });
  expect(visitor.screen).toMatchObject({ status: 200, step: "WhenWasTheAccident" });
  expect(visitor.screen.html).toContain("Your earlier answers have expired");
  // Also where the browser keeps the cookie that comes with it.
  await answerUpTo(visitor, "NameAndEmail");
  expect(visitor.screen.html).toContain('value="Maria"');
  expect(visitor.screen.html).toContain('value="maria@example.com"');
});

it("a page with scripts goes on without a cookie, too", async () => {
  const visitor = await new JsonVisitor(site.url).open();
  visitor.cookie = "";
  const before = leads().length;
  for (const [step, fields] of Object.entries(answersC)) {
    expect((await visitor.progress([{ answer: { step, fields } }])).status).toBe(200);
  }
  expect((await visitor.postLead()).status).toBe(200);
  expect(leads()).toHaveLength(before + 1);
});

it("a visit is not another session's for its sealed field, and the field never becomes a cookie", async () => {
  const { visitor, memory } = forgetful();
  memory.keepsCookies = true;
  await visitor.open("/survey/c");
  await visitor.post(answersC.WhenWasTheAccident!);
  const form = { ...hiddenFields(visitor.screen.html), ...answersC.OtherDriversVehicleType };
  const bare = await send(site.url, "/survey/c", { form });
  expect(bare.status).toBe(200);
  expect(bare.headers["set-cookie"]).toBeUndefined();
  const other = await new JsonVisitor(site.url).open();
  const theirs = await send(site.url, "/survey/c", { form, headers: { Cookie: other.cookie } });
  expect(theirs.status).toBe(303);
  expect(theirs.text).toBe("");
  // An altered field is none: what comes is the first question, with nobody's answers.
  const altered = await send(site.url, "/survey/c", { form: { ...form, visit: `${form.visit}A` } });
  expect(altered.text).toContain('data-step="WhenWasTheAccident"');
});

it("a visit that is taken up says so, and Start over forgets it in this browser", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey-sl?affid=7");
  expect(visitor.screen.html).not.toContain("left off");
  await visitor.post({ firstName: "Maria", lastName: "Lopez", email: "maria@example.com" });
  expect(visitor.screen.html, "on the way").not.toContain("left off");
  await visitor.open("/survey-sl?affid=7");
  expect(visitor.screen.step).not.toBe("NameAndEmail");
  expect(visitor.screen.html).toContain("You’re back where you left off.");
  expect(visitor.screen.html).toContain('value="restart"');
  const old = visitor.cookie;
  await visitor.post({ intent: "restart" });
  expect(visitor.screen).toMatchObject({ step: "NameAndEmail", url: "/survey-sl?affid=7", status: 200 });
  expect(visitor.cookie).not.toBe(old);
  for (const path of ["/survey-sl", "/survey-sl?step=NameAndEmail"]) {
    const { html } = await visitor.open(path);
    expect(html).not.toMatch(/Maria|left off/);
  }
});

it("what the posts of scripts could not bring comes along with the form", async () => {
  const before = leads().length;
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  const entries = Object.entries(answersC).map(([step, fields], index) => ({
    answer: { step, fields, at: Date.now() - 60_000 + index },
  }));
  const at = entries.findIndex(({ answer }) => answer.step === "NameAndEmail");
  const waiting = JSON.stringify(entries.slice(0, at + 1));
  const { step, fields } = entries[at]!.answer;
  await visitor.post({ ...fields, step, waiting });
  expect(visitor.screen).toMatchObject({ step: "PhoneAndZip", status: 200 });
  // Once more, as from a page that was left and is posted again: nothing is asked or stored twice.
  await visitor.post({ ...fields, step, waiting });
  expect(visitor.screen.step).toBe("PhoneAndZip");
  await visitor.post(answersC.PhoneAndZip!);
  expect(visitor.screen.url).toContain("thank-you");
  expect(leads()).toHaveLength(before + 1);
});

it.each(["not JSON", '{"answer":1}', "[1]"])("a form that brings %s is taken as it is", async (waiting) => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  await visitor.post({ ...answersC.WhenWasTheAccident, waiting });
  expect(visitor.screen.step).toBe("OtherDriversVehicleType");
});
