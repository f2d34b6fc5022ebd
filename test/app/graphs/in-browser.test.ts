/** What only a browser shows of the pages of charts and numbers: how they are used, their size, and what axe finds. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { chartCodes } from "../../../app/graphs/chart-of.ts";
import { desktop, phone, siteInChromium } from "../../support/browser.ts";
import { chartsToken, signIn, withCharts } from "../../support/console-people.ts";
import { pageFaults } from "../../support/faults.ts";
import { experimentsIn } from "../../support/files.ts";
import { send } from "../../support/send.ts";
import { addSimulated } from "../../support/simulated.ts";
import { tabTo } from "../../support/survey-page.ts";

const EXPERIMENTS_FILE = experimentsIn({
  salt: "sixteen letters!",
  experiments: [
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
});
const settings = { ...withCharts, EXPERIMENTS_FILE };
const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const { site, it, journey } = siteInChromium(keyboard, settings);
const headers = { Authorization: `Bearer ${chartsToken}` };

beforeAll(async () => {
  await addSimulated(site, { code: "linear-short", sessions: 200, seed: 4 });
  for (const words of ["New ad campaign began.", "Prices went up."]) {
    const form = { intent: "add", day: "2026-11-03", about: "AtFault", words };
    expect((await send(site.url, "/graphs/linear-short/numbers?show=notes", { headers, form })).status).toBe(
      303,
    );
  }
});

// A large chart costs axe ten times what a small one does, and its pages are no other ones.
const small = "/graphs/linear-short";
const pages = {
  charts: [
    "/graphs/",
    "/graphs/v4nv?fold=main&at=fold:ActiveInsurancePolicy",
    `${small}?layout=wide&at=AtFault->WasUserInjured&find=injured`,
    "/graphs/alarms",
  ],
  numbers: [
    `${small}/numbers?data=simulated&at=AtFault&device=phone&with=WasUserInjured`,
    `${small}/numbers?from=soon&device=phone`,
    `${small}/numbers?show=sides&data=simulated&a.flag.theme=v3&b.flag.theme=default`,
    `${small}/numbers?show=values&data=simulated&by=device&and=affiliate`,
    `${small}/numbers?show=time&data=simulated&step=day`,
    "/graphs/numbers?data=simulated&by=offer",
    "/graphs/experiments",
    "/graphs/experiments/buttons",
    `${small}/numbers?show=notes&place=AtFault`,
    `${small}/visits?affiliate=7&affilate=7`,
  ],
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

it("everyone can sign in, and use the page of a note that was refused", () =>
  journey(async ({ page }) => {
    const { faults, look } = looker(page);
    await page.goto(`${site.url}/graphs/sign-in`);
    await look("/graphs/sign-in");
    await signIn(page, site, `${small}/numbers?show=notes&place=AtFault`);
    await page.getByLabel("Day").first().fill("2026-11-03");
    await page.getByLabel("What happened").first().fill(" ");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("alert").waitFor();
    await look("a refused note");
    expect(faults).toEqual([]);
  }, asAnalyst));

it("every text of every drawing lies in its box, in this browser's fonts", async ({ page }) => {
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

  it("is skipped by its link, which loads nothing, and is whole on paper", async ({ page }) => {
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

  it("searches as one types, scrolls to the first match, and shows what is found and picked on its map", async ({
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

  it("has a map that is moved by keys and by a press", async ({ page }) => {
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

  it("is fitted in the direction in which the whole of it is larger, and has no map then", () =>
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

const numbers = `${small}/numbers`;
const tableOn = (page: Page, name: string) =>
  page
    .locator(`[data-table=${name}] tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

describe("the numbers", () => {
  it("are filtered, looked into and compared by keyboard alone", async ({ page }) => {
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

  it("fade as the slider is moved, without asking again", async ({ page }) => {
    await signIn(page, site, `${numbers}?data=simulated`);
    const faint = page.locator("[data-edge][data-mark~=faint]");
    await page.getByText("Filters, and what the chart shows").click();
    await page.locator("#least").focus();
    // The slider lives once its script has come.
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

it.for([
  ["a chart", small, "chart-island"],
  ["the numbers", `${numbers}?data=simulated`, "numbers-island"],
] as const)("%s needs less than 15 KB of compressed script", async ([, path, island], { page }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const request = response.request();
    if (request.resourceType() !== "script") return;
    sizes.set(
      request.url(),
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    );
  });
  await signIn(page, site, path);
  await page.keyboard.press("Tab");
  await expect.poll(() => [...sizes.keys()].some((url) => url.includes(island))).toBe(true);
  await page.waitForLoadState("networkidle");
  const all = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(all).toBeGreaterThan(0);
  expect(all).toBeLessThan(15 * 1024);
});
