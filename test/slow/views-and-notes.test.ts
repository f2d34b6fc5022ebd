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
])("on %s", (name, device) => {
  const wishes = { ...device, allowed: [/status of 422/] };
  const expectGood = async (page: Page) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width);
    await expectAccessible(page, page.url());
  };

  it("a view is saved where it is seen, opened from the list, renamed and deleted", () =>
    journey(async ({ page }) => {
      await signIn(page, site, "/graphs/c/numbers?device=phone");
      await page.getByText(/^Saved views \(/).click();
      await page.getByLabel("Name for this view").fill(`Phones of ${name}`);
      await page.getByRole("button", { name: "Save view" }).click();
      await page.getByText(/^Saved views \(/).click();
      await expectGood(page);
      await page.getByRole("link", { name: "Rename or delete" }).click();
      await page.getByText("Rename or delete").first().click();
      await page.getByLabel("Name", { exact: true }).fill(" ");
      await page.getByRole("button", { name: "Rename" }).click();
      expect(await page.getByRole("alert").textContent()).toBe("Give the view a name.");
      await expectGood(page);
      await page.getByLabel("Name", { exact: true }).fill("All phones");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("link", { name: "All charts" }).click();
      await page.getByText(/^Saved views \(/).click();
      await expectGood(page);
      await page.getByRole("link", { name: "All phones" }).click();
      expect(new URL(page.url()).search).toBe("?device=phone");
      await page.goto(`${site.url}/graphs/c/views`);
      await page.getByText("Rename or delete").first().click();
      await page.getByRole("button", { name: "Delete All phones" }).click();
      await page.getByText("No saved views yet.").waitFor();
    }, wishes));

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
