import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { plainAnswers } from "../support/answers.ts";
import { calm, expected, phone, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { query } from "../support/store-reader.ts";
import { answer, give, live, next, option, standAt } from "../support/survey-page.ts";
import { waitFor } from "../support/wait-for.ts";

const { site, it, journey } = siteInChromium(calm);

const wrong = (page: Page) =>
  page
    .locator("main [aria-invalid=true]")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name));
const summary = (page: Page) => page.locator("[data-error-summary]");
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).name);

async function atName(page: Page) {
  await standAt(page, site, "/survey/c", { until: "NameAndEmail" });
  await live(page);
}

async function type(page: Page, name: string, text: string) {
  await page.locator(`[name=${name}]`).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

describe("a corrected answer", () => {
  it("one press fills in the address that was meant", async ({ page }) => {
    await atName(page);
    await type(page, "firstName", "Maria");
    await type(page, "lastName", "Lopez");
    await type(page, "email", "maria@gmail.com\\");
    await next(page).tap();
    await summary(page).waitFor();
    expect(await wrong(page)).toEqual(["email"]);
    const meant = page.getByRole("button", { name: "Use this address" });
    expect(await page.locator("#email-error").textContent()).toBe("Is it maria@gmail.com?");
    await meant.tap();
    expect(await page.locator("[name=email]").inputValue()).toBe("maria@gmail.com");
    expect(await wrong(page)).toEqual([]);
    expect(await focused(page)).toBe("email");
    await next(page).tap();
    await page.locator('main[data-step="PhoneAndZip"]').waitFor();
  });

  /** The first form's refusals to visitors who left, by affiliate, once they are stored: every three seconds. */
  const refusedFirst = (affiliate: string) =>
    query<{ refused: string }>(
      site.databaseFile,
      `select refused from analytics_views v join analytics_sources s on s.id = v.source_id
     where s.affiliate = '${affiliate}' and refused is not null`,
    ).map(({ refused }) => JSON.parse(refused));

  it("refusals on the page are counted for visitors who leave; those who stay type on, across a reload", async ({
    page,
  }) => {
    await page.goto(`${site.url}/survey-sl/?affid=81`);
    await live(page);
    await next(page).tap();
    await summary(page).waitFor();
    const first = await wrong(page);
    expect(first.length).toBeGreaterThan(1);
    await waitFor("the count", () => refusedFirst("81").length > 0);
    expect(refusedFirst("81")).toEqual([
      { answers: 1, fields: Object.fromEntries(first.map((field) => [field, 1])) },
    ]);
    await type(page, "firstName", "Maria");
    await type(page, "email", "maria");
    await next(page).tap();
    await waitFor("the second", () => refusedFirst("81")[0]?.answers === 2);
    await page.reload();
    await live(page);
    await expect.poll(() => page.locator("[name=firstName]").inputValue()).toBe("Maria");
    // Hidden and left: nothing is counted a second time.
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    await next(page).tap();
    await waitFor("the third", () => (refusedFirst("81")[0]?.answers ?? 0) > 2);
    expect(refusedFirst("81")[0]!.answers).toBe(3);
    expect(refusedFirst("81")[0]!.fields.firstName).toBe(1);
  });
});

describe("a form with fields that depend on others", () => {
  it.each([true, false])("a form asks what applies, and no more (scripts: %s)", (javaScriptEnabled) =>
    journey(
      async ({ page }) => {
        for (const [code, step, decides, applies] of [
          ["one-page", "OnePageSurvey", "physical_injury", "injury_type"],
          ["multi-step", "FormSecondQuestions", "doctor_treatment", "when_seek_medical_treatment"],
        ] as const) {
          await standAt(page, site, `/survey/${code}`, { until: step });
          if (javaScriptEnabled) await live(page);
          if (code === "multi-step") {
            const { y, height } = (await next(page).boundingBox())!;
            expect(y + height, "what has to be pressed").toBeLessThanOrEqual(phone.viewport.height);
          } else {
            await next(page).tap();
            const links = summary(page).getByRole("link");
            await links.first().waitFor();
            expect(await links.count(), "of fourteen mistakes").toBe(3);
            await summary(page).getByText("And 11 more").tap();
            expect(await links.count()).toBe(14);
          }
          const isAsked = () => page.locator(`[name=${applies}]`).first().isVisible();
          expect(await isAsked(), `${applies} before its question is answered`).toBe(false);
          const say = (value: string) => page.locator(`[name=${decides}][value=${value}] + span`).tap();
          await say("Yes");
          expect(await isAsked(), applies).toBe(true);
          await page.locator(`[name=${applies}] + span`).first().tap();
          await say("No");
          expect(await isAsked(), `${applies} after a No`).toBe(false);
          const { [applies]: _, ...answer } = plainAnswers(code)(step);
          await give(page, { ...answer, [decides]: "No" });
          await page.locator(`main:not([data-step=${step}])`).waitFor();
        }
      },
      { allowed: [expected.refusedForm] },
    ),
  );
});

describe("a step that was refused", () => {
  it("is validated while it is corrected", holds(270), async ({ page }) => {
    await standAt(page, site, "/survey/progress-bar", { until: "EmailAndName" });
    await live(page);
    await next(page).tap();
    await summary(page).waitFor();
    expect((await wrong(page)).sort()).toEqual(["email", "firstName", "lastName"]);

    await type(page, "firstName", "Ana");
    expect((await wrong(page)).sort()).toEqual(["email", "lastName"]);
    await type(page, "email", "ana@example");
    expect((await wrong(page)).sort()).toEqual(["email", "lastName"]);
    expect(await summary(page).textContent()).toContain("name@example.com");
    await type(page, "email", "ana@example.com");
    await type(page, "lastName", "Rivera");
    expect(await wrong(page)).toEqual([]);
    expect(await summary(page).count()).toBe(0);
    await expect.poll(() => page.title()).not.toMatch(/^Error/);
    expect(await focused(page)).toBe("lastName");

    await type(page, "lastName", " ");
    expect(await wrong(page)).toEqual([]);
    await next(page).tap();
    await summary(page).waitFor();
    expect(await wrong(page)).toEqual(["lastName"]);
    await page.waitForFunction(() => document.activeElement?.matches("[data-error-summary]"));
  });

  it("drops a service's refusal once that answer is changed, not for another one; says nothing before", async ({
    page,
  }) => {
    await atName(page);
    await type(page, "email", "ana@");
    await type(page, "firstName", "Ana");
    expect(await wrong(page)).toEqual([]);
    const person = { firstName: "Ana", lastName: "Rivera", email: "bad@example.com" };
    await answer(page, { NameAndEmail: person });
    await summary(page).waitFor();
    await type(page, "firstName", "Anabel");
    expect(await wrong(page)).toEqual(["email"]);
    await type(page, "email", "anabel@example.com");
    expect(await wrong(page)).toEqual([]);
  });

  it("is corrected at once even where it was refused before the scripts came", () =>
    journey(
      async ({ page }) => {
        await atName(page);
        await page.evaluate(() => document.querySelector("form")!.submit());
        await summary(page).waitFor();
        await live(page);
        await type(page, "firstName", "Ana");
        expect((await wrong(page)).sort()).toEqual(["email", "lastName"]);
      },
      { allowed: [expected.refusedForm] },
    ));

  it("lets a date be corrected whose fields have one error", async ({ page }) => {
    await page.goto(`${site.url}/survey/c`);
    await live(page);
    await page.locator("details summary").tap();
    for (const [name, value] of [
      ["month", "6"],
      ["day", "31"],
      ["year", "2025"],
    ])
      await page.locator(`[name=injury_${name}]`).fill(value!);
    await next(page).tap();
    await summary(page).waitFor();
    await type(page, "injury_day", "30");
    expect(await wrong(page)).toEqual([]);
    expect(await option(page, "Within 1 Week").count()).toBe(1);
  });
});

describe("a date that is pasted into one of its boxes", () => {
  const boxes = ["month", "day", "year"];
  const paste = (page: Page, name: string, text: string) =>
    page.locator(`[name=injury_${name}]`).evaluate((box, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      return !box.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  const values = (page: Page) =>
    Promise.all(boxes.map((name) => page.locator(`[name=injury_${name}]`).inputValue()));

  it.each([
    ["03/27/2026", ["03", "27", "2026"]],
    [" 2026-3-7 ", ["3", "7", "2026"]],
    ["27.03.2026", ["03", "27", "2026"]],
  ])("fills all three: %s", async (text, filled) => {
    await journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      await page.locator("details summary").tap();
      expect(await paste(page, "day", text)).toBe(true);
      expect(await values(page)).toEqual(filled);
      await next(page).tap();
      await page.locator('main[data-step="OtherDriversVehicleType"]').waitFor();
    });
  });
});
