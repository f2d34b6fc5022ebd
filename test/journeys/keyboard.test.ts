import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { answersC, newEmail } from "../support/answers.ts";
import { desktop, siteInChromium } from "../support/browser.ts";
import { leadsOf, loggedAnswers } from "../support/store-reader.ts";
import { atStep, live, standAt, tabTo, thanked } from "../support/survey-page.ts";

const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };

const { site, it, journey } = siteInChromium();

async function typeInto(page: Page, name: string, text: string) {
  await tabTo(page, `[name=${name}]`);
  await page.keyboard.type(text);
}

/** Enter in a text field sends the step, never the first answer or Back. */
async function typeDate(page: Page) {
  await tabTo(page, "summary");
  await page.keyboard.press("Enter");
  await typeInto(page, "injury_month", "3");
  await typeInto(page, "injury_day", "7");
  await typeInto(page, "injury_year", "2026");
  await page.keyboard.press("Enter");
  await atStep(page, "OtherDriversVehicleType");
}

async function walkByKeyboard(page: Page, email: string) {
  await typeDate(page);
  const choices = {
    OtherDriversVehicleType: "Enter",
    AtFault: "Space",
    WasUserInjured: "Enter",
    TypeOfMedicalTreatment: "Space",
    PoliceReportFiled: "Enter",
    HasLawyer: "Space",
  };
  for (const [step, key] of Object.entries(choices)) {
    await atStep(page, step);
    await tabTo(page, `[name=option][value="${answersC[step]!.option}"]`);
    await page.keyboard.press(key);
  }
  await typeAll(page, email);
  expect(leadsOf(site, email)[0]!.record).toMatchObject({
    injury_month: "03",
    injury_day: "07",
    injury_year: "2026",
    injury_type: "Hospital",
  });
}

/** A button's distance from the top of its page, in pixels. */
const heightAbove = (page: Page, selector: string) =>
  page.locator(selector).evaluate((button) => button.getBoundingClientRect().top + scrollY);

async function typeAll(page: Page, email: string) {
  await atStep(page, "IncidentDescription");
  await typeInto(page, "case_description", "A truck hit me.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It ran a red light.");
  await tabTo(page, "button[value=next]");
  await page.keyboard.press("Space");
  await atStep(page, "NameAndEmail");
  await typeInto(page, "firstName", "Ana");
  await typeInto(page, "lastName", "Rivera");
  await typeInto(page, "email", email);
  await page.keyboard.press("Enter");
  await atStep(page, "PhoneAndZip");
  await typeInto(page, "phone", "2135550123");
  const send = "button[value=next]:not([aria-hidden])";
  const before = await heightAbove(page, send);
  await typeInto(page, "zip_code", "90210");
  if (await page.evaluate(() => matchMedia("(scripting: enabled)").matches))
    await page.getByText("✓ Beverly Hills, California").waitFor();
  // A thumb that is on its way to the button meets it where it was.
  expect(await heightAbove(page, send)).toBe(before);
  // It signs nothing: it leads to the button, which does; without scripts nothing happens.
  await page.keyboard.press("Enter");
  if (!(await page.locator(`${send}:focus`).count())) await tabTo(page, send);
  expect(leadsOf(site, email)).toEqual([]);
  await page.keyboard.press("Enter");
  await thanked(page);
  expect(leadsOf(site, email)).toHaveLength(1);
  expect(leadsOf(site, email)[0]!.record).toMatchObject({
    case_description: "A truck hit me.\nIt ran a red light.",
    with_Lawyer: "no",
    phone: "(213) 555-0123",
  });
}

describe("the survey by keyboard alone", () => {
  it("can be completed, exact date included", () =>
    journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      await walkByKeyboard(page, newEmail("keys"));
    }, keyboard));

  it("can be completed without JavaScript: an exact date, a choice, and everything typed", () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/survey/c`);
        await typeDate(page);
        expect(loggedAnswers(site)).toMatchObject([
          { step: "WhenWasTheAccident", answers: { injury_year: "2026" } },
        ]);
        await standAt(page, site, "/survey/c", { until: "HasLawyer" });
        await tabTo(page, '[name=option][value="no"]');
        await page.keyboard.press("Space");
        await typeAll(page, newEmail("plain.keys"));
      },
      { ...keyboard, javaScriptEnabled: false },
    ));
});
