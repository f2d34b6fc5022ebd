import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { startStub } from "../stubs/stub-server.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";
import { answer, live, standAt, stepOf, walk } from "../support/survey-page.ts";
import type { Answer } from "../support/visitors.ts";

/** The affiliate's click tracker and the offer of VW3. */
const others = during(() => startStub(() => ({ body: "" })));
const usual = { ...calm, allowed: [/MIME|net::ERR|Failed to load/] };
const { site, it, journey } = siteInChromium(usual, () => ({
  "scripts.affiliate-click": `${others.origin}/click`,
  "scripts.vw3-offer": `${others.origin}/offer`,
  "survey.no-click-window-states": "KY",
}));
beforeEach(() => {
  others.requests.length = 0;
});
const windows = () => others.requests.map(({ path }) => path).filter((path) => path !== "/favicon.ico");

/** Waits until the page is alive; windows that it opens from now on are counted. */
async function countingLive(page: Page) {
  await live(page);
  await page.evaluate(() => {
    const { open } = window;
    window.open = (...asked) => {
      sessionStorage.opened = Number(sessionStorage.opened ?? 0) + 1;
      return open(...asked);
    };
  });
}

async function standLive(page: Page, address: string, answers: Record<string, Answer>, until?: string) {
  await standAt(page, site, address, { answers, until });
  await countingLive(page);
}

async function send(page: Page, address: string, answers: Record<string, Answer>) {
  await standLive(page, address, answers);
  await walk(page, { answers });
}

/** How many windows the visit has opened by now, loaded or not. */
const opened = (page: Page) => page.evaluate(() => Number(sessionStorage.opened ?? 0));
const lawyer = { HasLawyer: { option: "yes" } };
const mash = { case_description: "xkcdqwrtp zzxcvbnm qwrtpsdf ghjklzxcv" };
const old = { injury_month: "1", injury_day: "20", injury_year: "2015" };
const inKentucky = { PhoneAndZip: { phone: "(213) 555-0123", zip_code: "40202" } };
/** In the DUI branch what came before is lifted; the date, which the zip code brings, is not. */
const drunk = { AtFault: { option: "yes" }, WhenWasTheAccident: old };

describe("the window for disqualified visitors", () => {
  it("opens once, with the click's parameters", holds(358, 359, 365, "T22"), async ({ page, context }) => {
    const opening = context.waitForEvent("page");
    await send(page, "/survey/c?affid=7&s1=abc&_ef_transaction_id=t1", lawyer);
    const other = await opening;
    await other.waitForLoadState();
    expect(new URL(other.url()).origin).toBe(others.origin);
    expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    expect([await opened(page), windows()]).toEqual([1, ["/click"]]);
    expect(Object.fromEntries(others.requests[0]!.query)).toEqual({
      aff_click_id: "t1",
      aff_sub2: "7",
      aff_sub3: "abc",
    });
  });

  it.each<[reason: string, address: string, given: Record<string, Answer>]>([
    ["is_gibberish|yes", "/survey/c", { IncidentDescription: mash }],
    ["date|accident_limit_exceeded", "/survey/dui", { ...drunk, UserHasDUI: { option: "no" } }],
  ])("opens once for %s in %s", holds(358, 365), (reason, address, given) =>
    journey(async ({ page }) => {
      await send(page, address, given);
      expect(storedLeads(site.databaseFile).at(-1)!.dqReason).toBe(reason);
      await expect.poll(windows).toEqual(["/click"]);
      expect(await opened(page)).toBe(1);
    }),
  );

  it("is VW3's offer of a lawyer", holds(361), async ({ page }) => {
    await send(page, "/survey/vw3", { HasLawyerVW3: { option: "yes_but_I_want_a_new_lawyer" } });
    await expect.poll(windows).toEqual(["/offer"]);
  });

  // For whom else it opens, the rule says: test/machines/rules/changes.test.ts.
  it.each<[who: string, address: string, given: Record<string, Answer>]>([
    ["a qualified visitor", "/survey/c", {}],
    ["gibberish in a listed state", "/survey/c", { IncidentDescription: mash, ...inKentucky }],
    ["a prior offence in the DUI flow", "/survey/dui", drunk],
    ["a ticket's gibberish", "/survey/ticket", { IncidentDescription: mash }],
  ])("does not open for %s (%s)", holds(360, 362, 363, 364), (who, address, given) =>
    journey(async ({ page }) => {
      await send(page, address, given);
      expect(await opened(page), who).toBe(0);
    }),
  );

  it("does not matter where the browser blocks it", holds("T22"), async ({ page }) => {
    // What a browser that blocks a window does.
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await send(page, "/survey/c?affid=7", lawyer);
    expect(new URL(page.url()).pathname).toBe("/survey-thank-you/");
    expect(windows()).toEqual([]);
  });
});

describe("a last answer that a check refuses", () => {
  const leads = () => storedLeads(site.databaseFile).length;

  it.each<[what: string, address: string, until: string, given: Record<string, Answer>, refused: Answer]>([
    ["phone number", "/survey/c", "PhoneAndZip", lawyer, { phone: "(113) 555-0123", zip_code: "90210" }],
    ["zip code", "/survey/v5", "OnePageSurvey", {}, { with_Lawyer: "yes", zip_code: "00001" }],
  ])(
    "opens none for its %s, and one once corrected",
    holds(358, 365),
    (_what, address, step, given, refused) =>
      journey(async ({ page }) => {
        const before = leads();
        await standLive(page, address, given, step);
        await answer(page, { [step]: refused });
        await page.locator("[data-error-summary]").waitFor();
        expect([await opened(page), leads(), await stepOf(page)]).toEqual([0, before, step]);

        await answer(page, { [step]: { ...(refused.with_Lawyer && { with_Lawyer: "yes" }) } });
        await expect.poll(windows).toEqual(["/click"]);
        await expect.poll(leads).toBe(before + 1);
      }),
  );

  it("opens none for a reload, and no second one for another press", holds(278, 358), async ({ page }) => {
    await standLive(page, "/survey/c", lawyer);
    await page.route("**/post-lead", (route) => route.abort());
    await answer(page);
    await page.getByText(messagesIn("en").screens.notices.saveFailed).waitFor();
    await expect.poll(windows).toEqual(["/click"]);

    await page.unroute("**/post-lead");
    await page.reload();
    await countingLive(page);
    await walk(page);
    expect(await opened(page)).toBe(1);
    expect(windows()).toHaveLength(1);
  });
});
