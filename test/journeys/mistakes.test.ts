import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { answersC } from "../support/answers.ts";
import { expected, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { loggedRefusals } from "../support/store-reader.ts";
import { give, live, walk } from "../support/survey-page.ts";
import type { Answer } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

type Mistake = {
  step: string;
  answer: Answer;
  wrong: string[];
  /** Part of the text that the first of them is described by. */
  says: string;
  /** A service finds it wrong, not the form's own rules. */
  isChecked?: true;
};

const date = (injury_month: string, injury_day: string, injury_year: string) => ({
  injury_month,
  injury_day,
  injury_year,
});
const person = (email: string) => ({ firstName: "Ana", lastName: "Rivera", email });

const { errors } = messagesIn("en").screens;
const nothing = { firstName: "", lastName: "", email: "" };
const disposable = person("ana@mailinator.com");
const unreachable = { phone: "(012) 555-0142", zip_code: "90210" };
const made = (step: string, answer: Answer, wrong: string[], says: string) => ({ step, answer, wrong, says });
const mistakes: Mistake[] = [
  made("WhenWasTheAccident", date("6", "31", "2025"), ["injury_day"], "that many days"),
  made("WhenWasTheAccident", date("1", "2", "2099"), ["injury_year"], "in the future"),
  made("WhenWasTheAccident", date("6", "", ""), ["injury_day", "injury_year"], "Enter the day."),
  made("IncidentDescription", { case_description: "A truck." }, ["case_description"], "One or two sentences"),
  made("NameAndEmail", person("ana@example"), ["email"], "name@example.com"),
  made("NameAndEmail", nothing, ["firstName", "lastName", "email"], "Enter your first name."),
  { ...made("NameAndEmail", disposable, ["email"], errors.emailRefused), isChecked: true },
  { ...made("NameAndEmail", disposable, ["email"], errors.emailBlocked), isChecked: true },
  made("PhoneAndZip", { phone: "(213) 555", zip_code: "9021" }, ["phone", "zip_code"], "10 digits"),
  { ...made("PhoneAndZip", unreachable, ["phone"], errors.phoneRefused), isChecked: true },
];

const { site, it, journey } = siteInChromium();

/** The whole state of a screen that has something to complain about. */
async function expectComplaint(page: Page, { step, answer, wrong, says }: Mistake) {
  const summary = page.locator("[data-error-summary]");
  await summary.getByText(says).first().waitFor();
  expect(await page.locator("main").getAttribute("data-step")).toBe(step);
  await page.waitForFunction(() => document.title.startsWith("Error: "));
  if (step === "WhenWasTheAccident") {
    const [gathered, boxes] = [
      await summary.boundingBox(),
      await page.locator("details[open]").boundingBox(),
    ];
    expect(boxes!.y - gathered!.y - gathered!.height, "nothing is between them").toBeLessThan(32);
  }
  const marked = page.locator("input[aria-invalid=true], textarea[aria-invalid=true]");
  expect(await marked.evaluateAll((fields) => fields.map((field) => field.id))).toEqual(wrong);
  const description = await marked.first().evaluate((field) =>
    field
      .getAttribute("aria-describedby")!
      .split(" ")
      .map((id) => document.getElementById(id)!.textContent)
      .join(" "),
  );
  expect(description).toContain(says);
  for (const [name, value] of Object.entries(answer))
    expect(await page.locator(`[name=${name}]`).inputValue(), name).toBe(value);
  expect(await summary.getByRole("link").first().getAttribute("href")).toBe(`#${wrong[0]}`);
}

async function errAll(page: Page, all: Mistake[], check: (mistake: Mistake) => Promise<void>) {
  for (const step of new Set(all.map((mistake) => mistake.step))) {
    await walk(page, { until: step });
    for (const mistake of all.filter((each) => each.step === step)) {
      await give(page, mistake.answer);
      await expectComplaint(page, mistake);
      await check(mistake);
    }
    if (step === "PhoneAndZip") return;
    await give(page, answersC[step]!);
    await page.locator(`main:not([data-step="${step}"])`).waitFor();
    // The title follows the screen.
    await expect.poll(() => page.title()).not.toMatch(/^Error/);
    expect(await page.locator("[data-error-summary]").count()).toBe(0);
  }
}

/** The mistakes that the newest visit's log shows analysts, which are the same with and without JavaScript. */
async function expectCounted(all: Mistake[]) {
  const byForm = all.filter(({ isChecked }) => !isChecked);
  await waitFor("the last of them", () => loggedRefusals(site).length >= byForm.length);
  expect(loggedRefusals(site)).toEqual(byForm.map(({ step, wrong }) => ({ step, fields: wrong })));
}

describe("mistakes in the survey", () => {
  it("are explained where they were made, with JavaScript", holds(501), () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/survey/c`);
        await live(page);
        await errAll(page, mistakes, async ({ wrong }) => {
          const summary = page.locator("[data-error-summary]");
          await page.waitForFunction(() => document.activeElement?.matches("[data-error-summary]"));
          const before = await page.evaluate(() => history.length);
          await summary.getByRole("link").first().tap();
          await page.waitForFunction((id) => document.activeElement?.id === id, wrong[0]!);
          expect(await page.evaluate(() => history.length)).toBe(before);
        });
        await expectCounted(mistakes);
      },
      { reducedMotion: "reduce" },
    ),
  );

  it("are explained where they were made, without JavaScript", holds(501), () =>
    journey(
      async ({ page }) => {
        const statuses: number[] = [];
        page.on("response", (response) => {
          if (response.request().method() === "POST") statuses.push(response.status());
        });
        const ofEachStep = mistakes.filter(({ step }, at) => mistakes[at - 1]?.step !== step);
        await page.goto(`${site.url}/survey/c`);
        await errAll(page, ofEachStep, async () => {
          expect(statuses.pop()).toBe(422);
        });
        await expectCounted(ofEachStep);
      },
      { javaScriptEnabled: false, allowed: [expected.refusedForm] },
    ),
  );
});
