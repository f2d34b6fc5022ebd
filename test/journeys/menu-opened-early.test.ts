import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { holdBack } from "./hold-back.ts";
import { state, toggle } from "./menu.ts";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

it("a menu that was opened before the scripts came is taken over open", () =>
  journey(
    browser,
    async ({ page }) => {
      const release = await holdBack(page, "**/assets/menu-*.js");
      await page.goto(`${site.url}/contact/`);
      await toggle(page, "MENU").tap();
      await toggle(page, "LAWS").tap();
      expect(await state(page)).toEqual({ open: "MENU LAWS", locked: false });
      release();
      await expect.poll(() => state(page)).toEqual({ open: "MENU LAWS", locked: true });
      await toggle(page, "MENU").tap();
      expect(await state(page)).toEqual({ open: "LAWS", locked: false });
    },
    { reducedMotion: "reduce" },
  ));
