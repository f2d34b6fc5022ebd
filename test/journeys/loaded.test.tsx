import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { articles } from "../../app/site/article-list.ts";
import type { Visitor } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { loggedAnswers, untilLogged } from "./stored.ts";
import { atStep, live, option, stepsC } from "./survey-page.ts";

const { site, it, journey } = siteInChromium({}, { stubs: false });

/** Fails unless a page comes to load these files besides itself, and no more. @param names without their hashes, sorted */
async function expectLoaded({ page }: Visitor, path: string, names: string[]): Promise<void> {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await page.goto(site.url + path);
  const loaded = () =>
    files
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => file.replace(/^\/assets\/|-[\w-]{8}(?=\.\w+$)/g, ""))
      .sort();
  await expect.poll(loaded, { timeout: 30_000 }).toEqual(names);
  await page.waitForLoadState("networkidle");
  expect(loaded()).toEqual(names);
}

const menu = ["menu.js", "xstate.js"];
const contactForm = [
  "contact-form.css",
  "contact-form.js",
  "contact-island.js",
  "en.js",
  "form.css",
  "form.js",
  "honeypot.css",
  "honeypot.js",
  "preload.js",
  "react.js",
  "rescue.js",
  "typed.js",
  "typing-mask.js",
  "xstate-react.esm.js",
];

describe("a page of the site", () => {
  it.each(["/", "/video-gallery/", "/privacy-policy/", "/nothing/here", articles[0]!.path])(
    "loads its menu's scripts and nothing else: %s",
    (path) => journey((visitor) => expectLoaded(visitor, path, menu), { allowed: [/status of 404/] }),
  );

  it("loads for the contact form what that needs, and nothing of the survey", () =>
    journey((visitor) => expectLoaded(visitor, "/contact/", [...menu, ...contactForm].sort())));

  it("loads the script of a survey's carousel when the visitor comes near it", () =>
    journey(
      async ({ page }) => {
        const files: string[] = [];
        page.on("request", (request) => files.push(new URL(request.url()).pathname));
        const carousel = () => files.filter((file) => file.startsWith("/assets/carousel-"));
        await page.goto(`${site.url}/survey/c`);
        await live(page);
        await page.waitForLoadState("networkidle");
        expect(carousel()).toEqual([]);
        await page.locator("[data-island=carousel]").scrollIntoViewIfNeeded();
        await page.locator("[data-island=carousel][data-live]").waitFor();
        expect(carousel()).toHaveLength(1);
      },
      { viewport: { width: 390, height: 844 } },
    ));

  it("loads nothing where it has no island", () =>
    journey((visitor) => expectLoaded(visitor, "/survey-thank-you/?q=y&lang=es", [])));
});

type Watched = { whenIdle?: () => void; listening: string[] };

/** The browser has so much to do that it is idle only when `idle` says so. What pages listen to is noted. */
async function busy(page: Page) {
  await page.addInitScript(() => {
    const watched = Object.assign(window as unknown as Watched, { listening: [] as string[] });
    const listen = window.addEventListener.bind(window) as (...args: unknown[]) => void;
    window.addEventListener = (...args: unknown[]) => {
      watched.listening.push(String(args[0]));
      listen(...args);
    };
    window.requestIdleCallback = (callback) => {
      watched.whenIdle = () => callback({ didTimeout: false, timeRemaining: () => 10 });
      return 1;
    };
  });
  return {
    async idle(): Promise<void> {
      await page.waitForFunction(() => (window as unknown as Watched).whenIdle !== undefined);
      await page.evaluate(() => (window as unknown as Watched).whenIdle!());
      await page.waitForLoadState("networkidle");
    },
    listeners: (type: string): Promise<number> =>
      page.evaluate(
        (type) => (window as unknown as Watched).listening.filter((each) => each === type).length,
        type,
      ),
  };
}

describe("a page that is touched before the browser has nothing better to do comes alive once", () => {
  it("a survey takes each answer once", async ({ page }) => {
    const visitor = await busy(page);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
    });
    await page.goto(`${site.url}/survey/c`);
    await page.locator("body").press("Shift");
    await live(page);
    await visitor.idle();
    const [first, second] = stepsC;
    await option(page, "Within 30 Days").click();
    await atStep(page, second!);
    await untilLogged(site, [first!]);
    await page.waitForLoadState("networkidle");
    expect(posts).toEqual(["/api/progress"]);
    expect(loggedAnswers(site).map(({ step }) => step)).toEqual([first]);
    expect(await visitor.listeners("popstate")).toBe(1);
  });

  it("a menu moves the page once", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const visitor = await busy(page);
    await page.goto(`${site.url}/contact/`);
    await page.locator("body").press("Shift");
    await page.locator("header[data-live]").waitFor();
    await visitor.idle();
    await page.evaluate(() => {
      const noted = Object.assign(window, { moves: 0 });
      window.scrollTo = () => {
        noted.moves += 1;
      };
    });
    await page.locator("summary", { hasText: "MENU" }).first().click();
    expect(await page.evaluate(() => (window as unknown as { moves: number }).moves)).toBe(1);
  });
});
