import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { plainAnswers } from "../site/plain-answers.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const leads = () => storedLeads(site.databaseFile);

/** Answers plainly until a step is on screen, or the survey is over. */
async function answerUpTo(visitor: FormVisitor, code: string, until = "", given = {}) {
  const answers = plainAnswers(code, given);
  while (visitor.screen.step && visitor.screen.step !== until) {
    const { step } = visitor.screen;
    await visitor.post(answers(step));
    if (visitor.screen.step === step) throw new Error(`${step} refused ${JSON.stringify(answers(step))}`);
  }
}

const isThanks = ({ status, url }: FormVisitor["screen"]) =>
  status === 200 && /^\/(survey|ticket)(-v5)?-thank-you/.test(url);

describe.each(["medical-treatment", "medical-treatment-2"])("the thank-you step of %s", (code) => {
  it("is between the stored lead and the thank-you page", holds(273), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(`/survey/${code}`);
    expect(visitor.screen.html).not.toContain("data-backdrop=");
    const before = leads().length;
    await answerUpTo(visitor, code, "ThankYouStep");
    expect(visitor.screen).toMatchObject({ status: 200, step: "ThankYouStep", progress: "100" });
    expect(leads()).toHaveLength(before + 1);
    expect(visitor.screen.html).not.toContain('value="back"');
    expect(visitor.screen.html).toContain('data-backdrop="true"');

    await visitor.open(visitor.screen.url);
    expect(visitor.screen.step).toBe("ThankYouStep");
    await visitor.open(visitor.screen.url.replace("ThankYouStep", "PhoneAndZip"));
    expect(visitor.screen.step).toBe("ThankYouStep");

    await visitor.post({ intent: "next" });
    expect(isThanks(visitor.screen)).toBe(true);
    expect(leads()).toHaveLength(before + 1);
  });
});

describe("the one-page survey", () => {
  it("tells the disqualified so on the page, their lead being stored", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/one-page");
    const before = leads().length;
    await answerUpTo(visitor, "one-page", "Disqualified", { with_Lawyer: "yes" });
    expect(visitor.screen).toMatchObject({ status: 200, step: "Disqualified" });
    expect(leads()).toHaveLength(before + 1);
    expect(leads().at(-1)).toMatchObject({ qualified: 0, dqReason: "have_attorney|yes" });
    await visitor.open(visitor.screen.url);
    expect(visitor.screen.step).toBe("Disqualified");
    // A visitor who comes back later starts again.
    await visitor.open("/survey/one-page");
    expect(visitor.screen.step).toBe("OnePageSurvey");
  });

  it("thanks all others, and keeps the query's own parameters", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/one-page?utm_source=news&affid=7");
    await answerUpTo(visitor, "one-page");
    const { searchParams } = new URL(visitor.screen.url, site.url);
    expect(isThanks(visitor.screen)).toBe(true);
    expect(searchParams.get("utm_source")).toBe("news");
    expect(searchParams.get("affid")).toBe("7");
  });
});

describe("the benefits flow", () => {
  it("closes without a lead, and can be begun again", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/benefits");
    const before = leads().length;
    await answerUpTo(visitor, "benefits", "Closing");
    await visitor.open(visitor.screen.url);
    expect(visitor.screen).toMatchObject({ status: 200, step: "Closing" });
    expect(leads()).toHaveLength(before);
    await visitor.open("/survey/benefits");
    expect(visitor.screen.step).toBe("SelectAgeGroup");
  });
});

describe("the ticket flow", () => {
  it("thanks the visitor on its own page and posts to its own buyer, whatever that answers", async () => {
    site.stubs.ownPosts.fault = "5xx";
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/ticket?utm_source=news");
    await answerUpTo(visitor, "ticket");
    expect(visitor.screen.url).toMatch(/^\/ticket-thank-you\/\?utm_source=news&/);
    expect(isThanks(visitor.screen)).toBe(true);
    site.stubs.ownPosts.fault = "ok";
    const taken = () => site.stubs.ownPosts.requests.filter(({ path }) => path === "/ticket").at(-1);
    await expect.poll(() => taken()?.body, { timeout: 20_000 }).toContain('"ticket_state"');
    const lead = JSON.parse(taken()!.body) as Record<string, unknown>;
    for (const name of ["accident_limit_exceeded", "accident_within_last_year", "state_long"]) {
      expect(lead).not.toHaveProperty(name);
    }
  });
});

describe("every other survey", () => {
  const others = [...variants.values()].filter(
    ({ flow, code }) => flow === "survey" && !/^medical/.test(code),
  );
  it.each(others.map(({ code, thankYou }) => [code, thankYou]))("%s ends at %s", async (code, thankYou) => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(`/survey/${code}`);
    await answerUpTo(visitor, code);
    expect(new URL(visitor.screen.url, site.url).pathname).toBe(thankYou);
    expect(visitor.screen.status).toBe(200);
  });

  it.each([
    ["yes", "xkcdqwrtp zzxcvbnm qwrtpsdf ghjklzxcv"],
    ["no", "I drove at 45 where 35 was allowed."],
  ])("has its description judged, and tells its buyer: %s", holds(424, 467), async (judged, text) => {
    site.stubs.ownPosts.requests.length = 0;
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/ticket");
    await answerUpTo(visitor, "ticket", "", { case_description: text });
    expect(visitor.screen.url).toMatch(/^\/ticket-thank-you\//);
    const taken = () => site.stubs.ownPosts.requests.find(({ path }) => path === "/ticket");
    await expect.poll(() => taken()?.body, { timeout: 20_000 }).toContain('"ticket_state"');
    expect(JSON.parse(taken()!.body)).toMatchObject({ case_description: text, is_gibberish: judged });
  });
});
