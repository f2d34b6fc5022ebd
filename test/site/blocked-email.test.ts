import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answerTo, walkSurvey } from "../specification/survey-walk.ts";
import { answersC } from "../support/answers-c.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterEach(() => {
  site.stubs.ipqs.fault = "ok";
});
afterAll(() => site.close());

const refusedOnce = "This email address does not seem to receive mail.";
const refusedForGood = "We cannot accept this email address.";
let people = 0;
const aBadAddress = () => `bad${++people}@mailinator.com`;
const nameAndEmail = (email: string) => ({ ...answersC.NameAndEmail, email });
const asked = (email: string) => site.stubs.ipqs.requests.filter(({ path }) => path.endsWith(email)).length;
const alerts = () => site.stubs.chat.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);
const newest = () => storedLeads(site.databaseFile).at(-1)!;

/** Answers well until a step is shown. */
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

describe("an address that was bad twice", holds(449), () => {
  it("is refused for the rest of the session, also when the service fails, and is not asked about", async () => {
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

  it("is bad only once more for another session", async () => {
    const email = aBadAddress();
    await refused(email, 2);
    const other = await refused(email, 1);
    expect(other.screen.html).toContain(refusedOnce);
    expect(asked(email)).toBe(3);
  });

  it("is told to the chat once, with survey, affiliate and the address masked", holds(450), async () => {
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
