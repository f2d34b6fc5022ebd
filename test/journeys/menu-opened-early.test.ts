import { expect } from "vitest";
import { siteInChromium } from "../support/in-chromium.ts";
import { holdBack } from "./hold-back.ts";
import { state, toggle } from "./menu.ts";

const { site, it, journey } = siteInChromium();

it("a menu that was opened before the scripts came is taken over open", () =>
  journey(
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
