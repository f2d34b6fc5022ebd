import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { answersC, newEmail } from "../support/answers.ts";
import { calm, expected, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { leadsOf, loggedAnswers, untilLogged } from "../support/store-reader.ts";
import {
  atStep,
  give,
  holdBack,
  live,
  named,
  next,
  option,
  standAt,
  stepsC,
  thanked,
  walk,
} from "../support/survey-page.ts";

const lost = { ...calm, allowed: [expected.noScript] };

const { site, it, journey } = siteInChromium(calm);

const loseScripts = (page: Page) => page.route("**/assets/*.js", (route) => route.abort());

const holdIsland = (page: Page) => holdBack(page, "**/assets/island-*.js");

/** What typed questions need beyond choices. */
const laterParts = "**/assets/later-*.js";

function formPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") posts.push(request.url());
  });
  return posts;
}

const steps = () => loggedAnswers(site).map(({ step }) => step);

describe("a survey whose scripts are lost", holds("T34"), () => {
  it("continues natively when scripts are lost after the fourth step and the page is reloaded", () =>
    journey(async ({ page }) => {
      const email = newEmail("halfway");
      const posts = formPosts(page);
      await standAt(page, site, "/survey/c", { until: "WasUserInjured" });
      await live(page);
      await give(page, answersC.WasUserInjured!);
      await untilLogged(site, stepsC.slice(0, 4));
      expect(posts).toEqual([]);
      await loseScripts(page);
      await page.reload();
      await atStep(page, "TypeOfMedicalTreatment");
      await walk(page, { answers: named(email) });
      expect(posts).toHaveLength(stepsC.length - 4);
      expect(leadsOf(site, email)).toMatchObject([{ record: { at_Fault: "no", injury_type: "Hospital" } }]);
    }, lost));

  it("keeps a click made before the island is ready, once", async ({ page }) => {
    const posts = formPosts(page);
    const release = await holdIsland(page);
    await page.goto(`${site.url}/survey/c`);
    await give(page, answersC.WhenWasTheAccident!);
    await atStep(page, "OtherDriversVehicleType");
    expect(posts).toHaveLength(1);
    release();
    await live(page);
    await give(page, answersC.OtherDriversVehicleType!);
    await atStep(page, "AtFault");
    await untilLogged(site, stepsC.slice(0, 2));
    expect(posts).toHaveLength(1);
    expect(steps()).toEqual(stepsC.slice(0, 2));
  });

  it("keeps a click once when the island becomes ready during its post", async ({ page }) => {
    const release = await holdIsland(page);
    await page.goto(`${site.url}/survey/c`);
    const again = pressAgainOnceLive(page, "Within 30 Days");
    await page.route(/\/survey\/c/, async (route) => {
      if (route.request().method() === "POST") await again;
      await route.continue();
    });
    await option(page, "Within 30 Days").dispatchEvent("click");
    release();
    await page.waitForURL(/step=OtherDriversVehicleType/);
    await live(page);
    await give(page, answersC.OtherDriversVehicleType!);
    await atStep(page, "AtFault");
    await untilLogged(site, stepsC.slice(0, 2));
    expect([...new Set(steps())]).toEqual(stepsC.slice(0, 2));
  });

  it("shows a typed question as soon as its parts are loaded, and keeps the press", async ({ page }) => {
    const posts = formPosts(page);
    const release = await holdBack(page, laterParts);
    await standAt(page, site, "/survey/c", { until: "HasLawyer" });
    await live(page);
    for (let times = 0; times < 2; times++) await give(page, answersC.HasLawyer!);
    await untilLogged(site, stepsC.slice(0, 7));
    await atStep(page, "HasLawyer");
    release();
    await atStep(page, "IncidentDescription");
    expect(posts).toEqual([]);
    expect(steps()).toEqual(stepsC.slice(0, 7));
  });

  it("posts a date that is typed before its rules are loaded", async ({ page }) => {
    const posts = formPosts(page);
    const release = await holdBack(page, laterParts);
    await page.goto(`${site.url}/survey/c`);
    await live(page);
    await give(page, { injury_month: "3", injury_day: "7", injury_year: "2026" });
    await atStep(page, "OtherDriversVehicleType");
    expect(posts).toHaveLength(1);
    release();
  });

  it("has the server show a typed question whose parts never load", () =>
    journey(async ({ page }) => {
      const email = newEmail("partless");
      await page.route(laterParts, (route) => route.abort());
      await standAt(page, site, "/survey/c", { until: "HasLawyer" });
      await live(page);
      await walk(page, { answers: named(email) });
      expect(leadsOf(site, email)).toHaveLength(1);
    }, lost));

  it("makes one lead from a double click at the end", holds("T10"), () =>
    journey(
      async ({ page }) => {
        const email = newEmail("double");
        await standAt(page, site, "/survey/c", { answers: named(email) });
        for (const [name, value] of Object.entries(answersC.PhoneAndZip!))
          await page.locator(`[name=${name}]`).fill(value);
        await next(page).dblclick();
        await thanked(page);
        expect(leadsOf(site, email)).toHaveLength(1);
      },
      { javaScriptEnabled: false },
    ),
  );
});

/** An impatient visitor presses again while the first, native post is under way: now the island takes the click. */
function pressAgainOnceLive(page: Page, value: string): Promise<unknown> {
  // The page has to do it itself: Playwright does not reach into a page that is about to be left.
  const pressed = page.waitForEvent("console", (message) => message.text() === "pressed again");
  void page.evaluate((value) => {
    const form = document.querySelector("form")!;
    const timer = setInterval(() => {
      if (!Object.keys(form).some((key) => key.startsWith("__reactProps"))) return;
      clearInterval(timer);
      form.querySelector<HTMLElement>(`[value="${value}"]`)!.click();
      console.log("pressed again");
    }, 10);
  }, value);
  return pressed;
}
