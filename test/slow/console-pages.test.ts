import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { addPerson, codeOf, password } from "../support/console-people.ts";
import { during } from "../support/during.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { walkForms } from "../support/walk-forms.ts";

const { site, it, journey } = siteInChromium({}, { stubs: false });
/** Each signs in by themselves: a code of the second factor counts once. */
const people = during(
  async () => ({
    ben: await addPerson(site, "ben", "leads-masked"),
    ana: await addPerson(site, "ana", "leads"),
  }),
  () => {},
);

async function signIn(page: Page, name: string, code = ""): Promise<void> {
  await page.goto(`${site.url}/console`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Code from your app").fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
}

describe("the inbox", () => {
  it("shows the first lead and the next one by themselves, in their styles, and keeps the keyboard where it is", () =>
    journey(async ({ page }) => {
      await signIn(page, "ben");
      await page.getByText("No leads yet.").waitFor();
      await walkForms(site.url, "/survey/c");
      const rows = page.getByRole("listitem").filter({ has: page.locator("a[href^='/console/leads/']") });
      await rows.first().waitFor();
      expect(await rows.first().evaluate((row) => getComputedStyle(row).display)).toBe("grid");
      await rows.first().getByRole("link").focus();
      const held = await page.evaluate(() => document.activeElement!.getAttribute("href"));
      await walkForms(site.url, "/survey/c");
      await rows.nth(1).waitFor();
      expect(await page.locator("[data-arrived]").textContent()).toBe("1 new lead");
      expect(await page.evaluate(() => document.activeElement!.getAttribute("href"))).toBe(held);
    }, desktop));

  it("is used without a script, by the keyboard alone", () =>
    journey(
      async ({ page }) => {
        await walkForms(site.url, "/survey/c");
        await signIn(page, "ana", codeOf(people.ana));
        const tabTo = async (name: string) => {
          for (let stops = 0; stops < 40; stops++) {
            await page.keyboard.press("Tab");
            const text = await page.locator(":focus").textContent();
            if (text?.includes(name)) return;
          }
          throw new Error(`no way to ${name}`);
        };
        await tabTo("Filter");
        await page.keyboard.press("Enter");
        await page.getByLabel("Qualified").waitFor();
        await page.getByRole("list", { name: "Leads" }).getByRole("link").first().press("Enter");
        await tabTo("Mark as handled");
        await page.keyboard.press("Enter");
        await page.getByText("Handled by ana").waitFor();
        await page.getByLabel("New note").fill("Called.");
        await tabTo("Add note");
        await page.keyboard.press("Enter");
        await page.getByText("Called.", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Sign out" }).press("Enter");
        await page.getByLabel("Password").waitFor();
      },
      { javaScriptEnabled: false, ...desktop },
    ));
});

describe.each([
  ["a phone", { ...phone, colorScheme: "light" }],
  ["a desk, in the dark", { ...desktop, colorScheme: "dark" }],
] as const)("on %s", (_name, device) => {
  it("every page is accessible and no wider than the window", () =>
    journey(async ({ page }) => {
      const look = async (name: string) => {
        for (const details of await page.locator("details").all())
          await details.evaluate((element) => element.setAttribute("open", ""));
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(
          device.viewport.width,
        );
        await expectAccessible(page, name);
      };
      await page.goto(`${site.url}/console/sign-in`);
      await look("sign-in");
      await signIn(page, "ben");
      await look("inbox");
      await page.getByRole("list", { name: "Leads" }).getByRole("link").first().click();
      await page.getByRole("heading", { name: "What happened" }).waitFor();
      await look("lead");
      for (const path of ["deliveries", "health", "sessions"]) {
        await page.goto(`${site.url}/console/${path}`);
        await look(path);
      }
    }, device));
});
