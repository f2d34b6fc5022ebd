/** What only a browser shows about the numbers' pages: their use, their size, and axe's findings. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { desktop, phone, scriptBytes, siteInChromium } from "../../support/browser.ts";
import { chartsToken, signIn, withCharts } from "../../support/console-people.ts";
import { pageFaults } from "../../support/faults.ts";
import { send } from "../../support/send.ts";
import { tabTo } from "../../support/survey-page.ts";
import { addSimulated } from "./simulated.ts";

const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const { site, it, journey } = siteInChromium(keyboard, withCharts);
const headers = { Authorization: `Bearer ${chartsToken}` };
const small = "/graphs/linear-short";

beforeAll(async () => {
  await addSimulated(site, { code: "linear-short", sessions: 200, seed: 4 });
  for (const words of ["New ad campaign began.", "Prices went up."]) {
    const form = { intent: "add", day: "2026-11-03", about: "AtFault", words };
    expect((await send(site.url, `${small}/numbers?show=notes`, { headers, form })).status).toBe(303);
  }
});

const pages = [
  `${small}/numbers?data=simulated&at=AtFault&device=phone&with=WasUserInjured`,
  `${small}/numbers?from=soon&device=phone`,
  `${small}/numbers?show=sides&data=simulated&a.flag.theme=v3&b.flag.theme=default`,
  `${small}/numbers?show=values&data=simulated&by=device&and=affiliate`,
  `${small}/numbers?show=time&data=simulated&step=day`,
  "/graphs/numbers?data=simulated&by=offer",
  `${small}/numbers?show=notes&place=AtFault`,
  `${small}/visits?affiliate=7&affilate=7`,
];
const asAnalyst = { ...phone, allowed: [/status of 4(04|22)/] };

it("everyone can use every page, even one with a refused note; none is wider than a phone's or a desk's window", () =>
  journey(async ({ page }) => {
    const faults: string[] = [];
    const look = async (name: string) => faults.push(...(await pageFaults(page, name)));
    await signIn(page, site, "/graphs/");
    for (const path of pages) {
      await page.goto(site.url + path);
      await look(path);
    }
    await page.goto(`${site.url}${small}/numbers?show=notes&place=AtFault`);
    await page.getByLabel("Day").first().fill("2026-11-03");
    await page.getByLabel("What happened").first().fill(" ");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("alert").waitFor();
    await look("a refused note");
    expect(faults).toEqual([]);
  }, asAnalyst));

const numbers = `${small}/numbers`;
const tableOn = (page: Page, name: string) =>
  page
    .locator(`[data-table=${name}] tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

describe("the numbers", () => {
  it("can be filtered, opened and compared by keyboard alone", async ({ page }) => {
    await page.goto(`${site.url}/graphs/sign-in`);
    await tabTo(page, "#token");
    await page.keyboard.type(chartsToken);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/graphs/");
    await page.goto(site.url + numbers);
    expect(await page.getByText("No visitors yet").count()).toBe(1);
    await tabTo(page, "summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "#data");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "#paths");
    await page.keyboard.press("Enter");
    await page.waitForURL("**data=simulated**");
    expect(await tableOn(page, "steps")).not.toEqual([]);

    await tabTo(page, "summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "[name=device][value=phone]", 200);
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.waitForURL("**device=phone**");

    // The script makes the chart one stop of the Tab key, walked by arrows.
    await page.locator("[data-node] > a[tabindex='0']").waitFor();
    await tabTo(page, "[data-node] > a[tabindex='0']", 200);
    const at = () =>
      page.evaluate(() => document.activeElement!.closest("[data-node]")?.getAttribute("data-node"));
    for (let presses = 0; (await at()) !== "WasUserInjured" && presses < 20; presses++) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**at=WasUserInjured**");
    expect(await page.locator("#picked h2").textContent()).toBe("Was user injured");
    await tabTo(page, "a[href*='without=WasUserInjured']", 400);
    await page.keyboard.press("Enter");
    await page.waitForURL("**without=WasUserInjured**");
    // Nobody at all is left: then every step is shown.
    const injured = (await tableOn(page, "steps")).find(([place]) => place === "Was user injured");
    expect(injured![1]).toBe("0");

    await tabTo(page, "a[href*='show=sides']");
    await page.keyboard.press("Enter");
    await page.waitForURL("**show=sides**");
    await tabTo(page, "details:has([name='a.from']) > summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "[name='b.from']");
    expect(await page.locator("h1").textContent()).toBe("Compare numbers");
  });

  it("fade as the slider moves, without another request", async ({ page }) => {
    await signIn(page, site, `${numbers}?data=simulated`);
    const faint = page.locator("[data-edge][data-mark~=faint]");
    await page.getByText("Filters, and what the chart shows").click();
    await page.locator("#least").focus();
    // The slider works once its script has loaded.
    await expect
      .poll(async () => {
        await page.keyboard.press("ArrowRight");
        return faint.count();
      })
      .toBeGreaterThan(0);
    await page.keyboard.press("End");
    const ways = await page.locator("[data-edge]").count();
    expect(await faint.count()).toBeGreaterThan(ways / 2);
    await page.keyboard.press("Home");
    expect(await faint.count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?data=simulated");
  });
});

it("the numbers need less than 15 KB of compressed script", async ({ page }) => {
  const show = () => signIn(page, site, `${numbers}?data=simulated`);
  expect(await scriptBytes(page, "/island-", show)).toBeLessThan(15 * 1024);
});
