/** What only a browser shows about the pages of charts: their use, their size, and axe's findings. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { chartCodes } from "../../../app/graphs/chart-of.ts";
import { desktop, phone, scriptBytes, siteInChromium } from "../../support/browser.ts";
import { chartsToken, signIn, withCharts } from "../../support/console-people.ts";
import { pageFaults } from "../../support/faults.ts";
import { send } from "../../support/send.ts";

const experiments = {
  salt: "sixteen letters!",
  list: [
    {
      id: "buttons",
      about: "Rounder.",
      paths: ["/survey/c"],
      arms: ["plain", "round"].map((name) => ({ name, weight: 1 })),
      control: "plain",
      metric: "leads",
      start: "2026-11-01T00:00:00Z",
    },
  ],
};
const settings = { ...withCharts, experiments };
const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const { site, it, journey } = siteInChromium(keyboard, settings);
const headers = { Authorization: `Bearer ${chartsToken}` };

// A large chart costs axe ten times what a small one does, and its pages are no other ones.
const small = "/graphs/linear-short";
const pages = {
  charts: [
    "/graphs/",
    "/graphs/v4nv?fold=main&at=fold:ActiveInsurancePolicy",
    `${small}?layout=wide&at=AtFault->WasUserInjured&find=injured`,
    "/graphs/alarms",
  ],
  experiments: ["/graphs/experiments", "/graphs/experiments/buttons"],
};

const asAnalyst = { ...phone, allowed: [/status of 4(04|22)/] };

function looker(page: Page) {
  const faults: string[] = [];
  return { faults, look: async (name: string) => faults.push(...(await pageFaults(page, name))) };
}

it.each(Object.entries(pages))(
  "everyone can use every page of %s; each is no wider than the window of a phone or a desk",
  (_about, addresses) =>
    journey(async ({ page }) => {
      const { faults, look } = looker(page);
      await signIn(page, site, "/graphs/");
      for (const path of addresses) {
        await page.goto(site.url + path);
        await look(path);
      }
      expect(faults).toEqual([]);
    }, asAnalyst),
);

it("everyone can sign in", () =>
  journey(async ({ page }) => {
    const { faults, look } = looker(page);
    await page.goto(`${site.url}/graphs/sign-in`);
    await look("/graphs/sign-in");
    expect(faults).toEqual([]);
  }, asAnalyst));

it("every text of every drawing fits its box, in this browser's fonts", async ({ page }) => {
  for (const code of chartCodes) {
    const drawing = await send(site.url, `/graphs/${code}/drawing.svg`, { headers });
    await page.setContent(drawing.text);
    const { texts, outside } = await page.evaluate(() => {
      const found = [...document.querySelectorAll<SVGGElement>("g[data-node]")].map((group) => {
        const [text, box] = [group.querySelector("text")!.getBBox(), group.querySelector("rect")!.getBBox()];
        const isInside =
          text.x >= box.x &&
          text.y >= box.y &&
          text.x + text.width <= box.x + box.width &&
          text.y + text.height <= box.y + box.height;
        return { id: group.dataset.node, isInside };
      });
      return { texts: found.length, outside: found.filter(({ isInside }) => !isInside).map(({ id }) => id) };
    });
    expect(outside, code).toEqual([]);
    expect(texts, code).toBeGreaterThan(1);
  }
});

const alive = (page: Page) => page.locator("[data-island=chart][data-live]").waitFor();
const open = async (page: Page, path: string) => {
  await signIn(page, site, path);
  await alive(page);
};
const map = (page: Page) => page.getByRole("slider", { name: "Part of the chart in view" });
const top = (page: Page) => page.locator("[data-window]").evaluate((view) => view.scrollTop);

describe("a chart's window", () => {
  const widthOf = (page: Page) =>
    page.locator("[data-window] svg").evaluate((svg) => svg.getBoundingClientRect().width);

  it("zooms in place, by buttons and keys, and fits", async ({ page }) => {
    await open(page, "/graphs/v4nv");
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
  });

  it("can be skipped by its link, which loads nothing, and prints completely", async ({ page }) => {
    await open(page, "/graphs/v4nv");
    await page.evaluate(() => {
      document.title = "still the same page";
    });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**#main");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    expect(await page.title()).toBe("still the same page");
    await page.emulateMedia({ media: "print" });
    const hidden = await page
      .locator("[data-window]")
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: null });
  });

  it("is dragged by the mouse, which then follows no link", async ({ page }) => {
    await open(page, "/graphs/v4nv");
    const box = (await page.locator('[data-node="WasUserInjured"]').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y - 100, { steps: 4 });
    await page.mouse.up();
    expect(await top(page)).toBe(120);
    expect(new URL(page.url()).search).toBe("");
  });

  it("is one Tab stop, in which arrow keys move from state to state", async ({ page }) => {
    await open(page, "/graphs/v4nv?at=AtFault");
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
  });

  it("searches while the visitor types, scrolls to the first match, and marks matches and the selection on its map", async ({
    page,
  }) => {
    await open(page, "/graphs/v4nv?at=AtFault");
    expect(await map(page).locator("[data-mark=picked]").count()).toBe(1);
    await page.getByLabel("Find", { exact: true }).fill("LAWYER");
    expect(await page.getByRole("status").textContent()).toBe("2 matches");
    const found = page.locator('[data-node][data-mark~="found"]');
    expect(await found.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.node))).toEqual([
      "HasLawyer",
      "ConfirmationHasLawyer",
    ]);
    await expect.poll(() => map(page).locator("[data-mark=found]").count()).toBe(2);
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

  it("has a map that can be moved by keys and by a press", async ({ page }) => {
    await open(page, "/graphs/v4nv");
    const text = () => map(page).getAttribute("aria-valuetext");
    expect(await text()).toMatch(/^0 % down/);
    await map(page).focus();
    await page.keyboard.press("PageDown");
    expect(await top(page)).toBeGreaterThan(100);
    await page.keyboard.press("End");
    await expect.poll(text).toMatch(/^100 % down/);
    await page.keyboard.press("Home");
    await expect.poll(text).toMatch(/^0 % down/);
    const { width, height } = (await map(page).locator("svg").boundingBox())!;
    await map(page).click({ position: { x: width / 2, y: height / 2 } });
    await expect.poll(text).toMatch(/^(4|5)\d % down/);
  });

  it("is fitted along its longer side, and has no map then", () =>
    journey(
      async ({ page }) => {
        await open(page, "/graphs/benefits");
        await page.getByRole("link", { name: "Fit", exact: true }).click();
        await page.waitForURL("**layout=wide");
        await alive(page);
        const { scrollWidth, clientWidth } = await page
          .locator("[data-window]")
          .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
        expect(scrollWidth).toBe(clientWidth);
        expect(await map(page).isVisible()).toBe(false);
      },
      { ...keyboard, viewport: { width: 1440, height: 400 } },
    ));
});

it("a chart needs less than 15 KB of compressed script", async ({ page }) => {
  const show = () => signIn(page, site, small);
  expect(await scriptBytes(page, "chart-island", show)).toBeLessThan(15 * 1024);
});
