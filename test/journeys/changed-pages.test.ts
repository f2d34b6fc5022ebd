import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answersC, contactMessage, newEmail } from "../support/answers.ts";
import { calm, desktop, siteInChromium } from "../support/browser.ts";
import { atStep, give, holdBack, live, option, standAt, thanked, walk } from "../support/survey-page.ts";
import { waitFor } from "../support/wait-for.ts";

const { site, journey } = siteInChromium(calm);

/** Browsers in which pages may keep nothing, and what they complain about. */
const withoutStorage = {
  refused: () => {
    for (const name of ["sessionStorage", "localStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException(`Failed to read the '${name}' property`, "SecurityError");
        },
      });
  },
  "not there": () => {
    for (const name of ["sessionStorage", "localStorage", "indexedDB"])
      Object.defineProperty(window, name, { value: null });
  },
};

it.each(Object.entries(withoutStorage))(
  "where the storage is %s a survey is interactive and can be answered to its end, without a new page",
  (_how, take) =>
    journey(async ({ page }) => {
      await page.addInitScript(take);
      await standAt(page, site, "/survey/c", { until: "PoliceReportFiled" });
      await live(page);
      await page.evaluate(() => Object.assign(window, { isTheSame: true }));
      await walk(page, { until: "HasLawyer" });
      expect(await page.evaluate(() => "isTheSame" in window)).toBe(true);
      await walk(page);
      await thanked(page);
    }),
);

/** What browsers have reported of pages that did not come alive as they were. */
const failures = (fate: string) =>
  site
    .output()
    .split("\n")
    .filter((line) => line.includes('"page.failed"') && line.includes(`"${fate}"`));

const changed = {
  translated: () => {
    const texts = document.createTreeWalker(document.querySelector("[data-island]")!, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) all.push(texts.currentNode as Text);
    for (const text of all) {
      if (!text.data.trim()) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      text.replaceWith(outer);
      outer.firstElementChild!.append(text);
    }
  },
  "given a password manager's icons": () => {
    for (const input of document.querySelectorAll("form input:not([type=hidden], [type=radio])")) {
      const icon = document.createElement("div");
      icon.dataset.lastpassIconRoot = "";
      input.after(icon);
    }
  },
};

const redrawn = { allowed: [/Minified React error #(418|423|425)/, /Hydration failed/] };

async function typed(page: Page, form: string, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`${form} [name=${name}]`).first();
    if ((await field.getAttribute("type")) === "radio")
      await page.locator(`${form} [name=${name}][value="${value}"] + span`).tap();
    else if ((await field.evaluate(({ localName }) => localName)) === "select")
      await field.selectOption(value);
    else await field.fill(value);
  }
}

const inForm = (page: Page, form: string, names: string[]) =>
  page.locator(form).evaluate((shown: HTMLFormElement, names) => {
    const data = new FormData(shown);
    return Object.fromEntries(names.map((name) => [name, data.get(name)]));
  }, names);

describe("a page that was changed before its scripts came", () => {
  const survey = "form[data-question]";
  it.each<[how: keyof typeof changed, path: string, form: string, values: Record<string, string>]>([
    [
      "translated",
      "/survey/one-page",
      survey,
      { firstName: "Maria", zip_code: "90210", physical_injury: "Yes" },
    ],
    [
      "given a password manager's icons",
      "/survey-sl",
      survey,
      { firstName: "Maria", lastName: "Lopez", email: "maria@example.com" },
    ],
    ["translated", "/contact/", "form[data-contact]", { ...contactMessage }],
    ["given a password manager's icons", "/contact/", "form[data-contact]", { ...contactMessage }],
  ])("by being %s keeps what was typed, and the focus: %s", (how, path, form, values) =>
    journey(async ({ page }) => {
      const before = failures("redrawn").length;
      const release = await holdBack(page, "**/assets/*island-*.js");
      await page.goto(site.url + path);
      await page.evaluate(changed[how]);
      await typed(page, form, values);
      const focused = page.locator(`${form} [name=firstName]`);
      await focused.focus();
      release();
      await live(page, form);
      await expect.poll(() => inForm(page, form, Object.keys(values))).toEqual(values);
      await expect.poll(() => focused.evaluate((field) => field === document.activeElement)).toBe(true);
      if (path === "/contact/" && how === "translated") return;
      await waitFor("the report", () => failures("redrawn").length > before);
      expect(failures("redrawn").join()).not.toMatch(/Maria|maria@/);
    }, redrawn),
  );

  it("accepts the press in progress when they come", () =>
    journey(
      async ({ page }) => {
        const release = await holdBack(page, "**/assets/island-*.js");
        await standAt(page, site, "/survey/c", { until: "AtFault" });
        await page.evaluate(changed.translated);
        const { x, y, width, height } = (await option(page, "no").boundingBox())!;
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.down();
        release();
        await live(page);
        await page.mouse.up();
        await atStep(page, "WasUserInjured");
      },
      { ...desktop, ...redrawn },
    ));
});

describe("a survey whose scripts fail", () => {
  const broken = { allowed: [/./] };
  const lost = () => failures("lost").length;

  it("as its page is hydrated continues by its form, with what was typed, and the server is told", () =>
    journey(async ({ page }) => {
      const before = lost();
      const release = await holdBack(page, "**/assets/island-*.js");
      // Its first render throws.
      await page.route(/\/survey\/c/, async (route) => {
        if (route.request().method() === "POST") return route.continue();
        const response = await route.fetch();
        const body = (await response.text()).replace(
          /"currentStep":"NameAndEmail"/,
          '"currentStep":"Nowhere"',
        );
        await route.fulfill({ response, body });
      });
      await standAt(page, site, "/survey/c", { until: "NameAndEmail" });
      await page.locator("[name=firstName]").fill("Maria");
      release();
      await waitFor("the report", () => lost() > before);
      await expect.poll(() => page.locator("main").count()).toBe(1);
      expect(await page.locator("[name=firstName]").inputValue()).toBe("Maria");
      const email = newEmail("plain");
      await give(page, { ...answersC.NameAndEmail!, email });
      await atStep(page, "PhoneAndZip");
    }, broken));

  it("once it is hydrated continues by its form", () =>
    journey(async ({ page }) => {
      const before = lost();
      await page.addInitScript(() => {
        history.replaceState = () => {
          throw new Error("a browser that has had enough of it");
        };
      });
      await standAt(page, site, "/survey/c", { until: "AtFault" });
      await page.locator("body").press("Shift");
      await waitFor("the report", () => lost() > before);
      const posted = page.waitForRequest(
        (request) => request.method() === "POST" && request.isNavigationRequest(),
      );
      await give(page, answersC.AtFault!);
      await posted;
      await atStep(page, "WasUserInjured");
    }, broken));
});
