import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plainAnswers } from "../server/plain-answers.ts";
import {
  metaId,
  type PageScriptsStub,
  socialPixelsEnv,
  startPageScripts,
  tiktokId,
} from "../stubs/page-scripts.ts";
import { answersA } from "../support/answers-a.ts";
import { answersC } from "../support/answers-c.ts";
import { journey, phone, startBrowser } from "../support/browser.ts";
import type { Answer } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { fillIn } from "./fill-in.ts";
import { live } from "./survey-page.ts";

/** The networks, as far as pages can tell. */
let others: PageScriptsStub;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  others = await startPageScripts();
  [site, browser] = await Promise.all([
    startSite({
      ...socialPixelsEnv(others),
      TRACKING_PIXEL_URL: `${others.origin}/pixel.gif`,
      PAGE_PIXELS: `/survey/ticket=tracking:${others.origin}/ticket.gif;/survey/d=meta:off;/yt=meta:99887766,tiktok:off,tracking:off`,
    }),
    startBrowser(),
  ]);
});
beforeEach(() => {
  Object.assign(others, { fault: "ok", faultAt: /^/ });
  others.requests.length = 0;
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await others.stop();
});

const calm = { reducedMotion: "reduce" as const };
const withoutScripts = { ...calm, javaScriptEnabled: false };

/** What the networks were told, in its order. */
const told = () => ({
  meta: others.requests
    .filter(({ path }) => path === "/tr")
    .map(({ query }) => `${query.get("id")} ${query.get("ev")}`),
  tiktok: others.requests
    .filter(({ path }) => path === "/api/v2/pixel")
    .map(({ body }) => JSON.parse(body) as Record<string, string>)
    .map(({ event, pixel_code }) => `${pixel_code} ${event}`),
  images: others.requests.map(({ path }) => path).filter((path) => path.endsWith(".gif")),
});
const nobody = { meta: [], tiktok: [], images: [] };
const everything = {
  meta: [`${metaId} PageView`, `${metaId} Lead`],
  tiktok: [`${tiktokId} Pageview`, `${tiktokId} SubmitForm`],
  images: [],
};

/** Answers all questions up to the thanks, or up to a step. */
async function walk(page: Page, answers: Record<string, Answer>, until = ""): Promise<void> {
  for (;;) {
    const step = (await page.locator("main[data-step]").getAttribute("data-step"))!;
    if (step === until) return;
    await fillIn(page, answers[step]!);
    if (step === "PhoneAndZip") return page.waitForURL(/thank-you/);
    await page.locator(`main[data-step]:not([data-step="${step}"])`).waitFor();
  }
}

async function goLive(page: Page, address: string): Promise<void> {
  await page.goto(site.url + address);
  await live(page);
}

describe("the social pixels of affiliate 389", () => {
  it("count the page once and its lead once, whatever is asked in between", holds(367), () =>
    journey(
      browser,
      async ({ page }) => {
        await goLive(page, "/survey/c?affid=389");
        await expect.poll(told).toEqual({
          meta: everything.meta.slice(0, 1),
          tiktok: everything.tiktok.slice(0, 1),
          images: [],
        });
        await walk(page, answersC);
        await expect.poll(told).toEqual(everything);
        await page.reload();
        await page.waitForLoadState("networkidle");
        expect(told()).toEqual(everything);
      },
      calm,
    ),
  );

  it("are told that there is a lead, and nothing of what it says", holds(367), () =>
    journey(
      browser,
      async ({ page }) => {
        await goLive(page, "/survey/c?affid=389");
        await walk(page, answersC);
        await expect.poll(told).toEqual(everything);
        const [view, lead] = others.requests.filter(({ path }) => path === "/tr");
        expect(view!.query.get("eid")).toBe("");
        const event = lead!.query.get("eid");
        expect(event).toMatch(/^[0-9a-f]{32}$/);
        const submitted = others.requests.filter(({ path }) => path === "/api/v2/pixel").at(-1)!;
        expect(JSON.parse(submitted.body).event_id).toBe(event);
        const { record } = storedLeads(site.databaseFile).at(-1)! as { record: Record<string, unknown> };
        const said = others.requests.map(({ path, query, body }) => `${path}?${query} ${body}`).join("\n");
        for (const field of ["email", "phone", "first_name", "last_name", "zip_code", "case_description"]) {
          expect(said, field).not.toContain(encodeURIComponent(String(record[field])));
        }
      },
      calm,
    ),
  );

  it("count another lead of the same browser as another", () =>
    journey(
      browser,
      async ({ page }) => {
        for (const time of [1, 2]) {
          await goLive(page, "/survey/c?affid=389");
          await walk(page, answersC);
          await expect.poll(() => told().meta).toHaveLength(2 * time);
        }
        const leads = others.requests.filter(({ query }) => query.get("ev") === "Lead");
        expect(new Set(leads.map(({ query }) => query.get("eid"))).size).toBe(2);
      },
      calm,
    ));

  it("are nothing to the visitors of any other affiliate", holds(367), () =>
    journey(
      browser,
      async ({ page }) => {
        await goLive(page, "/survey/c?affid=388");
        await walk(page, answersC);
        await page.waitForLoadState("networkidle");
        expect(others.requests).toEqual([]);
      },
      calm,
    ),
  );

  it.each([
    ["/survey/d?affid=389", { ...nobody, tiktok: [`${tiktokId} Pageview`] }],
    ["/yt?affid=389", { ...nobody, meta: ["99887766 PageView"] }],
  ])("are those that are set for %s", (address, expected) =>
    journey(
      browser,
      async ({ page }) => {
        await goLive(page, address);
        await expect.poll(told).toEqual(expected);
        await page.waitForLoadState("networkidle");
        expect(told()).toEqual(expected);
      },
      calm,
    ),
  );

  it("are told of a lead before the page is left, also when their scripts come only then", () =>
    journey(
      browser,
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
        page.on("response", (response) => response.url().endsWith("/post-lead") && come());
        await walk(page, answersC);
        await expect.poll(told).toEqual(everything);
      },
      calm,
    ));

  it.each(["down", "slow"] as const)("hold nobody up whose browser does not get their scripts: %s", (fault) =>
    journey(
      browser,
      async ({ page }) => {
        Object.assign(others, { fault, faultAt: /events\.js$/ });
        await goLive(page, "/survey/c?affid=389");
        await walk(page, answersC);
        expect(told()).toEqual(nobody);
      },
      { ...calm, allowed: [/net::ERR/] },
    ),
  );

  it("count no lead again where its survey is looked at once more", () =>
    journey(
      browser,
      async ({ page }) => {
        await goLive(page, "/survey/v5?affid=389");
        await fillIn(page, plainAnswers("one-page", { with_Lawyer: "yes" })("OnePageSurvey"));
        await page.locator('main[data-step="Disqualified"]').waitFor();
        await expect.poll(told).toEqual(everything);
        await page.reload({ waitUntil: "networkidle" });
        expect(told()).toEqual(everything);
      },
      calm,
    ));
});

describe("without JavaScript", () => {
  const plainly = (address: string, answers: Record<string, Answer>, until = "") =>
    journey(
      browser,
      async ({ page }) => {
        await page.goto(site.url + address);
        await walk(page, answers, until);
        await page.waitForLoadState("networkidle");
      },
      withoutScripts,
    );

  it("affiliate 389 counts one page view, on the first screen", holds(367), async () => {
    await plainly("/survey/c?affid=389", answersC);
    expect(told()).toEqual({ ...nobody, meta: everything.meta.slice(0, 1) });
    const [view] = others.requests;
    expect(Object.fromEntries(view!.query)).toEqual({ id: metaId, ev: "PageView", noscript: "1" });
    // Where exactly the visitor was is not told.
    expect(view!.headers.referer).toBe(`${site.url}/`);
  });

  it("variant A loads its pixel once, with an injury", holds(223), async () => {
    await plainly("/survey/a", answersA);
    expect(told()).toEqual({ ...nobody, images: ["/pixel.gif"] });
  });

  it("variant A loads it as the question about treatment comes", holds(223), async () => {
    await plainly("/survey/a", answersA, "WasUserInjured");
    expect(told()).toEqual(nobody);
    await plainly("/survey/a", answersA, "TypeOfMedicalTreatment");
    expect(told()).toEqual({ ...nobody, images: ["/pixel.gif"] });
  });

  it("no injury loads none", holds(223), async () => {
    await plainly("/survey/a", { ...answersA, WasUserInjured: { option: "No" } });
    expect(told()).toEqual(nobody);
  });

  it("the ticket flow loads a pixel of its own as it starts", holds(332), async () => {
    await plainly("/survey/ticket", {}, "StartTicketFlow");
    expect(told()).toEqual({ ...nobody, images: ["/ticket.gif"] });
  });

  it("a path without pixels loads none", async () => {
    await plainly("/yt", answersA, "HasLawyer");
    expect(told()).toEqual(nobody);
  });
});

describe("who has opted out meets no pixel", () => {
  const signal = { extraHTTPHeaders: { "Sec-GPC": "1" } };
  const scriptOnly = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
  const cookie = (context: BrowserContext) =>
    context.addCookies([{ name: "opt-out", value: "1", url: site.url }]);

  it.each<[string, object, (page: Page, context: BrowserContext) => Promise<unknown>]>([
    ["Sec-GPC", { ...calm, ...signal }, async () => {}],
    ["Sec-GPC without JavaScript", { ...withoutScripts, ...signal }, async () => {}],
    ["navigator.globalPrivacyControl", calm, scriptOnly],
    ["the cookie of our own page", calm, (_page, context) => cookie(context)],
    ["that cookie without JavaScript", withoutScripts, (_page, context) => cookie(context)],
  ])("by %s", (_way, options, prepare) =>
    journey(
      browser,
      async ({ page, context }) => {
        await prepare(page, context);
        for (const [address, answers, until] of [
          ["/survey/a?affid=389", answersA, ""],
          ["/survey/ticket?affid=389", {}, "StartTicketFlow"],
        ] as const) {
          await page.goto(site.url + address);
          if (!("javaScriptEnabled" in options)) await live(page);
          await walk(page, answers, until);
          await page.waitForLoadState("networkidle");
        }
        expect(others.requests).toEqual([]);
      },
      { ...phone, ...options },
    ),
  );
});
