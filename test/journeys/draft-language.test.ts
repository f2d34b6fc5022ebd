import { describe, expect } from "vitest";
import { draftLanguages, languageFacts } from "../../services/words/languages.ts";
import { answersC } from "../support/answers.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, inChromium } from "../support/browser.ts";
import { siteProcessForTests } from "../support/during.ts";
import { atStep, give, live, stepOf } from "../support/survey-page.ts";

const site = siteProcessForTests({ DRAFT_LANGUAGES: draftLanguages.join() });
const { it, journey } = inChromium(calm);

/** The most that stands beside the screen, in pixels. */
const beside = () => document.documentElement.scrollWidth - innerWidth;

describe.each(draftLanguages)("a draft in %s", (language) => {
  const { survey, direction } = languageFacts(language);

  it("is walked to its thanks on a narrow phone, accessible and nowhere wider than the screen", () =>
    journey(
      async ({ page }) => {
        await page.goto(site.url + survey);
        for (const [step, answer] of Object.entries(answersC)) {
          await atStep(page, step);
          await live(page);
          expect(await page.evaluate(beside), step).toBe(0);
          await expectAccessible(page, step);
          await give(page, answer);
        }
        await page.waitForURL(/\/survey-thank-you\//);
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
        expect(await page.evaluate(beside)).toBe(0);
        await expectAccessible(page, "the thanks");
        await page.emulateMedia({ media: "print" });
        expect(await page.evaluate(beside)).toBe(0);
        expect(new URL(page.url()).search).toBe(`?lang=${language}`);
      },
      { viewport: { width: 360, height: 640 } },
    ));

  it("has its answers' words where its lines begin, and what leads on where they end", () =>
    journey(async ({ page }) => {
      await page.goto(site.url + survey);
      expect(await stepOf(page)).toBe("WhenWasTheAccident");
      const [words, arrow] = await page
        .locator("button[name=option]")
        .first()
        .evaluate((button) => {
          const range = document.createRange();
          range.selectNodeContents(button);
          const { left, right } = range.getBoundingClientRect();
          const box = button.getBoundingClientRect();
          const sides = [left - box.left, box.right - right];
          const { transform } = getComputedStyle(button, "::after");
          return [sides, new DOMMatrix(transform).b > 0] as const;
        });
      const isRightToLeft = direction === "rtl";
      expect(words[1]! < words[0]!).toBe(isRightToLeft);
      expect(arrow).toBe(!isRightToLeft);
    }));
});
