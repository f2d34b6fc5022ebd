import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, expected, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { holdWriteLock, loggedAnswers } from "../support/store-reader.ts";
import { atStep, give, next, standAt } from "../support/survey-page.ts";

const { site, journey } = siteInChromium(calm);

/** The text contains quotes, and a character that has a meaning in HTML. */
const typed = { case_description: `A "big" truck & its trailer hit my car from behind; it's a total loss.` };
const step = "IncidentDescription";

const toTheQuestion = (page: Page) => standAt(page, site, "/survey/c", { until: step });

/** The page that keeps a form, whatever its language. */
const kept = (page: Page) => page.getByRole("heading", { name: messagesIn("en").trouble.tryAgain.title });

const given = () =>
  loggedAnswers(site)
    .filter((answer) => answer.step === step)
    .map(({ answers }) => answers);
const unstored = [/status of 503/, expected.noScript];

describe("a typed answer that cannot be stored", holds("T86"), () => {
  it("is kept, and sent by the page itself as soon as possible", () =>
    journey(
      async ({ page }) => {
        // Posted by its form, as on a slow network before the survey's script is there.
        let isPosted = false;
        await page.route("**/assets/*.js", (route) => (isPosted ? route.continue() : route.abort()));
        page.on("request", (request) => {
          isPosted ||= request.method() === "POST" && request.isNavigationRequest();
        });
        await toTheQuestion(page);
        const release = holdWriteLock(site.databaseFile);
        try {
          await give(page, typed);
          await kept(page).waitFor();
          await expectAccessible(page, "the page that keeps a form");
        } finally {
          release();
        }
        await atStep(page, "NameAndEmail");
        expect(given()).toEqual([typed]);
      },
      { allowed: unstored },
    ));

  it("is kept without JavaScript too, and sent by one press", () =>
    journey(
      async ({ page }) => {
        await toTheQuestion(page);
        const release = holdWriteLock(site.databaseFile);
        try {
          await page.locator("[name=case_description]").fill(typed.case_description);
          await next(page).tap();
          await kept(page).waitFor();
          expect(await page.getByText(messagesIn("en").trouble.tryAgain.wait).isVisible()).toBe(true);
        } finally {
          release();
        }
        await page.getByRole("button", { name: messagesIn("en").trouble.tryAgain.again }).tap();
        await atStep(page, "NameAndEmail");
        expect(given()).toEqual([typed]);
      },
      { allowed: unstored, javaScriptEnabled: false },
    ));
});
