import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, withCharts } from "../support/signed-in.ts";

const { site, it, journey } = siteInChromium({}, withCharts);

describe.each([
  ["a phone", phone],
  ["a desk", desktop],
])("on %s", (_, device) => {
  const wishes = { ...device, allowed: [/status of 422/] };
  const expectGood = async (page: Page) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width);
    await expectAccessible(page, page.url());
  };

  it("a note about a place is written from the place, changed and deleted", () =>
    journey(async ({ page }) => {
      await signIn(page, site, "/graphs/c/numbers?at=AtFault");
      await page.getByRole("link", { name: "Add a note about this step" }).click();
      expect(await page.getByLabel("About").inputValue()).toBe("AtFault");
      await page.getByLabel("Day").fill("2026-11-03");
      await page.getByLabel("What happened").fill(" ");
      await page.getByRole("button", { name: "Add note" }).click();
      expect(await page.getByRole("alert").textContent()).toBe("Write what happened.");
      await expectGood(page);
      await page.getByLabel("What happened").fill("New ad campaign began.");
      await page.getByRole("button", { name: "Add note" }).click();
      await page.getByText("Edit or delete").click();
      const words = page.getByRole("listitem").getByLabel("What happened");
      await words.fill("New ad campaign on radio began.");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Edit or delete").click();
      await expectGood(page);
      await page.getByRole("link", { name: "At fault" }).click();
      const note = page.locator("#picked").getByText("New ad campaign on radio began.");
      await note.waitFor();
      await expectGood(page);
      await page.goto(`${site.url}/graphs/c/notes`);
      await page.getByText("Edit or delete").click();
      await page.getByRole("button", { name: "Delete the note of 2026-11-03" }).click();
      expect(await page.getByRole("list", { name: "Notes" }).count()).toBe(0);
    }, wishes));
});
