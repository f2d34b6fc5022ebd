import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, desktop, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { holdBack, idle } from "../support/survey-page.ts";

/** Features' entries in the menu. */
const behindLaws = pageFeatures.flatMap(({ inMenu }) => (inMenu && "after" in inMenu ? inMenu.title : []));

const { site, it, journey } = siteInChromium(calm);

const toggle = (page: Page, name: "MENU" | "LAWSUITS" | "LAWS") =>
  page.locator(`header [data-toggle="TOGGLE_${name}"] > summary`);
const link = (page: Page, name: string) => page.locator("header").getByRole("link", { name, exact: true });
const top = (page: Page) => page.evaluate(() => Math.round(scrollY));

const state = (page: Page) =>
  page.evaluate(() => {
    const isOpen = (name: string) =>
      document.querySelector<HTMLDetailsElement>(`header [data-toggle="TOGGLE_${name}"]`)!.open;
    return {
      open: ["MENU", "LAWSUITS", "LAWS"].filter(isOpen).join(" "),
      locked: getComputedStyle(document.body).overflow === "hidden",
    };
  });
const closed = { open: "", locked: false };

const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent!.trim());

/** The narrowest window without the menu, in which its row is most crowded. */
const wide = { ...desktop, viewport: { width: 1121, height: 800 } };

/** The page with its menu driven by the chart. */
async function open(page: Page, path = "/contact/") {
  await page.goto(site.url + path);
  await page.locator("body").press("Shift");
  await page.locator("header[data-live]").waitFor();
}

it("an interrupted slide from page to page logs no error", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${site.url}/about-us/`);
  await page.evaluate(() => document.startViewTransition(() => {}).skipTransition());
  await idle(page);
  expect(errors).toEqual([]);
});

describe("on a phone", () => {
  it("a hamburger opens and closes the menu, and the page is locked", holds(59, 64), async ({ page }) => {
    await open(page);
    expect(await toggle(page, "MENU").isVisible()).toBe(true);
    expect(await link(page, "Contact").isVisible()).toBe(false);
    await page.evaluate(() => scrollTo(0, 40));
    await toggle(page, "MENU").click();
    expect(await state(page)).toEqual({ open: "MENU", locked: true });
    await expect.poll(() => top(page)).toBe(0);
    expect(await link(page, "Contact").isVisible()).toBe(true);
    await page.mouse.move(200, 300);
    const turned = page.evaluate(
      () => new Promise((done) => addEventListener("wheel", () => setTimeout(done), { once: true })),
    );
    await page.mouse.wheel(0, 600);
    await turned;
    await idle(page);
    expect(await top(page)).toBe(0);
    await page.evaluate(() => scrollTo(0, 40));
    await toggle(page, "MENU").evaluate((summary: HTMLElement) => summary.click());
    expect(await state(page)).toEqual(closed);
    await expect.poll(() => top(page)).toBe(0);
  });

  it(
    "lists toggle separately, a link closes the menu, and everything is large enough to press",
    holds(66, 67),
    async ({ page }) => {
      await open(page);
      await expectAccessible(page, "the closed menu");
      await toggle(page, "MENU").click();
      await toggle(page, "LAWSUITS").click();
      await toggle(page, "LAWS").click();
      expect((await state(page)).open).toBe("MENU LAWSUITS LAWS");
      expect(new URL(page.url()).pathname).toBe("/contact/");
      await expectAccessible(page, "the open menu");
      for (const target of await page.locator("header").locator("a:visible, summary:visible").all()) {
        const { width, height } = (await target.boundingBox())!;
        expect(Math.min(width, height), (await target.textContent())!).toBeGreaterThanOrEqual(44);
      }
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
      await toggle(page, "LAWSUITS").click();
      expect((await state(page)).open).toBe("MENU LAWS");
      expect(await link(page, "Texas").isVisible()).toBe(true);
      expect(await link(page, "Timeline").isVisible()).toBe(false);
      // Stays on the page, so that the rest can be examined.
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
      await link(page, "Texas").click();
      expect(await state(page)).toEqual({ open: "LAWS", locked: false });
      expect(await focused(page)).toBe("Menu");
    },
  );

  it("widening the window closes the menu without losing the focus", holds(65), async ({ page }) => {
    await open(page);
    await toggle(page, "MENU").click();
    await page.setViewportSize({ width: 1120, height: 800 });
    expect((await state(page)).open).toBe("MENU");
    await page.setViewportSize({ width: 1121, height: 800 });
    await expect.poll(() => state(page)).toEqual(closed);
    expect(await focused(page)).toBe("Car accident lawsuits");
    expect(await page.locator("[inert]").count()).toBe(0);
  });

  it("the keyboard alone opens it, walks it and closes it; the page behind is unreachable", async ({
    page,
  }) => {
    await open(page);
    await toggle(page, "MENU").focus();
    await page.keyboard.press("Enter");
    expect((await state(page)).open).toBe("MENU");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Car accident lawsuits");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Timeline");
    await page.keyboard.press("Escape");
    expect([(await state(page)).open, await focused(page)]).toEqual(["MENU", "Car accident lawsuits"]);
    for (const name of [
      "Car accident laws",
      ...behindLaws,
      "About",
      "Contact",
      "Español",
      "File your claim today",
    ]) {
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe(name);
    }
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement!.closest("main, footer"))).toBeNull();
    await link(page, "About").focus();
    await page.keyboard.press("Escape");
    expect([await state(page), await focused(page)]).toEqual([closed, "Menu"]);
  });

  it("every page can be reached by its menu without scripts", () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/contact/`);
        await toggle(page, "MENU").click();
        await toggle(page, "LAWS").click();
        await toggle(page, "LAWSUITS").click();
        for (const address of await page.locator("nav a").all()) {
          await address.scrollIntoViewIfNeeded();
          expect(await address.isVisible()).toBe(true);
        }
        await link(page, "California").click();
        await page.waitForURL(/\/car-accident-laws\/california\/$/);
      },
      { javaScriptEnabled: false },
    ));
});

describe("in a wide window", () => {
  it("there is no hamburger; everything is in one row of 96 px, in order", holds(53, 54, 60), () =>
    journey(async ({ page }) => {
      await open(page);
      expect(await toggle(page, "MENU").isVisible()).toBe(false);
      expect((await page.locator("header").boundingBox())!.height).toBe(96);
      const items = page.locator("header :is(a, summary):visible");
      const places = await items.evaluateAll((all) =>
        all.map((item) => ({ name: item.textContent!, left: item.getBoundingClientRect().left })),
      );
      expect(places.map(({ name }) => name)).toEqual([
        "Claimpath",
        "Click to Call (877) 555-0142",
        "Car accident lawsuits",
        "Car accident laws",
        ...behindLaws,
        "About",
        "Contact",
        "Español",
        "File your claim today",
      ]);
      expect(places.map(({ left }) => left)).toEqual(places.map(({ left }) => left).sort((a, b) => a - b));
      await expectAccessible(page, "the bar");
    }, wide),
  );

  it("lists open side by side, and close by Escape and when the page gets the focus", holds(55, 56, 68), () =>
    journey(async ({ page }) => {
      await open(page);
      await toggle(page, "LAWSUITS").click();
      await toggle(page, "LAWS").click();
      expect(await state(page)).toEqual({ open: "LAWSUITS LAWS", locked: false });
      // Neither covers the other.
      await link(page, "Overview").first().click({ trial: true });
      await link(page, "FAQs").click({ trial: true });
      await link(page, "Texas").click({ trial: true });
      await expectAccessible(page, "open lists");
      await link(page, "Texas").focus();
      await page.keyboard.press("Escape");
      expect([(await state(page)).open, await focused(page)]).toEqual(["LAWSUITS", "Car accident laws"]);
      await page.locator("#main").click({ position: { x: 5, y: 5 } });
      expect((await state(page)).open).toBe("");
      await toggle(page, "LAWS").focus();
      await page.keyboard.press("Enter");
      expect((await state(page)).open).toBe("LAWS");
      await page.locator("#firstName").focus();
      expect((await state(page)).open).toBe("");
    }, wide),
  );

  it("the lists open without scripts too", () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/contact/`);
        await toggle(page, "LAWSUITS").focus();
        await page.keyboard.press("Enter");
        await link(page, "FAQs").click();
        await page.waitForURL(/\/car-accident-lawsuits\/faqs\/$/);
      },
      { ...wide, javaScriptEnabled: false },
    ));
});

describe("scrolling to the top", () => {
  const moves = (page: Page) =>
    page.evaluate(() => (window as unknown as { moves: ScrollToOptions[] }).moves);
  it("is smooth, and instant where less motion is preferred", holds(62, 63), async ({ page }) => {
    await page.addInitScript(() => {
      const own = window.scrollTo.bind(window) as (to: ScrollToOptions) => void;
      const noted = Object.assign(window, { moves: [] as ScrollToOptions[] });
      window.scrollTo = ((to: ScrollToOptions) => {
        noted.moves.push(to);
        own(to);
      }) as typeof window.scrollTo;
    });
    await open(page);
    const press = () => toggle(page, "MENU").evaluate((summary: HTMLElement) => summary.click());
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.evaluate(() => document.documentElement.scrollTo({ top: 300, behavior: "instant" }));
    await press();
    // Smooth scrolling continues although scrolling by hand is locked.
    await expect.poll(() => top(page)).toBe(0);
    await press();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await press();
    await press();
    const behaviors = ["smooth", "smooth", "instant", "instant"];
    expect(await moves(page)).toEqual(behaviors.map((behavior) => ({ top: 0, behavior })));
  });
});

it("a menu opened before the scripts came stays open", async ({ page }) => {
  const release = await holdBack(page, "**/assets/menu-*.js");
  await page.goto(`${site.url}/contact/`);
  await toggle(page, "MENU").tap();
  await toggle(page, "LAWS").tap();
  expect(await state(page)).toEqual({ open: "MENU LAWS", locked: false });
  release();
  await expect.poll(() => state(page)).toEqual({ open: "MENU LAWS", locked: true });
  await toggle(page, "MENU").tap();
  expect(await state(page)).toEqual({ open: "LAWS", locked: false });
});
