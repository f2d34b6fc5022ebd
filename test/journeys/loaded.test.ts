import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { siteInChromium } from "../support/browser.ts";
import { brought } from "../support/features.ts";
import { loggedAnswers, untilLogged } from "../support/store-reader.ts";
import { atStep, live, option, stepsC } from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium({}, { stubs: false });

/** Fails unless a page loads exactly these files besides itself. @param names without their hashes, sorted */
async function expectLoaded(page: Page, path: string, names: string[]): Promise<void> {
  const files: string[] = [];
  const note = (request: Request) => files.push(new URL(request.url()).pathname);
  page.on("request", note);
  await page.goto(site.url + path);
  const loaded = () =>
    files
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => file.replace(/^\/assets\/|-[\w-]{8}(?=\.\w+$)/g, ""))
      .sort();
  await expect.poll(loaded, { message: path }).toEqual(names);
  await page.waitForLoadState("networkidle");
  expect(loaded(), path).toEqual(names);
  page.off("request", note);
}

const menu = ["menu.js", "xstate.js"];
const contactForm = [
  "contact-form.css",
  "contact-form.js",
  "contact-island.js",
  "words-en.js",
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
  it("loads its menu's scripts and nothing else, the contact form's where that is, and none without an island", () =>
    journey(
      async ({ page }) => {
        for (const path of [
          "/",
          ...brought.flatMap(({ shared = [] }) => shared),
          "/nothing/here",
          "/about-us/",
        ]) {
          await expectLoaded(page, path, menu);
        }
        await expectLoaded(page, "/contact/", [...menu, ...contactForm].sort());
        await expectLoaded(page, "/survey-thank-you/?q=y&lang=es", []);
      },
      { allowed: [/status of 404/] },
    ));
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
  it("a survey accepts each answer once", async ({ page }) => {
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
