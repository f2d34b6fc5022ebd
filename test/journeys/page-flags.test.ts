import { describe, expect } from "vitest";
import { schemes, tokensIn } from "../../app/themes/tokens.ts";
import { flagWords } from "../../machines/messages/page-flags.ts";
import { expectAccessible } from "../support/axe.ts";
import { holds } from "../support/holds.ts";
import { calm, siteInChromium } from "../support/in-chromium.ts";
import { atStep, live, option, settled } from "./survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

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
  it.each(themes)("theme %s with logo %s and all else switched on is accessible", holds(385), (theme, logo) =>
    journey(async ({ page }) => {
      const flags = `${everything},theme:${theme},logo:${logo}`;
      await page.goto(`${site.url}/survey/c?show-meter=yes&flags=${flags}`);
      expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        await expectAccessible(page, `theme ${theme}, ${colorScheme}`);
        const { page: ground } = tokensIn(theme, colorScheme);
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(rgb(ground!));
      }
    }),
  );

  it("stay as the survey goes on, with JavaScript and without", async ({ page }) => {
    const words = flagWords.en;
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

  it("are none where none are asked for", async ({ page }) => {
    await page.goto(`${site.url}/survey/c?flags=theme:v13,logo:none,unknown`);
    const attributes = await page.evaluate(() => document.documentElement.getAttributeNames());
    expect(attributes).toEqual(["lang"]);
  });
});
