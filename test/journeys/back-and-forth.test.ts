import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { answersC, newEmail, plainAnswers } from "../support/answers.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { leadsOf, untilLogged } from "../support/store-reader.ts";
import {
  back,
  chosen,
  give,
  idle,
  live,
  named,
  next,
  atStep as onScreen,
  option,
  standAt,
  stepOf,
  stepsC,
  tap,
  thanked,
  walk,
} from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

/** Comes to a question, alive: from the first one on by touch, or to this one over HTTP. */
async function begin(page: Page, at = stepsC[0]!) {
  await standAt(page, site, "/survey/c", { until: at });
  await live(page);
}

/**
 * Waits until a step is on screen and in the history, into which the page writes it once it has been painted; and until the
 * browser knows that: it goes back and forth from where it last heard that the page was.
 */
async function atStep(page: Page, step: string): Promise<void> {
  await onScreen(page, step);
  await page.waitForFunction((shown) => history.state === null || history.state.step === shown, step);
  await idle(page);
  const session = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      const { currentIndex, entries } = await session.send("Page.getNavigationHistory");
      return entries[currentIndex]!.url;
    })
    .toBe(await page.evaluate(() => location.href));
  await session.detach();
}

const typed = (page: Page, name: string) => page.locator(`[name=${name}]`).inputValue();

describe("going back and forth in a survey", holds("T12"), () => {
  it("moves one question with the browser's own Back and Forward", async ({ page }) => {
    await begin(page, "PoliceReportFiled");
    await walk(page, { until: "NameAndEmail" });
    await page.goBack();
    await atStep(page, "IncidentDescription");
    expect(await typed(page, "case_description")).toBe(answersC.IncidentDescription!.case_description);
    await page.goBack();
    await atStep(page, "HasLawyer");
    expect(await chosen(page)).toBe("no");
    expect(new URL(page.url()).searchParams.get("step")).toBe("HasLawyer");
    await page.goForward();
    await atStep(page, "IncidentDescription");
    await page.goForward();
    await atStep(page, "NameAndEmail");
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await atStep(page, "PoliceReportFiled");
    await give(page, answersC.PoliceReportFiled!);
    await atStep(page, "HasLawyer");
  });

  it("goes back one question when Back comes before the next one is painted", async ({ page }) => {
    await begin(page, "OtherDriversVehicleType");
    await walk(page, { until: "AtFault" });
    await option(page, "no").evaluate((button: HTMLButtonElement) => {
      button.click();
      history.back();
    });
    await page.waitForFunction(() => history.state.step === "AtFault");
    await atStep(page, "AtFault");
    expect(await chosen(page)).toBe("no");
    await page.goBack();
    await atStep(page, "OtherDriversVehicleType");
  });

  it("shows the same question with its answer after a reload, on each kind of step", async ({ page }) => {
    const date = { injury_month: "3", injury_day: "7", injury_year: "2026" };
    await begin(page);
    await give(page, date);
    await untilLogged(site, stepsC.slice(0, 1));
    await atStep(page, "OtherDriversVehicleType");
    await page.reload();
    await atStep(page, "OtherDriversVehicleType");
    const answers = { WhenWasTheAccident: date };
    await standAt(page, site, "/survey/c", { answers, until: "HasLawyer" });
    await live(page);
    for (const step of ["IncidentDescription", "NameAndEmail", "PhoneAndZip"]) {
      await walk(page, { until: step });
      await untilLogged(site, stepsC.slice(0, stepsC.indexOf(step)));
      await atStep(page, step);
      await page.reload();
      await atStep(page, step);
      await live(page);
    }
    const saved = page.waitForResponse("**/api/progress");
    await tap(back(page));
    await saved;
    await page.reload();
    await atStep(page, "NameAndEmail");
    expect(await typed(page, "firstName")).toBe("Ana");
    expect(await typed(page, "email")).toBe("ana.rivera@example.com");
    await page.goto(`${site.url}/survey/c?step=WhenWasTheAccident`);
    expect(await typed(page, "injury_month")).toBe("03");
    expect(await page.locator("[name=injury_year]").isVisible()).toBe(true);
  });

  /** At the last question, its fields typed and not sent, and the answers before it unfolded. */
  async function typedAtTheEnd(page: Page, answers = {}) {
    await standAt(page, site, "/survey/c", { answers });
    await live(page);
    for (const [name, value] of Object.entries(unsent)) await page.locator(`[name=${name}]`).fill(value);
  }
  const unsent = { phone: "(213) 555-0123", zip_code: "90210" };
  const still = async (page: Page) => {
    await atStep(page, "PhoneAndZip");
    for (const [name, value] of Object.entries(unsent)) expect(await typed(page, name), name).toBe(value);
  };
  const change = async (page: Page, what: RegExp) => {
    await page.getByText(messagesIn("en").screens.check.title).tap();
    await page.getByRole("link", { name: what }).tap();
  };

  it("returns to the last question from a changed answer, with everything answered and typed", async ({
    page,
  }) => {
    const email = newEmail("changed.one");
    await typedAtTheEnd(page, named(email));
    await change(page, /^Change.*fault/);
    await atStep(page, "AtFault");
    await give(page, { option: "yes" });
    await still(page);
    // The same answer again, then Back without any.
    await change(page, /^Change.*fault/);
    await atStep(page, "AtFault");
    expect(await chosen(page)).toBe("yes");
    await give(page, { option: "yes" });
    await still(page);
    await change(page, /^Change.*name/);
    await atStep(page, "NameAndEmail");
    await tap(back(page));
    await still(page);
    await change(page, /^Change.*name/);
    await give(page, { ...named(email).NameAndEmail, firstName: "Maria" });
    await still(page);
    await tap(next(page));
    await thanked(page);
    expect(leadsOf(site, email)[0]!.record).toMatchObject({
      at_Fault: "yes",
      first_name: "Maria",
      injury_type: "Hospital",
    });
  });

  it("asks only what a changed answer opens before it returns to the last question", async ({ page }) => {
    const email = newEmail("opened");
    // Long enough ago that nothing is assumed about injury and treatment.
    const answers = {
      WhenWasTheAccident: { option: "Within 6 Months" },
      WasUserInjured: { option: "No" },
      ...named(email),
    };
    await typedAtTheEnd(page, answers);
    await change(page, /^Change.*hurt/);
    await atStep(page, "WasUserInjured");
    await give(page, { option: "Yes" });
    await atStep(page, "TypeOfMedicalTreatment");
    await give(page, answersC.TypeOfMedicalTreatment!);
    await still(page);
    await tap(next(page));
    await thanked(page);
    expect(leadsOf(site, email)[0]!.record).toMatchObject({
      physical_injury: "Yes",
      injury_type: "Hospital",
    });
  });

  it("keeps what was typed across Back and Continue, Back and Forward, and a reload", async ({ page }) => {
    await typedAtTheEnd(page);
    await tap(back(page));
    await atStep(page, "NameAndEmail");
    await page.locator("[name=lastName]").fill("Lopez");
    await page.goBack();
    await page.goForward();
    await atStep(page, "NameAndEmail");
    expect(await typed(page, "lastName")).toBe("Lopez");
    await tap(next(page));
    await still(page);
    await page.reload();
    await live(page);
    await expect.poll(() => typed(page, "zip_code")).toBe("90210");
    await still(page);
  });

  it("keeps what was typed when the browser loses its cookies, and says that it starts again", async ({
    page,
    context,
  }) => {
    await page.goto(`${site.url}/survey/dui`);
    await live(page);
    const contact = plainAnswers("dui")("NameAndEmail");
    await give(page, contact);
    await atStep(page, "AutoAccidentCaseWorth");
    await context.clearCookies();
    await page.reload();
    await live(page);
    await onScreen(page, "NameAndEmail");
    expect(await page.locator("main").textContent()).toContain("Your earlier answers have expired");
    for (const [name, text] of Object.entries(contact)) await expect.poll(() => typed(page, name)).toBe(text);
    await tap(next(page));
    await onScreen(page, "AutoAccidentCaseWorth");
  });

  it("drops the answers of a branch that a changed answer leaves", async ({ page }) => {
    const email = newEmail("changed");
    // Long enough ago that nothing is assumed about injury and treatment.
    const answers = { WhenWasTheAccident: { option: "Within 6 Months" } };
    await standAt(page, site, "/survey/c", { answers, until: "AtFault" });
    await live(page);
    await walk(page, { until: "PoliceReportFiled", answers: { AtFault: { option: "partially" } } });
    for (const step of ["TypeOfMedicalTreatment", "WasUserInjured", "AtFault"]) {
      await tap(back(page));
      await atStep(page, step);
    }
    expect(await chosen(page)).toBe("partially");
    await give(page, { option: "yes" });
    await atStep(page, "WasUserInjured");
    await give(page, { option: "No" });
    await atStep(page, "PoliceReportFiled");
    await walk(page, { answers: named(email) });
    const [lead] = leadsOf(site, email);
    expect(lead!.record).toMatchObject({
      at_Fault: "yes",
      partial_fault: "",
      physical_injury: "No",
      doctor_treatment: "",
      raw_doctor_treatment: "",
      injury_type: "",
    });
  });

  it("gives both tabs a consistent screen and makes one lead of them", holds("T11"), () =>
    journey(
      async ({ page, tab }) => {
        const email = newEmail("tabs");
        await begin(page, "AtFault");
        // The page goes ahead of the server, which is what the other tab asks.
        await untilLogged(site, ["WhenWasTheAccident", "OtherDriversVehicleType"]);
        const other = await tab();
        await other.goto(`${site.url}/survey/c`);
        await live(other);
        await onScreen(other, "AtFault");
        await walk(other, { until: "PoliceReportFiled" });
        // The first tab still shows AtFault; its answer is another one now.
        await page.bringToFront();
        const saved = page.waitForResponse("**/api/progress");
        await give(page, { option: "yes" });
        await onScreen(page, "WasUserInjured");
        await saved;
        await other.bringToFront();
        const entries = () => other.evaluate(() => history.length);
        const before = await entries();
        await other.reload();
        await onScreen(other, "WasUserInjured");
        await live(other);
        await other.evaluate(() =>
          new Promise(requestAnimationFrame).then(() => new Promise((done) => setTimeout(done))),
        );
        expect(await entries(), "a reload adds none to the history").toBe(before);
        await Promise.all([page, other].map((each) => option(each, "Yes").dispatchEvent("click")));
        await Promise.all([page, other].map((each) => onScreen(each, "TypeOfMedicalTreatment")));
        // Chromium slows down what runs in a tab behind another.
        await page.bringToFront();
        await walk(page, { answers: named(email) });
        await other.reload();
        await other.waitForURL(/survey-thank-you/);
        expect(leadsOf(site, email)).toHaveLength(1);
        expect(leadsOf(site, email)[0]!.record.at_Fault).toBe("yes");
      },
      { allowed: [/status of 409/] },
    ),
  );

  it("forgets on Start over what was answered and typed, in the history too", async ({ page }) => {
    await page.goto(`${site.url}/survey-sl`);
    await live(page);
    await page.locator("[name=lastName]").fill("Typed");
    await give(page, { ...answersC.NameAndEmail!, lastName: "Lopez" });
    await atStep(page, "TypeOfAccident");
    await tap(back(page));
    await atStep(page, "NameAndEmail");
    await page.locator("[name=firstName]").fill("Maria");
    await page.goto(`${site.url}/survey-sl`);
    await live(page);
    const resumed = page.locator("[data-resumed]");
    const leftAt = (await stepOf(page))!;
    await give(page, plainAnswers("sl-v2")(leftAt));
    await page.locator(`main[data-step]:not([data-step="${leftAt}"])`).waitFor();
    expect(await resumed.isVisible(), "once the visitor has gone on").toBe(false);
    await page.goto(`${site.url}/survey-sl`);
    await live(page);
    await tap(resumed.getByRole("button", { name: "Start over" }));
    await resumed.waitFor({ state: "detached" });
    // Through all that the tab has been at.
    while (new URL(page.url()).pathname === "/survey-sl") {
      await live(page);
      await onScreen(page, "NameAndEmail");
      for (const name of ["firstName", "lastName", "email"]) expect(await typed(page, name)).toBe("");
      await page.goBack();
    }
  });

  it("leads from Back after the thanks to the thanks again, never to a second lead", async ({ page }) => {
    const email = newEmail("after");
    await begin(page);
    await walk(page, { answers: named(email) });
    for (let times = 0; times < 2; times++) {
      await page.goBack();
      await page.waitForURL(/\/survey-thank-you\/$/);
      await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
    }
    expect(leadsOf(site, email)).toHaveLength(1);
  });

  const person = {
    firstName: "Quilla",
    lastName: "Zorrilla",
    email: "quilla@example.com",
    phone: "(213) 555-0177",
  };
  const { firstName, lastName, email, phone } = person;
  const asked = {
    c: { NameAndEmail: { firstName, lastName, email }, PhoneAndZip: { phone } },
    "one-page": { OnePageSurvey: person },
  };
  for (const [code, answers] of Object.entries(asked))
    it(`shows nobody who sent a lead from this tab once its cookies are gone: ${code}`, async ({
      page,
      context,
    }) => {
      await page.goto(`${site.url}/survey/${code}`);
      await live(page);
      await walk(page, { answers });
      await thanked(page);
      await context.clearCookies();
      for (let seen = 0; ; seen++) {
        await page.goBack();
        if (!page.url().includes("/survey/")) {
          expect(seen).toBeGreaterThanOrEqual(Object.keys(answers).length);
          break;
        }
        await live(page);
        const kept = await page.evaluate(() => {
          const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
          return JSON.stringify([fields.map(({ value }) => value), history.state, { ...sessionStorage }]);
        });
        for (const text of Object.values(person)) expect(kept, page.url()).not.toContain(text);
        expect(kept.replace(/\D/g, "")).not.toContain(phone.replace(/\D/g, ""));
      }
    });
});
