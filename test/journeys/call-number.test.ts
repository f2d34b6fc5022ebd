import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { given, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { foreign, idle, walkBenefits } from "../support/survey-page.ts";

const others = during(startPageScripts);
const ringba = siteForTests(() => ({
  "scripts.ringba-tag": "CAstub",
  "scripts.ringba-script": `${others.origin}/ringba`,
}));
const { site, it, journey } = siteInChromium(calm, () => pageScriptsEnv(others));
beforeEach(() => {
  others.fault = "ok";
  others.requests.length = 0;
});

const configured = ["8775550142"];
const tracked = ["8335550177"];

/** Every number that can be read or dialled, except a consent's; ten digits each. */
const numbers = (page: Page) =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const element of body.querySelectorAll("script, #consent")) element.remove();
    const links = [...body.querySelectorAll('a[href^="tel:"]')].map((link) => link.getAttribute("href")!);
    const shown = body.textContent!.match(/\(8\d\d\)[\s\u00a0]555-\d{4}/g) ?? [];
    return [...new Set([...shown, ...links].map((number) => number.replace(/\D/g, "").slice(-10)))];
  });

describe("the number that Retreaver gives", () => {
  it("is the only number on every page", holds(22, 77, 210, 494), async ({ page }) => {
    for (const path of ["/", "/contact/", "/about-us/", "/survey/c"]) {
      await page.goto(site.url + path);
      await expect.poll(() => numbers(page), { message: path }).toEqual(tracked);
    }
  });

  const asked = (path: string) =>
    others.requests
      .filter((request) => request.path === `/api/v1/${path}`)
      .map(({ query }) => Object.fromEntries(query));

  it("is requested with where its survey's visitor comes from, and with the click once it is registered", async ({
    page,
  }) => {
    const source = "affid=7&oid=57&s1=abc&sub2=x-2&sub3=ana@example.com&sub4=Ana+Rivera&sub5=c5";
    await page.goto(`${site.url}/survey/c?${source}`);
    await expect.poll(() => asked("numbers/tags")).toEqual([{ ef_transaction_id: given.click }]);
    expect(asked("numbers")).toEqual([
      { campaign_key: "stub-campaign", affid: "7", oid: "57", sub_id: "abc", sub_id2: "x-2", click_id: "c5" },
    ]);
  });

  it("is requested with what the address says about a visitor, or its page", async ({ page }) => {
    for (const [address, tags] of [
      ["/survey/c?_ef_transaction_id=t1", { affid: "1", oid: "81", sub_id: "1", ef_transaction_id: "t1" }],
      ["/survey/ig", { affid: "107", oid: "81", sub_id: "1" }],
      ["/contact/?affid=7&s1=abc", { affid: "7", oid: "81", sub_id: "abc" }],
    ] as const) {
      others.requests.length = 0;
      await page.context().clearCookies();
      await page.goto(site.url + address);
      await expect.poll(() => asked("numbers")).toEqual([{ campaign_key: "stub-campaign", ...tags }]);
    }
  });

  it("is shown in later parts of the page, too", holds(494), async ({ page }) => {
    await walkBenefits(page, site);
    await expect.poll(() => numbers(page)).toEqual(tracked);
    const call = page.locator("main a[data-call-number]");
    expect(await call.textContent()).toBe("Call (833) 555-0177");
    expect(await call.getAttribute("href")).toBe("tel:+18335550177");
  });

  it("is in no consent, which is stored as it is shown", async ({ page }) => {
    await page.goto(`${site.url}/survey/one-page`);
    await expect.poll(() => numbers(page)).toEqual(tracked);
    const consent = page.locator("#consent");
    await consent.locator("label").waitFor();
    expect(await consent.textContent()).toContain("(877) 555-0142");
    expect(await consent.textContent()).not.toContain("(833)");
  });

  it("is not shown in place of numbers that are not ours", async ({ page }) => {
    let given: Record<string, string | null> = {};
    await page.route("**/api/v1/numbers*", (route) =>
      route.fulfill({ json: { number: given }, headers: { "Access-Control-Allow-Origin": "*" } }),
    );
    for (const [number, formatted_number] of [
      ["+448005550177", "(833) 555-0177"],
      ["+18335550177", "(900) 555-0177"],
      ["javascript:alert(1)", "<b>"],
      [null, null],
    ] as const) {
      given = { number, formatted_number };
      const answered = page.waitForResponse(/numbers/);
      await page.goto(`${site.url}/`);
      await (await answered).finished();
      await idle(page);
      expect(await numbers(page), String(number)).toEqual(configured);
    }
  });

  it("is the configured one until another arrives", holds(78, 210), () =>
    journey(
      async ({ page }) => {
        others.fault = "down";
        await page.goto(`${site.url}/contact/`, { waitUntil: "networkidle" });
        expect(await numbers(page)).toEqual(configured);
      },
      { allowed: [/net::ERR/] },
    ),
  );
});

it("only Ringba's tag is loaded, and it replaces numbers", holds(77), async ({ page, context }) => {
  const asked = foreign(context, ringba);
  await walkBenefits(page, ringba, "?affid=7&s1=abc&sub2=Ana+Rivera&sub5=c5&_ef_transaction_id=t1");
  const call = page.locator("main a[data-call-number]");
  await expect.poll(() => call.getAttribute("href")).toBe(`tel:${given.number.number}`);
  const header = page.locator("header a[href^='tel:']");
  expect(await header.textContent()).toContain(given.number.formatted_number);
  const tags = await page.evaluate(() => (window as { _rgba_tags?: unknown })._rgba_tags);
  expect(tags).toEqual([
    { type: "User", affid: "7" },
    { type: "User", oid: "81" },
    { type: "User", sub_id: "abc" },
    { type: "User", click_id: "c5" },
    { type: "User", ef_transaction_id: "t1" },
  ]);
  expect(asked).toEqual([`${others.origin}/ringba/CAstub`]);
});
