import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import {
  expectNoComplaint,
  makeAsNew,
  newVisitor,
  phone,
  sharedBrowser,
  startBrowser,
  type Visitor,
} from "./browser.ts";
import { siteForTests } from "./during.ts";
import type { SiteSettings } from "./site.ts";

/** What a visitor's browser is like, and the complaints that a journey brings about on purpose. */
type Wishes = BrowserContextOptions & { allowed?: RegExp[] };

type HowToOpen = Parameters<typeof startBrowser>[0] & { sameTab?: boolean };

/** A visitor who has asked for less motion; nobody waits for animations then. */
export const calm = { reducedMotion: "reduce" } as const;

/**
 * Chromium for the tests of this file, or of this block: the one of all files, or its own where that has to be started
 * in another way. Its `it` gives a test the page of a visitor who must not meet any complaint; `journey` does the same
 * with wishes of its own.
 * @param usual what a visitor's browser is like, unless a journey says otherwise
 * @param options `sameTab` gives visitors of the same wishes one tab, one after the other, with nothing left of those
 * before: in a new one a page costs four times as much. With anything else the browser is the file's own
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

/** The same with a site. @param settings of the site, or what gives them once everything before it has started */
export function siteInChromium(
  usual?: Wishes,
  settings?: SiteSettings | (() => SiteSettings),
  options?: HowToOpen,
) {
  const site = siteForTests(settings);
  return { site, ...inChromium(usual, options) };
}
