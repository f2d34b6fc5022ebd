import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { type Between, between } from "../support/between.ts";
import { desktop, phone } from "../support/browser.ts";
import { contactMessage } from "../support/contact-message.ts";
import { holds } from "../support/holds.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { storedLeads } from "../support/store-reader.ts";

/** Visitors whose message does not reach our server at first. */

const { site, it, journey } = siteInChromium();

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
async function filled(page: Page, email: string, url = site.url) {
  await page.goto(`${url}/contact/`);
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

/** Something in front of the site that does this to posts. */
async function before(what: Partial<Between>): Promise<Between> {
  const front = Object.assign(await between(site.url), what);
  onTestFinished(front.close);
  return front;
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
    holds(166),
    (status) =>
      journey(
        async ({ page }) => {
          const email = `away.${status}.${device.length}@example.com`;
          const front = await before({ status });
          await filled(page, email, front.url);
          await button(page).click();
          await saysSo(page);
          expect(await values(page)).toMatchObject({ ...contactMessage, email });
          await expectAccessible(page, "a form that could not be sent yet");
          const { posts } = front;
          await button(page).click();
          await expect.poll(() => front.posts).toBeGreaterThan(posts);
          expect(await thanks(page).count()).toBe(0);
          front.status = undefined;
          await button(page).click();
          await thanks(page).waitFor();
          expect(stored(email)).toBe(1);
          expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
        },
        { ...options, allowed },
      ),
  );
});

it("is sent by itself once the server runs again", holds(83, 166), () =>
  journey(
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
  ),
);

it("is sent by itself once the network is back", holds(166), () =>
  journey(
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
  ),
);

it("is explained after a few seconds without any answer", async ({ page }) => {
  const front = await before({ isSilent: true });
  await filled(page, "silence@example.com", front.url);
  await button(page).click();
  await expect.poll(() => button(page).isDisabled()).toBe(true);
  await saysSo(page);
});

it("is stored once although every answer but the last was lost, also over a reload", () =>
  journey(
    async ({ page }) => {
      const email = "lost@example.com";
      const front = await before({ losesAnswers: true });
      await filled(page, email, front.url);
      await button(page).click();
      await saysSo(page);
      expect(stored(email)).toBe(1);
      const typed = await values(page);
      await page.reload();
      await alive(page);
      await expect.poll(() => values(page)).toEqual(typed);
      front.losesAnswers = false;
      await button(page).click();
      await thanks(page).waitFor();
      expect(stored(email)).toBe(1);
    },
    { allowed },
  ));

it("waits for a press after it was changed", () =>
  journey(
    async ({ page }) => {
      const front = await before({ status: 503 });
      await filled(page, "changed@example.com", front.url);
      await button(page).click();
      await saysSo(page);
      await page.locator(`${form} [name=firstName]`).fill("Anabel");
      const { posts } = front;
      front.status = undefined;
      await page.waitForTimeout(5_000);
      expect(front.posts).toBe(posts);
      await button(page).click();
      await thanks(page).waitFor();
      const names = storedLeads(site.databaseFile)
        .filter(({ record }) => record.email === "changed@example.com")
        .map(({ record }) => record.first_name);
      expect(names).toEqual(["Anabel"]);
    },
    { allowed },
  ));
