import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageScriptsStub, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { sampleBuyers } from "../stubs/run.ts";
import { answersOneToOne } from "../support/answers-one-to-one.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, journey, startBrowser } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { keptConsent, nobodyNamed } from "../support/one-to-one.ts";
import { type Site, startSite } from "../support/site.ts";
import { storedLeads } from "../support/store-reader.ts";
import { delivered } from "./stored.ts";
import { give, live, thanked } from "./survey-page.ts";

const calm = { reducedMotion: "reduce" as const };
const samples = JSON.parse(readFileSync(sampleBuyers, "utf8")) as { name: string; variants?: string[] }[];
const sample = (survey: string) =>
  samples.filter(({ variants }) => variants?.includes(survey)).map(({ name }) => name);

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Goes to the question with the consent, as a visitor with a touch screen does. */
async function toConsent(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await live(page);
  for (;;) {
    const step = (await page.locator("main[data-step]").getAttribute("data-step"))!;
    if (await page.locator("#consent").count()) return step;
    await give(page, answersOneToOne[step]!);
    await page.locator(`main[data-step]:not([data-step="${step}"])`).waitFor();
  }
}

/** Gives the consent on screen. @returns what was read, and everything that is kept and sent of it */
async function sent(site: Site, page: Page, step: string) {
  const shown = (await page.locator("#consent").textContent())!;
  await give(page, answersOneToOne[step]!);
  await thanked(page);
  const lead = storedLeads(site.databaseFile).at(-1)!;
  const consent = keptConsent(site.databaseFile, lead.id);
  const { fields } = await delivered(site, lead);
  expect([lead.record.tcpa, consent.text, fields.tcpa_text]).toEqual([shown, shown, shown]);
  expect(consent.buyersShown).toEqual(lead.record.displayed_buyers);
  expect(fields.displayed_buyers).toBe(String(lead.record.displayed_buyers));
  return { shown, record: lead.record };
}

describe("in a browser, with buyers", () => {
  let others: PageScriptsStub;
  let site: Site;
  beforeAll(async () => {
    others = await startPageScripts();
    site = await startSite(pageScriptsEnv(others));
  });
  afterAll(async () => {
    await site.close();
    await others.stop();
  });

  it.each([
    ["v4nv-1to1", ["Stub Law Firm One", "Stub Law Firm Two"]],
    ["v4nv-d1", sample("v4nv-d1")],
    ["v4nv-d2", sample("v4nv-d2")],
    ["v4nv-x1", sample("v4nv-x1")],
  ])(
    "%s names them, and marks each name for the certificate",
    holds(5, 23, 128, 189, 323, 511),
    (survey, names) =>
      journey(
        browser,
        async ({ page }) => {
          const step = await toConsent(page, `${site.url}/survey/${survey}`);
          expect(step).toBe("PhoneAndBuyersConsent");
          const marked = page.locator("#consent [data-tf-element-role=consent-advertiser-name]");
          await marked.first().waitFor();
          expect(await marked.allTextContents()).toEqual(names);
          await expectAccessible(page, `the consent of ${survey}`);
          const { shown, record } = await sent(site, page, step);
          for (const name of names) expect(shown).toContain(name);
          expect(record).toMatchObject({ "1_to_1_consent": "yes", displayed_buyers: names });
        },
        survey === "v4nv-d2" ? { ...calm, ...desktop, hasTouch: true } : calm,
      ),
  );
});

describe("in a browser, without buyers", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ BUYERS_URL: "", BUYERS_FILE: "" });
  });
  afterAll(() => site.close());

  it.each(["v4nv-1to1", "v4nv-d1", "v4nv-d2", "v4nv-x1"])("%s names nobody", holds(323, 505), (survey) =>
    journey(
      browser,
      async ({ page }) => {
        const step = await toConsent(page, `${site.url}/survey/${survey}`);
        expect(step).toBe("PhoneAbbreviatedTCPA");
        const { shown, record } = await sent(site, page, step);
        expect(shown).toContain("one law firm, found through Claimpath, and its partners");
        expect(record).toMatchObject(nobodyNamed);
      },
      calm,
    ),
  );
});
