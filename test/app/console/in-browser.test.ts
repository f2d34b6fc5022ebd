import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Role } from "../../../services/console/roles.ts";
import { desktop, phone, siteInChromium } from "../../support/browser.ts";
import { addPerson, codeOf, password } from "../../support/console-people.ts";
import { pageFaults } from "../../support/faults.ts";
import { destinationsIn } from "../../support/files.ts";
import { walkForms } from "../../support/visitors.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-console-pages-"));
const { path } = destinationsIn(
  `destinations:\n  daily: { kind: file, folder: ${folder}, format: jsonl, mode: live }\n`,
);
const { site, it, journey } = siteInChromium({}, { stubs: false, CLAIMPATH_FILE: path });
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

it("the inbox shows the first lead and the next one without a reload, styled, and keeps the keyboard focus", () =>
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

it("every page is used without a script, by the keyboard alone", () =>
  journey(
    async ({ page }) => {
      await walkForms(site.url, "/survey/c");
      const name = await signIn(page);
      const press = async (name: string, answer: string) => {
        await tabIn(page, name);
        await page.keyboard.press("Enter");
        await page.getByText(answer).first().waitFor();
      };
      /** Follows the menu, which leads to every page. */
      const visit = async (name: string, heading = name) => {
        await tabIn(page, name);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      };
      await press("Filter", "Qualified");
      await page.getByRole("list", { name: "Leads" }).getByRole("link").first().press("Enter");
      await press("Mark as handled", `Handled by ${name}`);
      await page.getByLabel("New note").fill("Called.");
      await tabIn(page, "Add note");
      await page.keyboard.press("Enter");
      await page.getByText("Called.", { exact: true }).waitFor();
      await visit("Deliveries");
      await press("Pause", `Paused by ${name}`);
      await press("Resume", "nothing waits");
      await visit("Health");
      await press("Refresh", "Looked at");
      await press("In order", "The settings are valid.");
      await visit("Settings");
      await press("Server", "Port to listen on");
      await visit("Privacy", "Privacy requests");
      await tabIn(page, "Email address");
      await page.keyboard.type("ana.rivera@example.com");
      await press("Find", "Data we hold about this person");
      await tabIn(page, "Type the word erase");
      await page.keyboard.type("erase");
      await press("Erase this person", "Erased and added to the suppression list.");
      await visit("Charts", "Charts");
      await visit("Console", "Inbox");
      await visit("Sessions");
      await press("End", "Code from your app");
      await signIn(page);
      await page.getByRole("button", { name: "Sign out" }).press("Enter");
      await page.getByLabel("Password").waitFor();
    },
    { javaScriptEnabled: false, ...desktop },
  ));

it("everyone can use every page, which is no wider than the window of a phone or a desk", () =>
  journey(async ({ page }) => {
    const faults: string[] = [];
    const look = async (path: string) => {
      await page.goto(`${site.url}/console${path}`);
      faults.push(...(await pageFaults(page, `/console${path}`)));
    };
    for (const path of ["/sign-in", "/start"]) await look(path);
    await walkForms(site.url, "/survey/c");
    await signIn(page);
    for (const path of ["", "/deliveries", "/health", "/settings", "/sessions"]) await look(path);
    await page.goto(`${site.url}/console`);
    await page.getByRole("list", { name: "Leads" }).getByRole("link").first().click();
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    const reached = page.locator("main :is(a[href^='tel:'], a[href^='mailto:'])");
    expect(await reached.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
      expect.stringMatching(/^tel:\+1\d{10}$/),
      expect.stringMatching(/^mailto:[\w.+-]+@example\.com$/),
    ]);
    faults.push(...(await pageFaults(page, "a lead")));
    await look("/privacy");
    await page.getByLabel("Email address").fill("ana.rivera@example.com");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("heading", { name: "Data we hold" }).waitFor();
    faults.push(...(await pageFaults(page, "a person found")));
    expect(faults).toEqual([]);
  }, phone));

it("tables are downloaded by their links", () =>
  journey(async ({ page }) => {
    await signIn(page);
    await walkForms(site.url, "/survey/c");
    await page.goto(`${site.url}/console`);
    for (const link of ["[href*='spreadsheet']", ":not([href*='spreadsheet'])"]) {
      const asked = page.locator(`a[href*='leads.csv']${link}`).click();
      const [download] = await Promise.all([page.waitForEvent("download"), asked]);
      expect(readFileSync(await download.path(), "utf8"), link).toMatch(/^\uFEFF?\w+,/);
    }
  }));
