import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { journey as journeyOf, sharedBrowser, startBrowser, type Visitor } from "./browser.ts";
import { siteForTests } from "./during.ts";
import type { SiteSettings } from "./site.ts";

type Wishes = Parameters<typeof journeyOf>[2];

/** A visitor who has asked for less motion; nobody waits for animations then. */
export const calm = { reducedMotion: "reduce" } as const;

/**
 * Chromium for the tests of this file, or of this block: the one of all files, or its own where that has to be started
 * in another way. Its `it` gives a test the page of a visitor who must not meet any complaint; `journey` does the same
 * with wishes of its own.
 * @param usual what a visitor's browser is like, unless a journey says otherwise
 */
export function inChromium(usual: Wishes = {}, options?: Parameters<typeof startBrowser>[0]) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await (options ? startBrowser(options) : sharedBrowser());
  });
  if (options) afterAll(() => browser?.close());
  const journey = (walk: (visitor: Visitor) => Promise<void>, wishes: Wishes = {}) =>
    journeyOf(browser, walk, { ...usual, ...wishes });
  const it = test.extend<{ visitor: Visitor; page: Page; context: BrowserContext }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the parameter what a fixture needs.
    visitor: ({}, use) => journey(use),
    page: ({ visitor }, use) => use(visitor.page),
    context: ({ visitor }, use) => use(visitor.context),
  });
  return { it, journey };
}

/** The same with a site. @param settings of the site, or what gives them once everything before it has started */
export function siteInChromium(
  usual?: Wishes,
  settings?: SiteSettings | (() => SiteSettings),
  options?: Parameters<typeof startBrowser>[0],
) {
  const site = siteForTests(settings);
  return { site, ...inChromium(usual, options) };
}
