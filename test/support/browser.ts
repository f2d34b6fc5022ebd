import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteForTests } from "./during.ts";
import type { SiteSettings } from "./site.ts";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Chromium without windows: a page in it costs half the processor time of one in a browser that could have some. */
export const headlessShell = "/usr/lib/chromium/chromium-headless-shell";

/** The visitors' kind of browser; only this one keeps left pages alive. */
export const wholeChromium = "/usr/bin/chromium";

/**
 * Starts Chromium from `CHROME_PATH`, or Debian's.
 * @param options `bfcache` keeps left pages alive, as browsers do; at `port` other programs may drive it; `textPx` is the
 *   size of text that somebody has set, where it is not 16
 */
export function startBrowser({ bfcache = false, port = 0, textPx = 0 } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? (bfcache ? wholeChromium : headlessShell),
    args: [
      ...args,
      ...(port ? [`--remote-debugging-port=${port}`] : []),
      ...(textPx ? [`--blink-settings=defaultFontSize=${textPx}`] : []),
    ],
    ignoreDefaultArgs: bfcache ? ["--disable-back-forward-cache"] : [],
  });
}

let shared: Promise<Browser> | undefined;

/** The Chromium of all the test files that a worker runs; it ends with the worker, and another follows one that fails. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = startBrowser();
  return shared!;
}

/** A phone's properties for a page. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
  timezoneId: "America/New_York",
  locale: "en-US",
} satisfies BrowserContextOptions;

export const desktop = {
  viewport: { width: 1280, height: 900 },
  timezoneId: "America/New_York",
  locale: "en-US",
} satisfies BrowserContextOptions;

/** Complaints a journey brings about on purpose. */
export const expected = {
  /** Chromium logs every answer of 400 and more, a form's 422 too. */
  refusedForm: /the server responded with a status of 422/,
  noNetwork: /net::ERR_(FAILED|INTERNET_DISCONNECTED|BLOCKED_BY_CLIENT)/,
  noScript: /net::ERR_FAILED|Failed to fetch dynamically imported module/,
};

/**
 * The bytes of the scripts that a page loads, as they come compressed.
 * @param show shows the page @param script part of the name of one that it waits for
 */
export async function scriptBytes(page: Page, script: string, show: () => Promise<unknown>): Promise<number> {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const request = response.request();
    if (request.resourceType() !== "script") return;
    sizes.set(
      request.url(),
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    );
  });
  await show();
  await page.keyboard.press("Tab");
  await expect.poll(() => [...sizes.keys()].some((url) => url.includes(script))).toBe(true);
  await page.waitForLoadState("networkidle");
  const all = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(all).toBeGreaterThan(0);
  return all;
}

/** Someone with a browser of their own; everything its pages complain about is kept. */
export type Visitor = {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  /** Set once something irreversible was done to the browser, such as a script for every page to come. */
  isChanged: boolean;
  tab(): Promise<Page>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Opens a context for one visitor, with an empty page. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = phone): Promise<Visitor> {
  const context = await browser.newContext(options);
  // For what hangs only: on a busy machine Chromium may have a tenth of a processor.
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  context.on("weberror", (error) => {
    const { name, message, stack } = error.error();
    // Chromium says so of a page whose own script, which keeps this quiet, has not begun; nothing failed.
    if (/^Transition was (skipped|aborted because of invalid state)/.test(message)) return;
    complaints.push(`page error at ${error.page()?.url()}: ${name} ${message} ${stack}`);
  });
  // CSP violations reach the console as errors.
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  const tab = () => context.newPage();
  const close = () => context.close();
  const page = await tab();
  const visitor = { context, page, complaints, isChanged: false, tab, close, [Symbol.asyncDispose]: close };
  const noteCalls = (target: object, names: readonly string[]) => {
    for (const name of names) {
      const own = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      const noted = (...given: unknown[]) => {
        visitor.isChanged = true;
        return own.apply(target, given);
      };
      Object.assign(target, { [name]: noted });
    }
  };
  noteCalls(page, ["addInitScript", "exposeFunction"]);
  noteCalls(context, ["addInitScript"]);
  noteCalls(context.clock, ["install"]);
  return visitor;
}

/**
 * Removes everything of a visitor: their cookies and files, their tab's data, its size, and what was between it and the
 * site. Its history stays, behind an empty page.
 * @returns false where that is impossible
 */
export async function makeAsNew(visitor: Visitor, device: BrowserContextOptions): Promise<boolean> {
  const { viewport, colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none" } = device;
  const { extraHTTPHeaders = {} } = device;
  const { isChanged, context, page, complaints } = visitor;
  const { origin, protocol } = new URL(page.url());
  if (isChanged || !protocol.startsWith("http")) return false;
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await context.setExtraHTTPHeaders(extraHTTPHeaders);
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate(() => sessionStorage.clear());
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  } catch {
    // It was still on its way to another page.
    return false;
  }
  await context.clearCookies();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.clearBrowserCache");
  await tools.detach();
  complaints.length = 0;
  return true;
}

/** Fails if any page of a visitor complained in another way than these. */
export function expectNoComplaint({ complaints }: Visitor, allowed: RegExp[] = []): void {
  const unexpected = complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  expect(unexpected, "errors, warnings and CSP violations in the browser").toEqual([]);
}

/** A visitor's browser, and the complaints that a journey causes on purpose. */
type Wishes = BrowserContextOptions & { allowed?: RegExp[] };

type HowToOpen = Parameters<typeof startBrowser>[0] & { sameTab?: boolean };

/** A visitor who prefers less motion, so that no test waits for animations. */
export const calm = { reducedMotion: "reduce" } as const;

/**
 * Chromium for the tests of this file, or of this block: the shared one, or its own where that has to be started
 * differently. Its `it` gives a test the page of a visitor who must not meet any complaint; `journey` does the same
 * with its own wishes.
 * @param usual a visitor's browser by default
 * @param options `sameTab` gives visitors of the same wishes one tab, one after the other, with nothing left of those
 * before: a page in a new one costs four times as much. With other options the browser is the file's own
 */
export function inChromium(usual: Wishes = {}, { sameTab = true, ...own }: HowToOpen = {}) {
  const isOwn = Object.keys(own).length > 0;
  let browser: Browser;
  const tabs = new Map<string, Visitor>();
  beforeAll(async () => {
    browser = await (isOwn ? startBrowser(own) : sharedBrowser());
  });
  afterAll(async () => {
    for (const visitor of tabs.values()) await visitor.close();
    tabs.clear();
    if (isOwn) await browser?.close();
  });
  const journey = async (walk: (visitor: Visitor) => Promise<void>, wishes: Wishes = {}) => {
    const { allowed, ...device } = { ...phone, ...usual, ...wishes };
    const key = JSON.stringify(device);
    const visitor = tabs.get(key) ?? (await newVisitor(browser, device));
    tabs.delete(key);
    let isAsNew = false;
    try {
      await walk(visitor);
      expectNoComplaint(visitor, allowed);
      isAsNew = sameTab && (await makeAsNew(visitor, device));
    } finally {
      if (isAsNew) tabs.set(key, visitor);
      else await visitor.close();
    }
  };
  const it = test.extend<{ visitor: Visitor; page: Page; context: BrowserContext }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the parameter what a fixture needs.
    visitor: ({}, use) => journey(use),
    page: ({ visitor }, use) => use(visitor.page),
    context: ({ visitor }, use) => use(visitor.context),
  });
  return { it, journey };
}

/** The same with a site. @param settings of the site, or a function for them once everything before it has started */
export function siteInChromium(
  usual?: Wishes,
  settings?: SiteSettings | (() => SiteSettings),
  options?: HowToOpen,
) {
  const site = siteForTests(settings);
  return { site, ...inChromium(usual, options) };
}
