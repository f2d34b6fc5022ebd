import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, signInByHand, withCharts } from "../support/signed-in.ts";

const { site, it, journey } = siteInChromium({}, withCharts);

/** The current state's heading. */
const now = (page: Page) => page.locator("#now");
/** Choices and the states they lead to, through the shortest survey, with good results of every service. */
const walk = [
  ["In the last week", "At fault"],
  ["No", "Was user injured"],
  ["Yes", "Name and email"],
  ["Ana, Ana, ana.rivera@example.com", "Check email"],
  ["good", "Phone and zip"],
  ["(213) 555-0123, 90210", "Look up zip"],
] as const;

describe("the simulator", () => {
  it("is walked, back and forward too, without a script", () =>
    journey(
      async ({ page }) => {
        await signInByHand(page, site);
        await page.getByRole("link", { name: "Simulate linear-short" }).click();
        for (const [choice, place] of walk.slice(0, 3)) {
          await page.getByRole("link", { name: choice, exact: true }).click();
          await page.getByRole("heading", { level: 2, name: place }).waitFor();
        }
        const there = page.url();
        await page.getByRole("link", { name: "One event back" }).click();
        await page.getByRole("link", { name: "One event back" }).click();
        expect(await now(page).textContent()).toBe("At fault");
        await page.getByRole("link", { name: "One event forward" }).click();
        await page.getByRole("link", { name: "One event forward" }).click();
        expect(await now(page).textContent()).toBe("Name and email");
        expect(page.url()).toBe(there);
        await page.getByText("Enter your own answer").click();
        await page.getByRole("button", { name: "Answer", exact: true }).click();
        expect(await page.getByRole("alert").textContent()).toContain("first name");
        await page.getByLabel("First name").fill("Ana");
        await page.getByLabel("Last name").fill("Rivera");
        await page.getByRole("textbox", { name: "Email" }).fill("ana@example.com");
        await page.getByRole("button", { name: "Answer", exact: true }).click();
        expect(await now(page).textContent()).toBe("Check email");
      },
      { javaScriptEnabled: false, allowed: [/status of 422/] },
    ));

  it("is walked by the keyboard alone: the next answer is the next stop", () =>
    journey(async ({ page }) => {
      await signIn(page, site, "/graphs/linear-short/simulate#now");
      for (const [choice, place] of walk) {
        const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
        let stops = 0;
        do {
          await page.keyboard.press("Tab");
          stops++;
        } while ((await focused()) !== choice && stops < 5);
        expect(await focused()).toBe(choice);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 2, name: place }).waitFor();
      }
      expect(await page.getByRole("table", { name: /The lead so far/ }).textContent()).toContain("Ana");
    }, desktop));

  it("shows why: each guard with what it read", async ({ page }) => {
    const answers = ["accident_date_button=Within 30 Days", "other_vehicle_type=Car", "at_Fault=no"];
    const query = answers.map((answer) => `do=${encodeURIComponent(answer.replaceAll(" ", "+"))}`).join("&");
    await signIn(page, site, `/graphs/c/simulate?${query}`);
    const choice = page
      .locator("section:has(> #now) li")
      .filter({ has: page.getByRole("link", { name: "No", exact: true }) });
    expect(await choice.textContent()).toBe(
      "Noleads to Police report filedBecause:not injured: yes (physical_injury is No)",
    );
    const exported = await page.request.get(`${site.url}/graphs/c/exported-case?${query}`);
    expect(await exported.text()).toContain('["at_Fault=no", "WasUserInjured"],');
  });
});

describe("a chart's window", () => {
  const open = async (page: Page, query = "") => {
    await signIn(page, site, `/graphs/v4nv${query}`);
    await page.locator("[data-island=chart][data-live]").waitFor();
  };
  const widthOf = (page: Page) =>
    page.locator("[data-window] svg").evaluate((svg) => svg.getBoundingClientRect().width);

  it("zooms in place, by buttons and keys, and fits", () =>
    journey(async ({ page }) => {
      await open(page);
      const full = await widthOf(page);
      await page.getByRole("link", { name: "Zoom in" }).click();
      expect(await widthOf(page)).toBeCloseTo(full * 1.25, 0);
      await page.locator("[data-window]").focus();
      await page.keyboard.press("0");
      // Labels are 12 px high, and fitting keeps them readable.
      expect(await widthOf(page)).toBeCloseTo((11 / 12) * full, 0);
      expect(await page.getByRole("status").textContent()).toContain("would be too small to read");
      await page.getByRole("link", { name: "100 %" }).click();
      expect(await widthOf(page)).toBeCloseTo(full, 0);
    }, desktop));

  it("searches as one types, and scrolls to the first match", async ({ page }) => {
    await open(page);
    await page.getByLabel("Find", { exact: true }).fill("LAWYER");
    expect(await page.getByRole("status").textContent()).toBe("2 matches");
    const found = page.locator('[data-node][data-mark~="found"]');
    expect(await found.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.node))).toEqual([
      "HasLawyer",
      "ConfirmationHasLawyer",
    ]);
    await expect
      .poll(() =>
        found.first().evaluate((node) => {
          const [box, view] = [node, node.closest("[data-window]")!].map((each) =>
            each.getBoundingClientRect(),
          );
          return box!.top >= view!.top && box!.bottom <= view!.bottom;
        }),
      )
      .toBe(true);
    await page.getByLabel("Find", { exact: true }).fill("");
    expect(await found.count()).toBe(0);
  });

  it("is one Tab stop, in which arrow keys move from state to state", () =>
    journey(async ({ page }) => {
      await open(page, "?at=AtFault");
      const focused = () =>
        page.evaluate(() => document.activeElement?.querySelector("text")?.getAttribute("aria-label"));
      await page.locator("[data-window]").focus();
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("At fault, question");
      await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe("Was user injured, question");
      await page.keyboard.press("Home");
      expect(await focused()).toBe("Start, initial state");
      await page.keyboard.press("End");
      expect(await focused()).toBe("Thank you, end");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 2, name: "Thank you" }).waitFor();
    }, desktop));

  it("is dragged by the mouse, which then follows no link", () =>
    journey(async ({ page }) => {
      await open(page);
      const view = page.locator("[data-window]");
      const before = await view.evaluate((element) => element.scrollTop);
      const box = (await page.locator('[data-node="WasUserInjured"]').boundingBox())!;
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 20, box.y - 100, { steps: 4 });
      await page.mouse.up();
      expect(await view.evaluate((element) => element.scrollTop)).toBe(before + 120);
      expect(new URL(page.url()).search).toBe("");
    }, desktop));

  it("needs less than 15 KB of compressed script", async ({ page }) => {
    const bytes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") {
        bytes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        );
      }
    });
    await signIn(page, site, "/graphs/v4nv/simulate");
    await page.locator("[data-island=chart][data-live]").waitFor();
    const sizes = await Promise.all(bytes);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15 * 1024);
  });
});

it("a chart zooms, searches and shows a selection without a script too", () =>
  journey(
    async ({ page }) => {
      await signIn(page, site, "/graphs/v4nv");
      await page.getByRole("link", { name: "Zoom out" }).click();
      expect(await page.locator("[data-window] svg").getAttribute("width")).toBe(
        String(Math.round(0.8 * 632)),
      );
      await page.getByLabel("Find", { exact: true }).fill("lawyer");
      await page.getByRole("button", { name: "Go" }).click();
      expect(await page.getByRole("status").textContent()).toBe("2 matches");
      await page.getByRole("link", { name: "Has lawyer, question", exact: true }).click();
      const picked = page.locator("#picked");
      expect(await picked.textContent()).toContain("Leads to");
      expect(await picked.textContent()).toContain("machines/variants/v4nv.ts");
    },
    { ...desktop, javaScriptEnabled: false },
  ));

it("every screen of a survey is in a frame that takes no focus, in the language that is asked for", () =>
  journey(async ({ page }) => {
    await signIn(page, site, "/graphs/linear-short/steps");
    await page.getByLabel("Language").selectOption("Spanish");
    await page.getByLabel("Theme").selectOption("v12");
    await page.getByRole("button", { name: "Show" }).click();
    const first = page.frameLocator("iframe").first();
    await first.locator('main[data-step="WhenWasTheAccident"]').waitFor();
    expect(await first.locator("html").getAttribute("lang")).toBe("es");
    expect(await first.locator("html").getAttribute("data-theme")).toBe("v12");
    const refused = page.frameLocator('iframe[src*="option%3Achoose"]').first();
    await refused.locator('main:has([role="alert"], [data-errors], [aria-invalid], h2)').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("IFRAME");
  }, desktop));

it("two charts that are compared are beside each other, and scroll together", () =>
  journey(async ({ page }) => {
    await signIn(page, site, "/graphs/compare?before=c&after=a");
    const windows = page.locator("[data-live] [data-window]");
    await windows.nth(1).waitFor();
    const top = (index: number) => windows.nth(index).evaluate((view) => view.scrollTop);
    const before = await top(1);
    await windows.nth(0).hover();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => top(1)).toBeGreaterThan(before);
    const led = await top(0);
    await windows.nth(1).hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => top(0)).toBeLessThan(led);
    const drawings = (await windows.nth(0).boundingBox())!.y;
    expect(drawings).toBeLessThan((await page.getByRole("heading", { name: /^states/i }).boundingBox())!.y);
  }, desktop));
