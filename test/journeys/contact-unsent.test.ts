import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { desktop, journey, phone, startBrowser } from "../support/browser.ts";
import { contactMessage } from "../support/contact-message.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";

/** Visitors whose message does not reach our server at first. */

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** What the browser says of answers that fail on purpose. */
const allowed = [/status of (503|429)/, /net::ERR_/];

const form = "form[data-contact]";
const button = (page: Page) => page.locator(`${form} button[type=submit]`);
const notice = (page: Page) => page.locator("[data-contact-unsent]");
const thanks = (page: Page) => page.getByText("Form was submitted");
const values = (page: Page) =>
  page.locator(form).evaluate((shown: HTMLFormElement) => Object.fromEntries(new FormData(shown)));
const stored = (email: string) =>
  storedLeads(site.databaseFile).filter(({ record }) => record.email === email).length;

/** The contact page, alive and filled in with this address. */
async function filled(page: Page, email: string) {
  await page.goto(`${site.url}/contact/`);
  await alive(page);
  for (const [name, value] of Object.entries({ ...contactMessage, email })) {
    const field = page.locator(`${form} [name=${name}]`);
    if (name === "typeOfAccident") await field.selectOption(value);
    else await field.fill(value);
  }
}

const alive = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("form[data-contact]")!).some((key) => key.startsWith("__reactProps")),
  );

/** Answers posts in our server's place while `away` says with what. */
async function between(page: Page, away: { status?: number; lost?: boolean }) {
  const posts = { count: 0 };
  await page.route("**/contact/", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts.count += 1;
    if (away.status) return route.fulfill({ status: away.status, body: "{}" });
    const response = await route.fetch({ maxRedirects: 0 });
    // It arrived, but the browser never hears of it.
    return away.lost ? route.abort() : route.fulfill({ response });
  });
  return posts;
}

async function saysSo(page: Page) {
  await notice(page).waitFor();
  expect(await notice(page).textContent()).toMatch(/could not be sent yet.*Nothing is lost.*keep trying/);
  expect(await notice(page).locator("a[href='tel:+18775550142']").isVisible()).toBe(true);
  expect([await button(page).isEnabled(), await button(page).textContent()]).toEqual([true, "Send it again"]);
}

describe.each([
  ["a phone", phone],
  ["a desk", { ...desktop, isMobile: false }],
])("on %s", (device, options) => {
  it.each([503, 429])(
    "an answer of %i is explained, a press tries at once, and one message is stored",
    (status) =>
      journey(
        browser,
        async ({ page }) => {
          const email = `away.${status}.${device.length}@example.com`;
          const away: { status?: number } = { status };
          const posts = await between(page, away);
          await filled(page, email);
          await button(page).click();
          await saysSo(page);
          expect(await values(page)).toMatchObject({ ...contactMessage, email });
          await expectAccessible(page, "a form that could not be sent yet");
          const before = posts.count;
          await button(page).click();
          await expect.poll(() => posts.count).toBeGreaterThan(before);
          expect(await thanks(page).count()).toBe(0);
          away.status = undefined;
          await button(page).click();
          await thanks(page).waitFor();
          expect(stored(email)).toBe(1);
          expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
        },
        { ...options, allowed },
      ),
  );
});

it("is sent by itself once the server runs again", () =>
  journey(
    browser,
    async ({ page }) => {
      await filled(page, "restart@example.com");
      await site.stop("SIGKILL");
      await button(page).click();
      await saysSo(page);
      await site.restart();
      await thanks(page).waitFor({ timeout: 60_000 });
      expect(stored("restart@example.com")).toBe(1);
    },
    { allowed },
  ));

it("is sent by itself once the network is back", () =>
  journey(
    browser,
    async ({ page, context }) => {
      await filled(page, "offline@example.com");
      await context.setOffline(true);
      await button(page).click();
      await saysSo(page);
      await context.setOffline(false);
      await thanks(page).waitFor();
      expect(stored("offline@example.com")).toBe(1);
    },
    { allowed },
  ));

it("is explained after a few seconds without any answer", () =>
  journey(browser, async ({ page }) => {
    await page.route("**/contact/", (route) =>
      route.request().method() === "POST" ? undefined : route.continue(),
    );
    await filled(page, "silence@example.com");
    await button(page).click();
    await expect.poll(() => button(page).isDisabled()).toBe(true);
    await saysSo(page);
  }));

it("is stored once although every answer but the last was lost, also over a reload", () =>
  journey(
    browser,
    async ({ page }) => {
      const email = "lost@example.com";
      const away: { lost?: boolean } = { lost: true };
      await between(page, away);
      await filled(page, email);
      await button(page).click();
      await saysSo(page);
      expect(stored(email)).toBe(1);
      const before = await values(page);
      await page.reload();
      await alive(page);
      await expect.poll(() => values(page)).toEqual(before);
      away.lost = false;
      await button(page).click();
      await thanks(page).waitFor();
      expect(stored(email)).toBe(1);
    },
    { allowed },
  ));

it("waits for a press after it was changed", () =>
  journey(
    browser,
    async ({ page }) => {
      const away: { status?: number } = { status: 503 };
      const posts = await between(page, away);
      await filled(page, "changed@example.com");
      await button(page).click();
      await saysSo(page);
      await page.locator(`${form} [name=firstName]`).fill("Anabel");
      const before = posts.count;
      away.status = undefined;
      await page.waitForTimeout(5_000);
      expect(posts.count).toBe(before);
      await button(page).click();
      await thanks(page).waitFor();
      const names = storedLeads(site.databaseFile)
        .filter(({ record }) => record.email === "changed@example.com")
        .map(({ record }) => record.first_name);
      expect(names).toEqual(["Anabel"]);
    },
    { allowed },
  ));
