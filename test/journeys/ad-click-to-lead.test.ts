import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { delivered, leadsOf, query, type StoredLead } from "../support/store-reader.ts";
import {
  atStep,
  countShifts,
  countSlides,
  forgetShiftsOfTypeface,
  give,
  live,
  screenOf,
  shifts,
  slides,
  stepsC,
  thanked,
  whileSending,
} from "../support/survey-page.ts";
import { walkForms } from "../support/visitors.ts";

const click = "/survey/c?affid=7&oid=57&s1=abc&sub2=x&gclid=Cj0KCQ&_ef_transaction_id=ef9&name=Mallory";
const progress = [5, 10, 30, 40, 55, 80, 95, 95, 98, 99].map(String);
const { email } = answersC.NameAndEmail as { email: string };

/** The question about injuries is asked at the step of the question after it, which is then another one. */
const positionAt = (index: number) => {
  const asked = stepsC.indexOf("WasUserInjured");
  if (index === asked + 1) return "One more about this";
  return `Step ${index > asked ? index : index + 1} of ${stepsC.length - 1}`;
};

const { site, it, journey } = siteInChromium();

/** The address of the thanks as the browser asked for it, before the page cleaned it, after however long a walk. */
async function thankYouAddress(page: Page): Promise<URL> {
  const request = await page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().includes("/survey-thank-you"),
  );
  return new URL(request.url());
}

/** The parameters of the thank-you address. */
const thanksFor = [
  ["email", email],
  ["city", "Beverly Hills"],
  ["state", "CA"],
  ["zip_code", "90210"],
  ["phone", "(213) 555-0123"],
  ["state_long", "California"],
  ["ef_transaction_id", "ef9"],
  ["affid", "7"],
  ["sub_id", "abc"],
  ["q", "y"],
];

async function expectThanks(page: Page, asked: URL) {
  await thanked(page);
  expect([...asked.searchParams]).toEqual(thanksFor);
  const text = await page.locator("body").textContent();
  for (const secret of [email, "555-0123", "Rivera", "Beverly"]) expect(text).not.toContain(secret);
}

describe.sequential("from an ad click to a delivered lead", () => {
  let first: StoredLead;

  it("goes question by question; the lead is sent", holds(365, 469, "T20", "T34"), async ({ page }) => {
    const before = leadsOf(site, email).length;
    await countSlides(page);
    await countShifts(page);
    await page.goto(site.url + click);
    await live(page);
    await forgetShiftsOfTypeface(page);
    expect(await slides(page), "nothing slides before the first answer").toEqual([]);
    const asked = thankYouAddress(page);
    for (const [index, step] of stepsC.entries()) {
      await atStep(page, step);
      const position = positionAt(index);
      expect(await screenOf(page)).toEqual({ step, progress: progress[index], position });
      if (index > 0) await expectArrival(page, step);
      await page.evaluate(() => scrollTo({ top: 9999, behavior: "instant" }));
      if (step === "PhoneAndZip") {
        expect(await shifts(page), "nothing moves under the visitor's finger").toEqual([]);
        const text = await page.locator("[data-tf-element-role=consent-language]").textContent();
        const overlay = await whileSending(page, () => give(page, answersC[step]!));
        expect(overlay).toEqual({
          progress: "100",
          inert: true,
          text: expect.stringContaining("Sending"),
        });
        await expectThanks(page, await asked);
        first = leadsOf(site, email).at(-1)!;
        expect(first.record.tcpa).toBe(text?.replace(/\s+/g, " ").trim());
      } else {
        await give(page, answersC[step]!);
      }
    }
    expect(page.url()).toBe(`${site.url}/survey-thank-you/`);
    expect(leadsOf(site, email)).toHaveLength(before + 1);
    expect(first.record).toMatchObject(expectedRecord);
    expect(first.record.time_on_steps).toMatch(new RegExp(`^${stepsC.join(":\\d+\\|")}:\\d+$`));
    expect(JSON.stringify(first.record)).not.toContain("Mallory");
    const { visit = "", ...rest } = await keptBy(page);
    expect(rest, "nothing but its cookie is left in the browser").toEqual({});
    expect(JSON.parse(Buffer.from(visit.split(".")[0]!, "base64url").toString())).toEqual({
      id: expect.any(String),
      first: { at: expect.any(Number), referer: "", survey: "c", by: "7 57" },
    });
  });

  it("arrives at the buyer once, in the buyer's own field names", async () => {
    const { fields, times } = await delivered(site, first);
    expect(times).toBe(1);
    expect(fields).toMatchObject(expectedWire);
    expect(fields.message_id).toBe(`${first.id}.lead-prosper`);
    expect(fields.tcpa_text).toBe(first.record.tcpa);
    expect(fields).toMatchObject({ raw_physical_injury: "Yes", derived_fields: "" });
    expect(fields).not.toHaveProperty("lawyer_redirect_reason");
  });

  it("keeps its affiliate when a tool put the fragment before the query", async ({ page }) => {
    await page.goto(`${site.url}/survey/c#?affid=7&oid=57&s1=fragment`);
    await live(page);
    await give(page, answersC.WhenWasTheAccident!);
    await atStep(page, "OtherDriversVehicleType");
    const entries = () =>
      query<{ body: string }>(site.databaseFile, "select body from visit_log where kind = 'entry'");
    await expect
      .poll(() => entries().map(({ body }) => JSON.parse(body).query))
      .toContainEqual({ affid: "7", oid: "57", s1: "fragment" });
    expect(new URL(page.url()).searchParams.get("affid")).toBe("7");
  });

  it("makes the same lead without JavaScript", holds(463, "T34"), async () => {
    const { screen } = await walkForms(site.url, click, answersC);
    expect([...new URL(screen.url, site.url).searchParams]).toEqual(thanksFor);
    const second = leadsOf(site, email).at(-1)!;
    expect(second.id).not.toBe(first.id);
    expect(comparable(second)).toEqual(comparable(first));
    expect(second.derived).toEqual(first.derived);
    expect((await delivered(site, second)).times).toBe(1);
  });

  it("moves nothing for a visitor who prefers less motion", holds(100), () =>
    journey(
      async ({ page }) => {
        await countSlides(page);
        await page.goto(site.url + click);
        await live(page);
        await give(page, answersC.WhenWasTheAccident!);
        await atStep(page, "OtherDriversVehicleType");
        await expectArrival(page, "OtherDriversVehicleType", 0);
      },
      { reducedMotion: "reduce" },
    ),
  );
});

/** After a step change: the question has the focus, the page is at its top, and it slid in once. */
async function expectArrival(page: Page, step: string, times = 1) {
  await page.waitForFunction(() => scrollY === 0 && document.activeElement?.tagName === "H1");
  const [title, heading] = [await page.title(), await page.locator("h1").textContent()];
  expect(title.startsWith(heading!)).toBe(true);
  // A style change starts its animation with the frame after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const of = (await slides(page)).filter((slide) => slide.step === step);
  expect(of).toEqual(Array(times).fill({ step, seconds: 0.5 }));
}

/**
 * The browser's data of the site except its history: the names of its cookies and of everything that scripts can store.
 */
const keptBy = async (page: Page): Promise<Record<string, string>> => {
  const cookies = (await page.context().cookies()).map(({ name, value }) => [
    name,
    decodeURIComponent(value),
  ]);
  const stored = await page.evaluate(async () => ({
    ...localStorage,
    ...sessionStorage,
    ...Object.fromEntries((await indexedDB.databases()).map(({ name }) => [name, "a database"])),
    ...Object.fromEntries((await caches.keys()).map((name) => [name, "a cache"])),
    ...(window.name !== "" && { name: window.name }),
    ...(history.state && { history: JSON.stringify(history.state) }),
  }));
  return { ...Object.fromEntries(cookies), ...stored };
};

/** Chance, the clock, the browser and the visitor's pace differ from lead to lead. */
function comparable({ record }: StoredLead) {
  const { lp_s2, time_on_steps, user_agent, ...rest } = record;
  return { ...rest, steps: String(time_on_steps).replace(/\d+/g, "") };
}

/** The parts of the record (test/specification/record.test.ts) that only a whole visit brings together. */
const expectedRecord = {
  accident_date_button: "Within 30 Days",
  other_vehicle_type: "Car",
  injury_type: "Hospital",
  with_Lawyer: "no",
  case_description: answersC.IncidentDescription!.case_description,
  first_name: "Ana",
  phone: "(213) 555-0123",
  city: "Beverly Hills",
  county: "Los Angeles",
  affid: "7",
  oid: "57",
  sub_id: "abc",
  sub_id2: "x",
  gclid: "Cj0KCQ",
  ef_transaction_id: "ef9",
  days_from_incident_date: 30,
  lead_is_qualified: "yes",
  is_gibberish: "no",
  language: "en",
  sms_verified: "no",
};

const expectedWire = {
  first_name: "Ana",
  phone: "2135550123",
  currently_represented: "no",
  incident_date: expect.stringMatching(/^\d{4}-\d{2}-01$/),
  sub_id: "abc",
  gclid: "Cj0KCQ",
  lp_campaign_id: "51",
  lp_key: "mapped-key-51",
};
