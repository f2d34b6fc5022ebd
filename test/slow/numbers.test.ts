import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { tabTo } from "../journeys/tab-to.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, expected, phone } from "../support/browser.ts";
import { parseCsv } from "../support/csv.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";

const token = "analysts-have-a-token-of-their-own";
const numbers = "/graphs/v4nv/numbers";
const bearer = { Authorization: `Bearer ${token}` };
const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const plain = { ...desktop, hasTouch: false, isMobile: false, javaScriptEnabled: false };

const { site, it, journey } = siteInChromium(keyboard, { stubs: false, ANALYST_TOKEN: token });
beforeAll(async () => {
  const made = await runCommand("simulate-traffic --sessions 500 --seed 4 --variant v4nv", {
    DATABASE_URL: `file:${site.databaseFile}`,
  });
  expect(made.stderr).toBe("");
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${site.url}/graphs/sign-in`);
  await tabTo(page, "#token");
  await page.keyboard.type(token);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/graphs/");
}

/** A table's file under an address, line by line. */
async function fileOf(table: string, search: string): Promise<string[][]> {
  const { status, text, headers } = await send(site.url, `${numbers}/${table}.csv${search}`, {
    headers: bearer,
  });
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toBe(`attachment; filename="v4nv-${table}.csv"`);
  return parseCsv(text).slice(1);
}

const tableOn = (page: Page, name: string) =>
  page
    .locator(`[data-table=${name}] tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

describe("the analysts' numbers", () => {
  it.each([
    numbers,
    `${numbers}/steps.csv`,
    `${numbers}/compare`,
    `${numbers}/compare/whole.csv`,
    `${numbers}/breakdown`,
    `${numbers}/breakdown/cells.csv`,
  ])("are not there without the token: %s", async (path) => {
    for (const headers of [undefined, { Authorization: "Bearer wrong" }]) {
      expect((await send(site.url, path, { headers })).status).toBe(404);
    }
    const { status, headers } = await send(site.url, path, { headers: bearer });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toContain("no-store");
  });

  it.each([
    [`${numbers}?from=soon`, 422, "Write the day like this: 2026-01-31."],
    [`${numbers}/steps.csv?device=toaster`, 422, "Choose one of these: phone, tablet, desktop, other."],
    [`${numbers}/compare?b.variant=nothing`, 422, "There is no survey nothing."],
    [`${numbers}/breakdown?by=shoes`, 422, "Sessions cannot be broken down by “shoes”."],
    [`${numbers}/nothing.csv`, 404, ""],
    ["/graphs/nothing/numbers", 404, ""],
  ])("say what cannot be asked: %s", async (path, status, words) => {
    const answer = await send(site.url, path, { headers: bearer });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
  });

  it("are filtered, looked into and compared by keyboard alone", async ({ page }) => {
    await signIn(page);
    await page.goto(`${site.url}${numbers}`);
    await expect.poll(() => page.getByText("No visitors yet").count()).toBe(1);
    await tabTo(page, "#data");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "form[aria-label=Filters] [type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForURL("**data=simulated**");
    expect(await tableOn(page, "steps")).not.toEqual([]);

    await tabTo(page, "summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "[name=device][value=phone]", 200);
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.waitForURL("**device=phone**");
    const search = new URL(page.url()).search;
    const shown = await tableOn(page, "leads");
    expect(shown.map(([, , leads]) => leads)).toEqual((await fileOf("leads", search)).map((row) => row[2]));

    // The script makes the chart one stop of the Tab key, walked by arrows.
    await page.locator("[data-node] > a[tabindex='0']").waitFor();
    await tabTo(page, "[data-node] > a[tabindex='0']", 200);
    const at = () =>
      page.evaluate(() => document.activeElement!.closest("[data-node]")?.getAttribute("data-node"));
    for (let presses = 0; (await at()) !== "PoliceReportFiled" && presses < 20; presses++) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**at=PoliceReportFiled**");
    expect(await page.locator("#picked h2").textContent()).toBe("Police report filed");
    await tabTo(page, "a[href*='without=PoliceReportFiled']", 400);
    await page.keyboard.press("Enter");
    await page.waitForURL("**without=PoliceReportFiled**");
    expect((await tableOn(page, "steps")).find(([place]) => place === "Police report filed")![1]).toBe("0");

    await tabTo(page, "a[href*='numbers/compare']");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/numbers/compare?**");
    await tabTo(page, "[name='b.from']");
    expect(await page.locator("h1").textContent()).toBe("Compare numbers");
  });

  it("fade as the slider is moved, without asking again", async ({ page }) => {
    await signIn(page);
    await page.goto(`${site.url}${numbers}?data=simulated`);
    const faint = page.locator("[data-edge][data-mark~=faint]");
    await page.locator("#least").focus();
    // The slider lives once its script has come.
    await expect
      .poll(
        async () => {
          await page.keyboard.press("ArrowRight");
          return faint.count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await page.keyboard.press("End");
    const ways = await page.locator("[data-edge]").count();
    expect(await faint.count()).toBeGreaterThan(ways / 2);
    await page.keyboard.press("Home");
    expect(await faint.count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?data=simulated");
  });

  it("are the same without JavaScript", () =>
    journey(async ({ page }) => {
      await page.setExtraHTTPHeaders(bearer);
      await page.goto(`${site.url}${numbers}`);
      await page.locator("#data").selectOption("simulated");
      await page.locator("#measure").selectOption("dropOff");
      await page.getByRole("button", { name: "Show" }).click();
      await page.locator("summary", { hasText: "Filters" }).click();
      await page.getByLabel("Passed through Missed work").check();
      await page.getByRole("button", { name: "Show" }).click();
      const search = new URL(page.url()).search;
      expect(search).toContain("with=MissedWork");
      const steps = await fileOf("steps", search);
      expect((await tableOn(page, "steps")).map(([, sessions]) => sessions!.replace(",", ""))).toEqual(
        steps.map((row) => row[1]),
      );
      const missed = steps.find(([place]) => place === "Missed work")!;
      expect(missed.slice(1, 3)).toEqual([steps[0]![1], "100"]);
      await page.getByRole("link", { name: /Passed through: Missed work/ }).click();
      await page.waitForURL((url) => !url.search.includes("with="));
    }, plain));

  it.each([
    ["390 px", phone],
    ["1280 px", keyboard],
  ])("have no axe violation, filters open, refused or compared, at %s", (_width, device) =>
    journey(
      async ({ page }) => {
        await page.setExtraHTTPHeaders(bearer);
        for (const path of [
          `${numbers}?data=simulated&at=AtFault&device=phone&with=HasLawyer`,
          `${numbers}?from=soon&device=phone`,
          numbers,
          `${numbers}/compare?data=simulated&a.flag.theme=v3&b.flag.theme=default`,
          `${numbers}/compare?a.from=soon`,
          `${numbers}/breakdown?data=simulated&by=device&and=affiliate`,
          `${numbers}/breakdown?data=simulated&by=result&sort=cells.sessions`,
        ]) {
          await page.goto(site.url + path);
          for (const summary of await page.locator("summary").all()) await summary.click();
          await expectAccessible(page, path);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        }
      },
      { ...device, allowed: [expected.refusedForm] },
    ),
  );

  it("take less than 15 KB of compressed script", async ({ page }) => {
    await page.setExtraHTTPHeaders(bearer);
    const files = new Set<string>();
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") files.add(request.url());
    });
    await page.goto(`${site.url}${numbers}?data=simulated`);
    await page.keyboard.press("Tab");
    await expect.poll(() => [...files].some((url) => url.includes("numbers-island"))).toBe(true);
    await page.waitForLoadState("networkidle");
    const inPage = await page.locator("script[type=module]").allTextContents();
    const sizes = await Promise.all(
      [...files].map(async (url) => brotliCompressSync(await (await fetch(url)).text()).length),
    );
    const all = sizes.reduce((sum, size) => sum + size, brotliCompressSync(inPage.join("")).length);
    console.log(`numbers: ${(all / 1024).toFixed(1)} KB of script, compressed`);
    expect(all).toBeLessThan(15 * 1024);
  });
});
