import { beforeAll, expect, it } from "vitest";
import { testimonialWords } from "../../machines/messages/testimonials.ts";
import { flagValues } from "../../machines/rules/page-flags.ts";
import { calm, desktop, inChromium } from "../support/browser.ts";
import { siteProcessForTests } from "../support/during.ts";
import { pageFaults } from "../support/faults.ts";

/**
 * What is there while developing only, so this is Vite's server. Allowed are complaints of Vite's own connection to
 * the page, whose port another project under development may have, of React's own hook in the place of a shim, and of what
 * Vite has prepared again meanwhile: it loads the page once more then.
 */
const allowed = [
  /websocket/i,
  /use-sync-external-store/,
  /status of 504/,
  /status of 404 .*\/\.vite\/deps\//,
];

const { journey } = inChromium({ ...calm, allowed });
const site = siteProcessForTests({ NODE_ENV: "development", VITEST: "", stubs: false });
beforeAll(async () => {
  expect((await fetch(`${site.url}/themes/`)).status).toBe(200);
});

it("sample quotes are shown, and said to be samples", async () => {
  const page = await fetch(`${site.url}/survey/c`);
  expect(await page.text()).toContain(testimonialWords.en.sample);
});

it("a survey with ?inspect is beside its chart, which follows the visit", () =>
  journey(
    async ({ page }) => {
      await page.goto(`${site.url}/survey/c?affid=7&inspect`);
      const [survey, chart] = ["The survey", "Its chart"].map((title) =>
        page.frameLocator(`iframe[title="${title}"]`),
      );
      const here = chart!.locator("#now");
      await survey!.getByRole("button", { name: "In the last week" }).click();
      await expect.poll(() => here.textContent()).toBe("Other drivers vehicle type");
      await survey!.getByRole("button", { name: "Car, SUV or pickup" }).click();
      await expect.poll(() => here.textContent()).toBe("At fault");
      expect(await chart!.locator('[data-node="AtFault"]').getAttribute("data-mark")).toContain("here");
      // The server may know of the answer while the survey still shows its tick, and a press of Back is dropped then.
      await survey!.locator('input[name="step"][value="AtFault"]').first().waitFor({ state: "attached" });
      await survey!.getByRole("button", { name: "Back" }).click();
      await expect.poll(() => here.textContent()).toBe("Other drivers vehicle type");
    },
    { ...desktop, allowed },
  ));

it("the pages of the charts are open to everybody who develops", async () => {
  expect((await fetch(`${site.url}/graphs/`)).status).toBe(200);
});

it("the gallery of themes is accessible in every theme, no wider than the window, and needs no script", () =>
  journey(
    async ({ page }) => {
      await page.goto(`${site.url}/themes/`);
      expect(await page.locator("[data-island]").count()).toBe(0);
      const grounds = await page
        .locator("div[data-theme]")
        .evaluateAll((looks) => looks.map((look) => getComputedStyle(look).backgroundColor));
      expect(new Set(grounds).size).toBe(flagValues.theme.length - 1);
      expect(await pageFaults(page, "the gallery of themes")).toEqual([]);
    },
    { allowed },
  ));
