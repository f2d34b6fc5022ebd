import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import type { Look } from "../../tools/screens/screen.ts";
import { showWalk } from "../../tools/screens/show-walk.ts";
import { headersOf, walkSettings, walksOf } from "../../tools/screens/walks.ts";
import { expectAccessible } from "../support/axe.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";

const calm = { reducedMotion: "reduce" as const };

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(walkSettings), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const audited = new Set<string>();

/** Each step as it is first shown, once in each language; `npm run tool -- accessibility` looks at all the rest. */
const audit: Look = async (page, { step, language }) => {
  const screen = `${step} in ${language}`;
  if (!audited.has(screen)) await expectAccessible(page, screen);
  audited.add(screen);
  return false;
};

describe.each([...variants.values()])("variant $code in a browser", (variant) => {
  it("shows every step there is, and comes to its end", async () => {
    const { walks, missed } = walksOf(variant);
    expect(missed).toEqual([]);
    for (const walk of walks) {
      await journey(browser, ({ page }) => showWalk(page, site, walk, { look: audit }), {
        ...calm,
        extraHTTPHeaders: headersOf(walk),
      });
    }
  });
});
