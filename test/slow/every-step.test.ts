import { describe, expect } from "vitest";
import { variants } from "../../machines/registry.ts";
import type { Look } from "../../tools/screens/screen.ts";
import { showWalk } from "../../tools/screens/show-walk.ts";
import { headersOf, walkSettings, walksOf } from "../../tools/screens/walks.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, siteInChromium } from "../support/in-chromium.ts";

const { site, it, journey } = siteInChromium(calm, walkSettings);

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
      await journey(({ page }) => showWalk(page, site, walk, { look: audit }), {
        extraHTTPHeaders: headersOf(walk),
      });
    }
  });
});
