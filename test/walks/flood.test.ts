import { setTimeout } from "node:timers/promises";
import type { Browser, Locator, Page, Response } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holdBack } from "../journeys/hold-back.ts";
import { leadsOf } from "../journeys/stored.ts";
import { give, live, option, walk } from "../journeys/survey-page.ts";
import { answersC } from "../support/answers-c.ts";
import { expectAccessible } from "../support/axe.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

const inAll = 40;

let site: Site;
let browser: Browser;
let flood: Flood;
beforeAll(async () => {
  const settings = { TRUST_PROXY: "1", POSTS_IN_ALL: String(inAll), ADMIN_PORT: "0" };
  [site, browser] = await Promise.all([startSite(settings), startBrowser()]);
  flood = startFlood();
});
beforeEach(() => flood.isUp());
afterAll(async () => {
  await flood?.stop();
  await browser?.close();
  await site?.close();
});

type Flood = { isUp(): Promise<void>; stop(): Promise<void> };

/** Posts from everywhere, one after the other, so that those which are taken without a proof are soon used up. */
function startFlood(): Flood {
  let isOver = false;
  let posts = 0;
  let refused = 0;
  const pouring = (async () => {
    while (!isOver) {
      const headers = { "X-Forwarded-For": `198.51.100.${++posts % 250}` };
      const { status } = await send(site.url, "/post-lead", { json: {}, headers });
      if (status === 429) refused++;
      await setTimeout(status === 429 ? 100 : 0);
    }
  })();
  return {
    isUp: async () => {
      const before = refused;
      await waitFor("the flood to reach the limit", () => refused > before);
    },
    stop: async () => {
      isOver = true;
      await pouring;
    },
  };
}

async function proofsTaken(): Promise<number> {
  const [, admin] = /Metrics: (http:\/\/127\.0\.0\.1:\d+)\/metrics/.exec(site.output())!;
  const { text } = await send(admin!, "/metrics");
  return Number(/proofs_of_work_total\{outcome="taken"\} (\d+)/.exec(text)?.[1] ?? 0);
}

/** No key is derived in this page until it is told to; `data-asked` says that one is wanted. */
async function holdWork(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    const told = new Promise((resolve) => addEventListener("work", resolve, { once: true }));
    crypto.subtle.deriveBits = (...all) => {
      document.documentElement.dataset.asked = "";
      return told.then(() => derive(...all));
    };
  });
  return () => page.evaluate(() => void dispatchEvent(new Event("work")));
}

/** Presses a form's button. @returns the answer's status */
async function posted(page: Page, button: Locator): Promise<number> {
  const isPost = (response: Response) =>
    response.request().isNavigationRequest() && response.request().method() === "POST";
  const [answer] = await Promise.all([page.waitForResponse(isPost), button.tap()]);
  await page.waitForLoadState();
  return answer.status();
}

/** Opens and posts a form until it is held: the first posts of a minute are taken as they are. */
async function held(page: Page, fill: () => Promise<Locator>): Promise<void> {
  while ((await posted(page, await fill())) !== 429) await flood.isUp();
}

const optOut = (page: Page, email: string) => async () => {
  await page.goto(`${site.url}/do-not-sell-my-information/`);
  await page.locator("[name=email]").fill(email);
  return page.getByRole("button", { name: "Do not sell or share" });
};

const calm = { reducedMotion: "reduce" as const, allowed: [/status of 429/] };
const withoutScripts = { ...calm, javaScriptEnabled: false };

describe("in a flood that goes on, and with work to be done for each post", () => {
  it("a visitor answers a survey to its thanks, and notices nothing", () =>
    journey(
      browser,
      async ({ page }) => {
        const email = "flooded@example.com";
        const before = await proofsTaken();
        while ((await proofsTaken()) === before) {
          await page.context().clearCookies();
          await page.goto(`${site.url}/survey/c`);
          await live(page);
          await walk(page, { answers: { NameAndEmail: { ...answersC.NameAndEmail!, email } } });
        }
        expect(leadsOf(site, email).length).toBeGreaterThan(0);
      },
      calm,
    ));

  it("the overlay tells a visitor who has to wait for it", () =>
    journey(
      browser,
      async ({ page }) => {
        const work = await holdWork(page);
        const asked = page.locator("html[data-asked]");
        const through = page.locator('main[data-step="PhoneAndZip"]');
        while ((await asked.count()) === 0) {
          await page.context().clearCookies();
          await page.goto(`${site.url}/survey/c`);
          await live(page);
          await walk(page, { until: "NameAndEmail" });
          await give(page, answersC.NameAndEmail!);
          await asked.or(through).first().waitFor();
        }
        await page.locator("[data-overlay]").getByText("Sending").waitFor();
        await work();
        await through.waitFor();
      },
      calm,
    ));

  it("a message is sent by the contact form's own script", () =>
    journey(
      browser,
      async ({ page }) => {
        await page.goto(`${site.url}/contact/`);
        await page.waitForFunction(() =>
          Object.keys(document.querySelector("form[data-contact]")!).some((key) =>
            key.startsWith("__reactProps"),
          ),
        );
        await page.locator("[name=typeOfAccident]").selectOption("Car Accident");
        const email = "flooded.contact@example.com";
        const typed = { firstName: "Ana", lastName: "Rivera", email, phoneNumber: "2135550123" };
        for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
        await page.locator("[name=message]").fill("Please call me about my accident.");
        await page.locator("form[data-contact] button[type=submit]").tap();
        await page.locator("[data-contact-sent]").waitFor();
        const stored = storedLeads(site.databaseFile).filter(({ record }) => record.email === email);
        expect(stored.length).toBeGreaterThan(0);
      },
      calm,
    ));

  it("a form without a script of its own comes back, says so politely, and is sent by the page that holds it", () =>
    journey(
      browser,
      async ({ page }) => {
        const work = await holdWork(page);
        await held(page, optOut(page, "flooded.optout@example.com"));
        await page.getByRole("heading", { level: 1, name: "Please wait a moment" }).waitFor();
        await page.getByRole("status").getByText("We are sending your form.").waitFor();
        await expectAccessible(page, "the page that holds a form");
        await work();
        await page.waitForURL(/done=all/);
        const kinds = query(site.databaseFile, "select kind from suppressions where reason = 'do-not-sell'");
        expect(kinds).toContainEqual({ kind: "email" });
      },
      calm,
    ));

  it("an answer pressed before the survey lives is sent too, in Spanish", () =>
    journey(
      browser,
      async ({ page }) => {
        const work = await holdWork(page);
        const arrive = await holdBack(page, "**/island-*.js");
        const first = page.locator('main[data-step="WhenWasTheAccident"]');
        await held(page, async () => {
          await page.context().clearCookies();
          await page.goto(`${site.url}/survey/v4nv-es`);
          await first.waitFor();
          return option(page, "Within 30 Days");
        });
        await page.getByRole("heading", { level: 1, name: "Espere un momento" }).waitFor();
        await page.getByRole("status").getByText("Estamos enviando su formulario.").waitFor();
        await expectAccessible(page, "the page that holds a form, in Spanish");
        await work();
        await page.locator('main[data-step]:not([data-step="WhenWasTheAccident"])').waitFor();
        arrive();
      },
      calm,
    ));
});

it("without scripts a visitor keeps what was typed, and sends it again once the flood is over", () =>
  journey(
    browser,
    async ({ page }) => {
      const again = page.getByRole("button", { name: "Send it again" });
      await held(page, optOut(page, "no.scripts@example.com"));
      expect(await page.locator("[name=email]").inputValue()).toBe("no.scripts@example.com");
      await flood.stop();
      try {
        // Posts are counted by the minute; nothing shows in a page without scripts that one has passed.
        while ((await posted(page, again)) === 429) await setTimeout(1_000);
        await page.waitForURL(/done=all/);
      } finally {
        flood = startFlood();
      }
    },
    withoutScripts,
  ));
