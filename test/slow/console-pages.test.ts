import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Role } from "../../services/console/roles.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { addPerson, codeOf, password } from "../support/console-people.ts";
import { destinationsIn } from "../support/destinations.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { walkForms } from "../support/walk-forms.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-console-pages-"));
const { path } = destinationsIn(
  `destinations:\n  daily: { kind: file, folder: ${folder}, format: jsonl, mode: live }\n`,
);
const { site, it, journey } = siteInChromium({}, { stubs: false, DESTINATIONS_FILE: path });
let added = 0;

/** Signs in as somebody new, for a code of the second factor counts once. @returns their name */
async function signIn(page: Page, role: Role = "leads"): Promise<string> {
  const name = `person${++added}`;
  const person = await addPerson(site, name, role);
  await page.goto(`${site.url}/console`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Code from your app").fill(person.key ? codeOf(person) : "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  return name;
}

/** Goes on by the keyboard to the link, button or field of this name. */
async function tabIn(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    // After the last stop the browser's own bar has the keyboard, then the page again.
    const text = await page.evaluate(() => {
      const held = document.activeElement as HTMLInputElement;
      return held === document.body ? "" : (held.labels?.[0]?.textContent ?? held.textContent);
    });
    if (text.includes(name)) return;
  }
  throw new Error(`no way to ${name}`);
}

describe("the inbox", () => {
  it("shows the first lead and the next one by themselves, in their styles, and keeps the keyboard where it is", () =>
    journey(async ({ page }) => {
      await signIn(page, "leads-masked");
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
        const name = await signIn(page);
        const tabTo = (name: string) => tabIn(page, name);
        await tabTo("Filter");
        await page.keyboard.press("Enter");
        await page.getByLabel("Qualified").waitFor();
        await page.getByRole("list", { name: "Leads" }).getByRole("link").first().press("Enter");
        await tabTo("Mark as handled");
        await page.keyboard.press("Enter");
        await page.getByText(`Handled by ${name}`).waitFor();
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

it("every other page is used without a script, by the keyboard alone", () =>
  journey(
    async ({ page }) => {
      await walkForms(site.url, "/survey/c");
      const name = await signIn(page);
      /** By the menu, which is the way to every page. */
      const visit = async (name: string, heading = name) => {
        await tabIn(page, name);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      };
      const press = async (name: string, answer: string) => {
        await tabIn(page, name);
        await page.keyboard.press("Enter");
        await page.getByText(answer).first().waitFor();
      };
      await visit("Deliveries");
      await press("Pause", `Paused by ${name}`);
      await press("Resume", "nothing waits");
      await visit("Health");
      await press("Look again", "Looked at");
      await press("In order", "The settings are valid.");
      await visit("Settings");
      await press("Server", "Port to listen on");
      await visit("Privacy", "Privacy requests");
      await tabIn(page, "E-mail address");
      await page.keyboard.type("ana.rivera@example.com");
      await press("Find", "What is held about this person");
      await tabIn(page, "Type the word erase");
      await page.keyboard.type("erase");
      await press("Erase this person", "Erased, and put on the suppression list.");
      await visit("Charts", "Charts");
      await visit("Console", "Inbox");
      await visit("Sessions");
      await press("End", "Code from your app");
    },
    { javaScriptEnabled: false, ...desktop },
  ));

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
      for (const path of ["sign-in", "start"]) {
        await page.goto(`${site.url}/console/${path}`);
        await look(path);
      }
      await walkForms(site.url, "/survey/c");
      await signIn(page);
      await look("inbox");
      await page.getByRole("list", { name: "Leads" }).getByRole("link").first().click();
      await page.getByRole("heading", { name: "What happened" }).waitFor();
      await look("lead");
      for (const path of ["deliveries", "health", "settings", "sessions", "privacy"]) {
        await page.goto(`${site.url}/console/${path}`);
        await look(path);
      }
      await page.getByLabel("E-mail address").fill("ana.rivera@example.com");
      await page.getByRole("button", { name: "Find" }).click();
      await page.getByRole("heading", { name: "What is held" }).waitFor();
      await look("a person found");
    }, device));
});
