import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plainAnswers } from "../site/plain-answers.ts";
import { answersA } from "../support/answers-a.ts";
import { answersC } from "../support/answers-c.ts";
import { journey } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";
import { fillIn } from "./fill-in.ts";
import { nobody, type PixelSite, pageView, startPixelSite, toldTo, viewAndLead, walk } from "./pixel-site.ts";
import { live } from "./survey-page.ts";

let running: PixelSite;
beforeAll(async () => {
  running = await startPixelSite();
});
beforeEach(() => {
  Object.assign(running.others, { fault: "ok", faultAt: /^/ });
  running.others.requests.length = 0;
});
afterAll(() => running.stop());

const calm = { reducedMotion: "reduce" as const };
const withoutScripts = { ...calm, javaScriptEnabled: false };
const received = () => toldTo(running.others);

async function goLive(page: Page, address: string): Promise<void> {
  await page.goto(running.site.url + address);
  await live(page);
}

describe("the social pixels of affiliate 389", () => {
  it("count the page once and its lead once, whatever is asked in between", holds(367), () =>
    journey(
      running.browser,
      async ({ page }) => {
        await goLive(page, "/survey/c?affid=389");
        await expect.poll(received).toEqual(pageView);
        await walk(page, answersC);
        await expect.poll(received).toEqual(viewAndLead);
        await page.reload();
        await page.waitForLoadState("networkidle");
        expect(received()).toEqual(viewAndLead);
      },
      calm,
    ),
  );

  it("are told that there is a lead, and nothing of what it says", holds(367), () =>
    journey(
      running.browser,
      async ({ page }) => {
        await goLive(page, "/survey/c?affid=389");
        await walk(page, answersC);
        await expect.poll(received).toEqual(viewAndLead);
        const [view, lead] = running.others.requests.filter(({ path }) => path === "/tr");
        expect(view!.query.get("eid")).toBe("");
        const event = lead!.query.get("eid");
        expect(event).toMatch(/^[0-9a-f]{32}$/);
        const submitted = running.others.requests.filter(({ path }) => path === "/api/v2/pixel").at(-1)!;
        expect(JSON.parse(submitted.body).event_id).toBe(event);
        const { record } = storedLeads(running.site.databaseFile).at(-1)! as {
          record: Record<string, unknown>;
        };
        const said = running.others.requests
          .map(({ path, query, body }) => `${path}?${query} ${body}`)
          .join("\n");
        for (const field of ["email", "phone", "first_name", "last_name", "zip_code", "case_description"]) {
          expect(said, field).not.toContain(encodeURIComponent(String(record[field])));
        }
      },
      calm,
    ),
  );

  it("count another lead of the same browser as another", () =>
    journey(
      running.browser,
      async ({ page }) => {
        for (const time of [1, 2]) {
          await goLive(page, "/survey/c?affid=389");
          await walk(page, answersC);
          await expect.poll(() => received().meta).toHaveLength(2 * time);
        }
        const leads = running.others.requests.filter(({ query }) => query.get("ev") === "Lead");
        expect(new Set(leads.map(({ query }) => query.get("eid"))).size).toBe(2);
      },
      calm,
    ));

  it("are nothing to the visitors of any other affiliate", holds(367), () =>
    journey(
      running.browser,
      async ({ page }) => {
        await goLive(page, "/survey/c?affid=388");
        await walk(page, answersC);
        await page.waitForLoadState("networkidle");
        expect(running.others.requests).toEqual([]);
      },
      calm,
    ),
  );

  it.each([
    ["/survey/d?affid=389", { ...nobody, tiktok: [...pageView.tiktok] }],
    ["/yt?affid=389", { ...nobody, meta: ["99887766 PageView"] }],
  ])("are those that are set for %s", (address, expected) =>
    journey(
      running.browser,
      async ({ page }) => {
        await goLive(page, address);
        await expect.poll(received).toEqual(expected);
        await page.waitForLoadState("networkidle");
        expect(received()).toEqual(expected);
      },
      calm,
    ),
  );

  it("are told of a lead before the page is left, also when their scripts come only then", () =>
    journey(
      running.browser,
      async ({ page }) => {
        let come = () => {};
        const late = new Promise<void>((resolve) => {
          come = resolve;
        });
        await page.route(/events\.js/, async (route) => {
          await late;
          await route.continue();
        });
        await page.clock.install();
        await goLive(page, "/survey/c?affid=389");
        let leaving = false;
        page.on("request", (request) => {
          leaving ||= request.url().includes("thank-you");
        });
        let early: boolean | undefined;
        page.on("response", (response) => {
          if (!response.url().endsWith("/post-lead")) return;
          // Time enough to leave for a page that does not wait.
          setTimeout(() => {
            early = leaving;
            come();
          }, 1_000);
        });
        await walk(page, answersC, "PhoneAndZip");
        // From here on no time is up.
        await page.clock.pauseAt(Date.now() + 60_000);
        await walk(page, answersC);
        await expect.poll(received).toEqual(viewAndLead);
        expect(early).toBe(false);
      },
      calm,
    ));

  it.each(["down", "slow"] as const)("hold nobody up whose browser does not get their scripts: %s", (fault) =>
    journey(
      running.browser,
      async ({ page }) => {
        Object.assign(running.others, { fault, faultAt: /events\.js$/ });
        await goLive(page, "/survey/c?affid=389");
        await walk(page, answersC);
        expect(received()).toEqual(nobody);
      },
      { ...calm, allowed: [/net::ERR/] },
    ),
  );

  it("count no lead again where its survey is looked at once more", () =>
    journey(
      running.browser,
      async ({ page }) => {
        await goLive(page, "/survey/v5?affid=389");
        await fillIn(page, plainAnswers("one-page", { with_Lawyer: "yes" })("OnePageSurvey"));
        await page.locator('main[data-step="Disqualified"]').waitFor();
        await expect.poll(received).toEqual(viewAndLead);
        await page.reload({ waitUntil: "networkidle" });
        expect(received()).toEqual(viewAndLead);
      },
      calm,
    ));
});

describe("who has opted out meets no pixel", () => {
  const signal = { extraHTTPHeaders: { "Sec-GPC": "1" } };
  const scriptOnly = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
  const cookie = (context: BrowserContext) =>
    context.addCookies([{ name: "opt-out", value: "1", url: running.site.url }]);

  it.each<[string, object, (page: Page, context: BrowserContext) => Promise<unknown>]>([
    ["Sec-GPC", { ...calm, ...signal }, async () => {}],
    ["Sec-GPC without JavaScript", { ...withoutScripts, ...signal }, async () => {}],
    ["navigator.globalPrivacyControl", calm, scriptOnly],
    ["the cookie of our own page", calm, (_page, context) => cookie(context)],
    ["that cookie without JavaScript", withoutScripts, (_page, context) => cookie(context)],
  ])("by %s", (_way, options, prepare) =>
    journey(
      running.browser,
      async ({ page, context }) => {
        await prepare(page, context);
        for (const [address, answers, until] of [
          ["/survey/a?affid=389", answersA, ""],
          ["/survey/ticket?affid=389", {}, "StartTicketFlow"],
        ] as const) {
          await page.goto(running.site.url + address);
          if (!("javaScriptEnabled" in options)) await live(page);
          await walk(page, answers, until);
          await page.waitForLoadState("networkidle");
        }
        expect(running.others.requests).toEqual([]);
      },
      options,
    ),
  );
});
