import { describe, expect } from "vitest";
import { schemes, tokensIn } from "../../app/themes/tokens.ts";
import { messagesIn } from "../../services/words/index.ts";
import { axeFindings, expectAccessible } from "../support/axe.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { atStep, live, option, settled } from "../support/survey-page.ts";

const { site, it } = siteInChromium(calm);

const everything =
  "firstQuestionHeader,findMeALawyer,matchWithLawyer,roundedButtons,noPercentSign,noPrivacyGuarantee," +
  "socialProof,accidentTimeframe,compensation:dollars,nameAndEmailCta:v2,progressBar:v1,fontWeight:600";
const themes = Array.from({ length: 12 }, (_, index) => [`v${index + 1}`, `v${(index % 5) + 1}`] as const);
/** A colour written #rrggbb as Chromium writes it. */
const rgb = (hex: string) =>
  `rgb(${hex
    .match(/[\da-f]{2}/g)!
    .map((part) => Number.parseInt(part, 16))
    .join(", ")})`;

describe("page flags", () => {
  it(
    "are accessible when all switched on, in each theme by day and by night",
    holds(385),
    async ({ page }) => {
      for (const [theme, logo] of themes) {
        await page.goto(
          `${site.url}/survey/c?show-meter=yes&flags=${everything},theme:${theme},logo:${logo}`,
        );
        expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await settled(page);
          const { page: ground } = tokensIn(theme, colorScheme);
          expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
            rgb(ground!),
          );
          // Themes differ in colours alone.
          if (theme === "v1") await expectAccessible(page, `theme v1, ${colorScheme}`);
          else expect((await axeFindings(page, ["color-contrast"])).violations, theme).toEqual([]);
        }
      }
    },
  );

  it("persist through the survey, with JavaScript and without", async ({ page }) => {
    const words = messagesIn("en").pages.flags;
    await page.goto(`${site.url}/survey/c?flags=${everything},theme:v3`);
    await page.getByText(words.firstQuestion.accident).waitFor();
    await live(page);
    await option(page, "Within 30 Days").tap();
    await atStep(page, "OtherDriversVehicleType");
    await page.getByText(words.matchWithLawyer).waitFor();
    await page.reload();
    await page.getByText(words.matchWithLawyer).waitFor();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("v3");
  });
});
