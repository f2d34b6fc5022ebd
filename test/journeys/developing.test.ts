import { beforeAll, expect, it } from "vitest";
import { flagValues } from "../../machines/rules/page-flags.ts";
import { messagesIn } from "../../services/words/index.ts";
import { calm, desktop, inChromium } from "../support/browser.ts";
import { siteProcessForTests } from "../support/during.ts";
import { pageFaults } from "../support/faults.ts";
import { brought } from "../support/features.ts";

/**
 * What is there while developing only, so this is Vite's server. Allowed are complaints of Vite's own connection to
 * the page, whose port another project under development may have, and of React's own hook in the place of a shim.
 */
const allowed = [/websocket/i, /use-sync-external-store/];

const { journey } = inChromium({ ...calm, allowed });
const site = siteProcessForTests({ NODE_ENV: "development", VITEST: "", stubs: false });
beforeAll(async () => {
  expect((await fetch(`${site.url}/themes/`)).status).toBe(200);
});

it("sample quotes are shown, and said to be samples", async () => {
  const page = await fetch(`${site.url}/survey/c`);
  expect(await page.text()).toContain(messagesIn("en").pages.testimonials.sample);
});

it.each(brought.flatMap(({ whileDeveloping }) => whileDeveloping ?? []))("%s", (_title, walk) =>
  journey(({ page }) => walk(page, site.url), { ...desktop, allowed }),
);

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

it("no page is loaded again in a developer's hands for a package that Vite finds late", async () => {
  // All else that developers open, each of which imports more.
  for (const path of ["/", "/survey/c", "/survey/es", "/contact", "/graphs/c", "/console/"])
    await fetch(`${site.url}${path}`);
  expect(site.output()).toContain("listening");
  expect(site.output()).not.toMatch(/dependencies (changed|optimized)/);
});
