import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { calm, expected, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { leadsOf } from "../support/store-reader.ts";
import { live, named, next, standAt, thanked } from "../support/survey-page.ts";

const masked = "(813) 555-0142";
const notations = [
  "+1 813-555-0142",
  "18135550142",
  "8135550142",
  "813.555.0142",
  masked,
  "1 (813) 555 0142",
  "001 813 555 0142",
  "８１３ ５５５ ０１４２",
  "٨١٣٥٥٥٠١٤٢",
  "(813) 555-0142 x12",
  "813-555-o142 after 5pm",
  "eight one three 555 0142",
];
const isMask = (url: string) => /typing-mask|imask/.test(url);

const contact = {
  "First name": "Ana",
  "Last name": "Rivera",
  Email: "ana.rivera@example.com",
  Message: "A truck hit my car from behind.",
};

const { site, it, journey } = siteInChromium(calm);

const value = (page: Page) => page.locator("[name=phone]").inputValue();
const caret = (page: Page) =>
  page.locator("[name=phone]").evaluate((input) => (input as HTMLInputElement).selectionStart);

/** Shows the phone step with its mask at work. */
async function atPhone(page: Page) {
  const mask = page.waitForResponse((response) => isMask(response.url()));
  await standAt(page, site, "/survey/c");
  await live(page);
  await (await mask).finished();
  await page.locator("[name=phone]").focus();
  // The mask is on once it takes a letter for the opening bracket and nothing more.
  const afterLetter = () => page.keyboard.press("x").then(() => value(page));
  await expect.poll(afterLetter).toBe("(");
  await page.locator("[name=phone]").fill("");
}

/** Puts text into the focused field as a paste or a form filler does: all at once. */
const insert = (page: Page, text: string) => page.keyboard.insertText(text);

/** Puts text into the field as autofill does: set from outside, then announced. */
const autofill = (page: Page, text: string) =>
  page.locator("[name=phone]").evaluate((input, filled) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, filled);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, text);

describe("the telephone mask", () => {
  it(
    "inserts brackets and dash while the visitor types, and keeps the caret",
    holds(163, 460, 461),
    async ({ page }) => {
      await atPhone(page);
      await page.keyboard.type("8135550142");
      expect(await value(page)).toBe(masked);
      await page.keyboard.type("99");
      expect(await value(page), "an eleventh digit is not taken").toBe(masked);
      await page.locator("[name=phone]").evaluate((input) => {
        (input as HTMLInputElement).setSelectionRange(8, 8);
      });
      await page.keyboard.press("Backspace");
      expect(await value(page)).toBe("(813) 550-142");
      await page.keyboard.type("7");
      expect(await value(page)).toBe("(813) 575-0142");
      expect(await caret(page)).toBe(8);
      for (const [at, key, left] of [
        [6, "Backspace", "(815) 750-142"],
        [4, "Delete", "(815) 501-42"],
        [1, "Backspace", "(815) 501-42"],
      ] as const) {
        await page.locator("[name=phone]").evaluate((input, place) => {
          (input as HTMLInputElement).setSelectionRange(place, place);
        }, at);
        await page.keyboard.press(key);
        expect(await value(page), `${key} at ${at}`).toBe(left);
      }

      await page.locator("[name=phone]").fill("");
      for (const text of notations) {
        await insert(page, text);
        expect(await value(page), `pasted ${text}`).toBe(masked);
        await page.locator("[name=phone]").fill("");
        await autofill(page, text);
        await expect.poll(() => value(page), { message: `filled in ${text}` }).toBe(masked);
        await page.locator("[name=phone]").fill("");
      }
      // All existing text is replaced, though no key has told the mask about the selection.
      await insert(page, "8134567890");
      await page.locator("[name=phone]").blur();
      await page.locator("[name=phone]").fill("8135550142");
      expect(await value(page)).toBe(masked);
    },
  );

  it("is on the contact form too, which sends its 14 characters", holds(163, 389, 461), async ({ page }) => {
    const mask = page.waitForResponse((response) => isMask(response.url()));
    await page.goto(`${site.url}/contact/`);
    await page.locator("body").press("Shift");
    await (await mask).finished();
    const phone = page.getByLabel("Phone number");
    await phone.focus();
    await expect
      .poll(() => page.keyboard.press("x").then(() => phone.inputValue()), { message: "the mask is on" })
      .toBe("(");
    await phone.fill("");
    await insert(page, "+1 813-555-0142");
    expect(await phone.inputValue()).toBe(masked);
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByLabel("Type of accident").selectOption("Car Accident");
    for (const [label, text] of Object.entries(contact))
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: "Send message" }).tap();
    expect(new URLSearchParams((await sent).postData()!).get("phoneNumber")).toBe(masked);
    await page.locator("[data-contact-sent]").waitFor();
  });

  it("keeps what was typed before the mask loaded, and its absence does no harm", () =>
    journey(
      async ({ page }) => {
        const email = "unmasked@example.com";
        await page.route(
          (url) => isMask(url.pathname),
          (route) => route.abort(),
        );
        await standAt(page, site, "/survey/c", { answers: named(email) });
        await live(page);
        await page.locator("[name=phone]").fill("+1 813-555-0142");
        await page.locator("[name=zip_code]").fill("33602");
        await next(page).tap();
        await thanked(page);
        expect(leadsOf(site, email)[0]!.record).toMatchObject({ phone: masked, city: "Tampa" });
      },
      { allowed: [expected.noScript] },
    ));
});
