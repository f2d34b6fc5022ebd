import { expect, it } from "vitest";
import { plainAnswers } from "../../../../test/support/answers.ts";
import { axeFindings } from "../../../../test/support/axe.ts";
import { siteForTests } from "../../../../test/support/during.ts";
import type { Tab } from "../../../../test/support/engines/engine.ts";
import { inEveryEngine, phone, picture } from "../../../../test/support/engines/in-engine.ts";
import { give, live, until, walk } from "../../../../test/support/engines/survey.ts";

const site = siteForTests({ pages: { "/survey/v3": { flags: { verifyPhone: "on" } } } });

const pages = {
  home: "/",
  contact: "/contact/",
  article: "/car-accident-laws/texas/",
  "thank-you": "/survey-thank-you/",
  "not-found": "/nowhere",
};

const desk = { width: 1280, height: 900 };

/** High enough that what is stretched to its height cannot pass for what is as high as its content. */
const high = { width: 390, height: 1200 };

/** The page's width where that is more than the window's, else 0. */
const tooWide = (tab: Tab) =>
  tab.evaluate(() =>
    document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : 0,
  );

inEveryEngine(site, (visit, name) => {
  it.each(Object.entries(pages))(
    "everyone can use the page %s, on a phone and on a desk, and it is no wider than 320 px",
    (page, path) =>
      visit(async (tab) => {
        for (const window of [phone, desk]) {
          await tab.resize(window);
          await tab.goto(site.url + path);
          await picture(tab, name, `${page}-${window.width}`);
          expect((await axeFindings(tab)).violations).toEqual([]);
          expect(await tooWide(tab)).toBe(0);
        }
        await tab.resize({ width: 320, height: 600 });
        expect(await tooWide(tab)).toBe(0);
      }),
  );

  it("everyone can use survey C on a desk", () =>
    visit(async (tab) => {
      const look = async (step: string) => {
        await picture(tab, name, `c-${step}-${desk.width}`);
        expect((await axeFindings(tab)).violations).toEqual([]);
        expect(await tooWide(tab)).toBe(0);
      };
      await walk(tab, `${site.url}/survey/c`, { look });
    }, desk));

  it("the contact form sent empty focuses its first wrong field, in view", () =>
    visit(async (tab) => {
      await tab.goto(`${site.url}/contact/`);
      await live(tab, "form[data-contact]");
      await tab.press("form[data-contact] button[type=submit]");
      await until(tab, "the focus on the first wrong field, in view", () => {
        const field = document.querySelector("[aria-invalid=true]");
        const { top, bottom } = field?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
        return field === document.activeElement && top >= 0 && bottom <= innerHeight;
      });
      expect((await axeFindings(tab)).violations).toEqual([]);
      await picture(tab, name, "contact-empty");
    }));

  it("asks for a code in less than half of a high window, with buttons that are easy to press", () =>
    visit(async (tab) => {
      const upTo = "PhoneAndZip";
      await walk(tab, `${site.url}/survey/v3`, { upTo });
      await give(tab, plainAnswers("c")(upTo));
      await until(tab, "the code to be sent", () => document.querySelector("dialog[open] input") !== null);
      await picture(tab, name, "phone-code");
      const heights = await tab.evaluate(() => {
        const heightOf = (element: Element) => Math.round(element.getBoundingClientRect().height);
        const dialog = document.querySelector("dialog")!;
        return { dialog: heightOf(dialog), buttons: [...dialog.querySelectorAll("button")].map(heightOf) };
      });
      expect(heights.dialog).toBeLessThan(high.height / 2);
      expect(heights.buttons).toEqual([60, 44, 44, 44]);
      expect((await axeFindings(tab)).violations).toEqual([]);
    }, high));
});

const field = "#phoneNumber";
const masked = "(813) 456-7890";
const phoneOf = (tab: Tab) =>
  tab.evaluate((at) => document.querySelector<HTMLInputElement>(at)!.value, field);

/** How a password manager, a text expander or autofill puts a text into a field, at once. */
const ways = ["set", "set where the focus is", "insert", "type"] as const;

/** Runs in the page. */
function fill({ at, way, text }: { at: string; way: (typeof ways)[number]; text: string }): void {
  const field = document.querySelector<HTMLInputElement>(at)!;
  const change = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.blur();
  if (way !== "set") {
    field.focus();
    field.select();
  }
  if (way === "insert") document.execCommand("insertText", false, text);
  else if (way === "type") for (let end = 0; end <= text.length; end++) change(text.slice(0, end));
  else change(text);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

inEveryEngine(site, (visit) => {
  it("a phone number filled in by software loses no digit, before the mask loads and over another number", () =>
    visit(async (tab) => {
      await tab.goto(`${site.url}/contact/`);
      await live(tab, "form[data-contact]");
      await tab.evaluate(fill, { at: field, way: "set", text: "8134567890" });
      await until(
        tab,
        "the mask",
        (wanted) => {
          return document.querySelector<HTMLInputElement>("#phoneNumber")!.value === wanted;
        },
        masked,
      );
      for (const before of ["813", "5555555555", "8135550199"])
        for (const way of ways)
          for (const text of ["8134567890", "+1 813-456-7890"]) {
            await tab.type(field, before);
            await tab.evaluate(fill, { at: field, way, text });
            expect(await phoneOf(tab), `${text} over ${before}: ${way}`).toBe(masked);
          }
    }));
});
