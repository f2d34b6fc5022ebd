import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articles } from "../../app/site/article-list.ts";
import { journey, startBrowser, type Visitor } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ stubs: false }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

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
  "masked-phone.js",
  "preload-helper.js",
  "react.js",
  "trap.css",
  "trap.js",
];

describe("a page of the site", () => {
  it.each(["/", "/video-gallery/", "/privacy-policy/", "/nothing/here", articles[0]!.path])(
    "loads its menu's scripts and nothing else: %s",
    (path) =>
      journey(browser, (visitor) => expectLoaded(visitor, path, menu), { allowed: [/status of 404/] }),
  );

  it("loads for the contact form what that needs, and nothing of the survey", () =>
    journey(browser, (visitor) => expectLoaded(visitor, "/contact/", [...menu, ...contactForm].sort())));

  it("loads nothing where it has no island", () =>
    journey(browser, (visitor) => expectLoaded(visitor, "/survey-thank-you/?q=y", [])));
});
