import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { showPage, sitePages } from "../../tools/screens/pages.ts";
import { nameOf } from "../../tools/screens/screen.ts";
import { walkSettings } from "../../tools/screens/walks.ts";
import { axeLook, complaintsOfScreens } from "../support/axe-look.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";

const pages = await sitePages();

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(walkSettings), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** On a phone; `npm run tool -- accessibility` looks in every condition. */
it.each(pages.map((page) => [nameOf(page), page] as const))("everyone can use the page %s", (_name, page) =>
  journey(browser, (visitor) => showPage(visitor.page, site, page, axeLook), {
    reducedMotion: "reduce",
    allowed: complaintsOfScreens,
  }),
);
