import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { daysAgo } from "../specification/survey-walk.ts";
import { answersC, newEmail } from "../support/answers.ts";
import { expected, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { leadsOf, loggedAnswers, untilLogged } from "../support/store-reader.ts";
import {
  atStep,
  chosen,
  give,
  live,
  named,
  next,
  screenOf,
  standAt,
  stepsC,
  tap,
  thanked,
  walk,
  whole,
} from "../support/survey-page.ts";
import type { Answer } from "../support/visitors.ts";

const offline = { reducedMotion: "reduce" as const, allowed: [expected.noNetwork] };
const choices = stepsC.slice(0, 7);

const { site, it, journey } = siteInChromium();

/**
 * Everything in the browser about the visitor that scripts or a thief of the device could read.
 * @param isSent without the one place that has typed text, until the lead is stored
 */
async function keptInBrowser(page: Page, isSent = false): Promise<string> {
  const storage = await page.evaluate((isSent) => {
    const { "claimpath:typed": typed, ...others } = sessionStorage;
    return JSON.stringify([{ ...localStorage }, others, isSent && typed, history.state]);
  }, isSent);
  return storage + JSON.stringify(await page.context().cookies()) + page.url();
}

const notice = (page: Page) => page.locator("form [role=status]:has(+ button)").textContent();

describe("a survey whose network is lost", holds("T33"), () => {
  it("changes steps without any network once it is loaded", () =>
    journey(async ({ page }) => {
      const before = loggedAnswers(site);
      await page.goto(`${site.url}/survey/c`);
      await whole(page);
      await page.route("**", (route) => route.abort());
      await walk(page, { until: "NameAndEmail" });
      expect(await screenOf(page)).toEqual({
        step: "NameAndEmail",
        progress: "98",
        position: "Step 8 of 9",
      });
      expect(loggedAnswers(site)).toEqual(before);
    }, offline));

  it("saves the answers when the network is back, and says so where it has to wait", () =>
    journey(async ({ page, context }) => {
      const email = newEmail("offline");
      await standAt(page, site, "/survey/c", { until: "HasLawyer" });
      await whole(page);
      await context.setOffline(true);
      await walk(page, { until: "NameAndEmail" });
      await give(page, named(email).NameAndEmail);
      await page.getByText(messagesIn("en").screens.notices.saveFailed).waitFor();
      expect(await page.locator("[name=email]").inputValue()).toBe(email);
      const kept = await keptInBrowser(page);
      for (const typed of ["Ana", "Rivera", email, "A truck hit"]) expect(kept).not.toContain(typed);
      expect(kept).toContain("HasLawyer");

      await context.setOffline(false);
      await atStep(page, "PhoneAndZip");
      expect(await notice(page)).toBe("");
      await context.setOffline(true);
      await give(page, answersC.PhoneAndZip!);
      await page.getByText(messagesIn("en").screens.notices.saveFailed).waitFor();
      expect(await page.locator("[name=phone]").inputValue()).toBe("(213) 555-0123");
      expect(await keptInBrowser(page)).not.toMatch(/555\D?0123/);
      await context.setOffline(false);
      await thanked(page);
      expect(await keptInBrowser(page, true)).not.toMatch(/555\D?0123|Rivera/);
      const leads = leadsOf(site, email);
      expect(leads).toHaveLength(1);
      expect(leads[0]!.record).toMatchObject({
        at_Fault: "no",
        phone: "(213) 555-0123",
        first_name: "Ana",
      });
    }, offline));

  it("keeps unsaved choices across a reload", () =>
    journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      await page.route("**/api/progress", (route) => route.abort());
      // Data sent as the page is left is lost too.
      await page.evaluate(() => Object.assign(navigator, { sendBeacon: () => false }));
      await walk(page, { until: "TypeOfMedicalTreatment" });
      await page.reload();
      await page.unroute("**/api/progress");
      await atStep(page, "TypeOfMedicalTreatment");
      await untilLogged(site, choices.slice(0, 4));
      expect(loggedAnswers(site).map(({ step }) => step)).toEqual(choices.slice(0, 4));
      await page.goto(`${site.url}/survey/c?step=AtFault`);
      expect(await chosen(page)).toBe("no");
    }, offline));

  it("says when the lead cannot be sent, and sends it on request", holds(278), () =>
    journey(async ({ page }) => {
      const email = newEmail("again");
      await standAt(page, site, "/survey/c", { answers: named(email) });
      await live(page);
      await page.route("**/post-lead", (route) => route.abort());
      await give(page, answersC.PhoneAndZip!);
      await page.getByText(messagesIn("en").screens.notices.saveFailed).waitFor();
      await atStep(page, "PhoneAndZip");
      expect(await page.locator("[name=zip_code]").inputValue()).toBe("90210");
      expect(leadsOf(site, email)).toEqual([]);
      await page.unroute("**/post-lead");
      await give(page, answersC.PhoneAndZip!);
      await thanked(page);
      expect(leadsOf(site, email)).toHaveLength(1);
    }, offline),
  );

  it("sends what is still waiting when the page is left", () =>
    journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      // Posts hang: only what leaves with the page arrives.
      await page.route("**/api/progress", (route) => {
        if (route.request().resourceType() === "ping") return route.continue();
      });
      await walk(page, { until: "WasUserInjured" });
      await page.goto(`${site.url}/privacy-policy/`);
      await untilLogged(site, choices.slice(0, 3));
      expect(loggedAnswers(site).map(({ step }) => step)).toEqual(choices.slice(0, 3));
    }, offline));

  it.each([
    ["all posts of scripts are", /\/(?:api\/|post-lead)/],
    ["the post of the lead is", /\/post-lead/],
  ])("reaches its thanks by its form where %s blocked", (_, blocked) =>
    journey(async ({ page }) => {
      const email = newEmail("blocked");
      await page.route(blocked, (route) => route.abort());
      await standAt(page, site, "/survey/c", { until: "PoliceReportFiled" });
      for (const step of ["NameAndEmail", "PhoneAndZip"]) {
        await whole(page);
        await walk(page, { until: step, answers: named(email) });
        await give(page, step === "NameAndEmail" ? named(email).NameAndEmail : answersC.PhoneAndZip!);
        const isPast = page.locator(`main:not([data-step="${step}"])`);
        const isStuck = page.getByText(messagesIn("en").screens.notices.saveFailed);
        await isPast.or(isStuck).waitFor();
        if (await isStuck.isVisible()) await tap(next(page));
        await isPast.waitFor();
      }
      await thanked(page);
      const [lead, ...more] = leadsOf(site, email);
      expect(lead!.record).toMatchObject({ with_Lawyer: "no", first_name: "Ana", phone: "(213) 555-0123" });
      expect(more).toEqual([]);
    }, offline),
  );
});

describe("a device whose clock is days off", () => {
  it.each([-4, 4])("that is %i days off accepts the date of two days ago", (days) =>
    journey(async ({ page }) => {
      const { injury_month, injury_day, injury_year } = daysAgo(2);
      await page.clock.install({ time: Date.now() + days * 86_400_000 });
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      // The fake clock removes the browser's list of loaded resources.
      await page.waitForLoadState("networkidle");
      await give(page, { injury_month, injury_day, injury_year } as Answer);
      await atStep(page, "OtherDriversVehicleType");
      await untilLogged(site, ["WhenWasTheAccident"]);
      expect(loggedAnswers(site)[0]!.answers).toMatchObject({ injury_month, injury_day, injury_year });
    }),
  );
});
