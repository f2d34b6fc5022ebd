import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { pageScriptsEnv, socialPixelsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { calm, expected, siteInChromium } from "../support/browser.ts";
import { during } from "../support/during.ts";
import { keptConsent } from "../support/one-to-one.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { foreign, live, standAt, walk } from "../support/survey-page.ts";

const address = "/do-not-sell-my-information/";

const others = during(startPageScripts);
const { site, it, journey } = siteInChromium(calm, () => ({
  ...pageScriptsEnv(others),
  "pixels.media": `${others.origin}/js/retreaver.js?media`,
  "pixels.tracking": `${others.origin}/pixel.gif`,
  "pixels.ad-tracking": `${others.origin}/js/retreaver.js?ads`,
  ...socialPixelsEnv(others),
  "scripts.affiliate-click": `${others.origin}/click`,
}));
beforeEach(() => {
  others.requests.length = 0;
});

/** Disqualified, so that there is a window to open. */
const disqualified = { HasLawyer: { option: "yes" } };

async function everywhere(page: Page) {
  await page.goto(site.url, { waitUntil: "networkidle" });
  await standAt(page, site, "/survey/a?affid=389", { answers: disqualified });
  await live(page);
  await walk(page);
  await page.waitForLoadState("networkidle");
}

const newest = () => {
  const lead = storedLeads(site.databaseFile).at(-1)!;
  const sent = query<{ destination: string }>(
    site.databaseFile,
    "select destination from outbox where lead_id = ?",
    lead.id,
  );
  return {
    optOut: keptConsent(site.databaseFile, lead.id).optOut,
    sent: sent.map(({ destination }) => destination),
  };
};
const form = (page: Page) => page.locator("main form").first();
const submit = (page: Page) => page.getByRole("button", { name: "Do not sell or share" });

it("a visitor who refuses nothing does meet third parties on this way", () =>
  journey(
    async ({ page, context }) => {
      const asked = foreign(context, site);
      await everywhere(page);
      const paths = new Set(asked.map((url) => new URL(url).pathname));
      for (const path of [
        "/pixel.gif",
        "/tr",
        "/api/v2/pixel",
        "/scripts/main.js",
        "/js/retreaver.js",
        "/click",
      ]) {
        expect([...paths], path).toContain(path);
      }
      expect(newest().optOut).toBeUndefined();
    },
    { allowed: [/MIME|net::ERR|Failed to load|vendor|Error/] },
  ));

// For pages' words to a browser that sends the signal, or has the cookie: test/site/opt-out.test.ts.
describe("nobody else is asked for anything on behalf of", () => {
  it("a browser that tells the signal to scripts only", async ({ page, context }) => {
    const asked = foreign(context, site);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
    // Nothing has reached the server yet.
    await page.goto(`${site.url}/survey/a?affid=389`);
    await live(page);
    await page.waitForLoadState("networkidle");
    await everywhere(page);
    expect(asked).toEqual([]);
    expect(context.pages()).toHaveLength(1);
    expect(newest()).toEqual({ optOut: "gpc", sent: ["lead-prosper"] });
    await page.goto(site.url + address);
    await page.getByText(messagesIn("en").doNotSell.state.signal).first().waitFor();
  });

  it("a browser that has opted out by the form, after an error", () =>
    journey(
      async ({ page, context }) => {
        await page.goto(site.url);
        await page.locator("footer").getByRole("link", { name: "Do not sell my information" }).click();
        await submit(page).click();
        await expect.poll(() => page.title()).toMatch(/^Error: /);
        await page
          .getByRole("link", { name: "Enter your email address, your phone number, or both." })
          .click();
        await page.keyboard.type("someone.else@example.com");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Your choice is recorded" }).waitFor();
        expect(await form(page).count()).toBe(0);
        await page.goto(site.url + address);
        expect(await page.getByText("This browser is opted out.").isVisible()).toBe(true);
        expect(await page.getByRole("button", { name: "Opt out this browser" }).count()).toBe(0);
        expect(await submit(page).isVisible()).toBe(true);

        const asked = foreign(context, site);
        await everywhere(page);
        expect(asked).toEqual([]);
        expect(context.pages()).toHaveLength(1);
        expect(newest()).toEqual({ optOut: "do-not-sell", sent: ["lead-prosper"] });
      },
      { allowed: [expected.refusedForm] },
    ));
});
