import puppeteer, { type LaunchOptions, type Page } from "puppeteer-core";
import { headlessShell } from "../browser.ts";
import type { Engine, StartEngine, Tab, Window } from "./engine.ts";

/** Starts Debian's Firefox ESR, driven by WebDriver BiDi. */
export const startFirefox: StartEngine = ({ scripts }) =>
  start({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    extraPrefsFirefox: { "javascript.enabled": scripts, "ui.prefersReducedMotion": 1 },
  });

/** Starts Debian's Chromium without windows. */
export const startChromium: StartEngine = ({ scripts }) =>
  start(
    {
      executablePath: process.env.CHROME_PATH ?? headlessShell,
      headless: "shell",
      args: ["--no-sandbox", "--disable-gpu", "--force-prefers-reduced-motion"],
    },
    (page) => page.setJavaScriptEnabled(scripts),
  );

/** @param prepare is given each page before it loads anything */
async function start(
  options: LaunchOptions,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Engine> {
  const browser = await puppeteer.launch(options);
  return {
    async open(window) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await resize(page, window);
      await prepare(page);
      return tabOf(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

/** Puppeteer turns the screen as well, which Firefox 140 cannot. */
async function resize(page: Page, window: Window): Promise<void> {
  await page.setViewport(window).catch((error: Error) => {
    if (!error.message.includes("setScreenOrientationOverride")) throw error;
  });
}

function tabOf(page: Page, close: () => Promise<void>): Tab {
  const complaints: string[] = [];
  // Violations of the content security policy come as errors of the page.
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // Chromium logs every answer of 400 and more, that of a page which is not there too.
    const isError = message.type() === "error" && !message.text().includes("responded with a status of 4");
    if (isError) complaints.push(message.text());
  });
  /** Clicks at a position with the mouse: Puppeteer's own `click` needs scripts to run in the page. */
  const press = async (selector: string, count = 1) => {
    const [x, y] = await page.evaluate(middleOf, selector);
    await page.mouse.click(x, y, { count });
  };
  return {
    evaluate: (work, argument) => page.evaluate(work as () => never, argument as never),
    async goto(url) {
      await page.goto(url);
    },
    resize: (window) => resize(page, window),
    press: (selector) => press(selector),
    pressTwice: (selector) => press(selector, 2),
    async pressAt(hand, [x, y], clickCount) {
      if (hand === "keys") await page.keyboard.press("Enter");
      else if (hand === "touch") await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y, { clickCount });
    },
    async type(selector, text) {
      // Not by a press: a date's parts are typed from the first on, wherever its middle is.
      await page.evaluate((at) => {
        const field = document.querySelector<HTMLInputElement>(at)!;
        field.focus();
        field.select();
      }, selector);
      await page.keyboard.press("Delete");
      const isDate = await page.evaluate(
        (at) => document.querySelector(at)!.matches("[type=date]"),
        selector,
      );
      await page.keyboard.type(isDate ? text.replace(/(\d+)-(\d+)-(\d+)/, "$2$3$1") : text);
    },
    async choose(selector, value) {
      await page.select(selector, value);
    },
    async isHeardAs(selector, role, name) {
      const main = (await page.$("main"))!;
      const heard = await main.$$(`::-p-aria([name=${JSON.stringify(name)}][role="${role}"])`);
      const isIt = heard.map((element) => element.evaluate((found, at) => found.matches(at), selector));
      return (await Promise.all(isIt)).includes(true);
    },
    async screenshot(path) {
      await page.screenshot({ path: path as `${string}.png` });
    },
    complaints: async () => complaints,
    close,
  };
}

/** Brings an element into view. @throws where it is not there or something covers it */
export function middleOf(selector: string): [number, number] {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`there is no ${selector}`);
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(element.contains(hit) || hit.contains(element))) throw new Error(`${selector} is covered`);
  return [x, y];
}
