import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expected } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { holdWriteLock, storedLeads } from "../support/store-reader.ts";

const filled = {
  typeOfAccident: "Car Accident",
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana.island@example.com",
  phoneNumber: "2135550123",
  message: "Please call me about my accident.",
};

const { site, it, journey } = siteInChromium();

/** The contact page, its form alive. */
async function open(page: Page) {
  await page.goto(`${site.url}/contact/`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form[data-contact]")!).some((key) => key.startsWith("__reactProps")),
  );
}

async function fill(page: Page) {
  for (const [name, value] of Object.entries(filled)) {
    const field = page.locator(`form[data-contact] [name=${name}]`);
    if (name === "typeOfAccident") await field.selectOption(value);
    else await field.pressSequentially(value);
  }
}

const send = (page: Page) => page.locator("form[data-contact] button[type=submit]");
const invalid = (page: Page) =>
  page
    .locator("form[data-contact] [aria-invalid=true]")
    .evaluateAll((fields) => fields.map((field) => field.id));
const own = () => storedLeads(site.databaseFile).filter(({ record }) => record.email === filled.email);

describe("the contact form in a browser", () => {
  it("has a message box that grows to 96 px at most", holds(164), async ({ page }) => {
    await open(page);
    const box = page.locator("form[data-contact] textarea");
    await box.fill("One line of many.\n".repeat(30));
    expect((await box.boundingBox())!.height).toBeLessThanOrEqual(96);
    await box.evaluate((element: HTMLElement) => element.style.setProperty("height", "500px"));
    expect((await box.boundingBox())!.height).toBe(96);
  });

  it("clears each error as its field changes, and only that", holds(368), async ({ page }) => {
    await open(page);
    await send(page).tap();
    await expect.poll(() => invalid(page)).toEqual(Object.keys(filled));
    await page.locator("#firstName").fill("A");
    await expect
      .poll(() => invalid(page))
      .toEqual(Object.keys(filled).filter((name) => name !== "firstName"));
  });

  it(
    "scrolls to the first error, 100 px below the edge, only when that is out of view",
    holds(392, 393),
    () =>
      journey(
        async ({ page }) => {
          await open(page);
          const top = () =>
            page
              .locator("#typeOfAccident")
              .evaluate((field) => Math.round(field.getBoundingClientRect().top));
          await send(page).scrollIntoViewIfNeeded();
          expect(await top()).toBeLessThan(0);
          await send(page).tap();
          await expect.poll(top).toBe(100);
          const before = await page.evaluate(() => scrollY);
          await page.locator("form[data-contact]").evaluate((form: HTMLFormElement) => form.requestSubmit());
          await page.waitForTimeout(100);
          expect(await page.evaluate(() => scrollY)).toBe(before);
        },
        { reducedMotion: "reduce", viewport: { width: 390, height: 500 } },
      ),
  );

  it(
    "shows that it is sending, cannot be sent twice meanwhile, and thanks once it is stored",
    holds(82, 166, 391),
    async ({ page }) => {
      await open(page);
      await fill(page);
      const before = own().length;
      const release = holdWriteLock(site.databaseFile);
      await send(page).tap();
      await expect.poll(() => send(page).isDisabled()).toBe(true);
      expect(await page.locator("form[data-contact] [role=status]").textContent()).toBe("Sending…");
      expect(own()).toHaveLength(before);
      release();
      await page.getByText("Form was submitted").waitFor();
      expect(own()).toHaveLength(before + 1);
    },
  );

  it("thanks nobody before the message has arrived, and sends it once the network is back", () =>
    journey(
      async ({ page, context }) => {
        await open(page);
        await fill(page);
        const before = own().length;
        await context.setOffline(true);
        await send(page).tap();
        await page.waitForTimeout(500);
        expect(await page.getByText("Form was submitted").count()).toBe(0);
        await context.setOffline(false);
        await page.getByText("Form was submitted").waitFor();
        expect(own()).toHaveLength(before + 1);
      },
      { allowed: [expected.noNetwork] },
    ));
});
