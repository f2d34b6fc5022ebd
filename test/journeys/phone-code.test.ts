import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { fill } from "../../machines/messages/fill.ts";
import { messagesIn } from "../../services/words/index.ts";
import { answersC } from "../support/answers.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, desktop, phone, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { leadsOf } from "../support/store-reader.ts";
import {
  atStep,
  give as giveAnswer,
  idle,
  live,
  next,
  settled,
  standAt,
  thanked,
} from "../support/survey-page.ts";

const words = messagesIn("en").pages.phoneCode;

// Every visitor comes from an address of their own: one may be sent only so many codes.
const { site, it, journey } = siteInChromium(calm, {
  TRUST_PROXY: "1",
  pages: { "/survey/c": { flags: { verifyPhone: "on" } } },
});
beforeEach(() => {
  site.stubs.twilio.fault = "ok";
  site.stubs.twilio.requests.length = 0;
});

let numbers = 1000;
let visitors = 0;
const aNumber = () => `(213) 555-${++numbers}`;
const codeFor = (number: string) => site.stubs.twilio.codeOf(`+1${number.replace(/\D/g, "")}`)!;
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => dialog(page).locator("input");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click();
const counting = /in \d+ seconds?/;
const phoneHasFocus = (page: Page) => page.locator("[name=phone]:focus").waitFor();
const isVerified = (email: string) => leadsOf(site, email)[0]?.record.sms_verified;

/** Shows a question; the earlier ones were answered over HTTP. @returns the visitor's e-mail address */
async function at(page: Page, step: string, path = "/survey/c") {
  const email = `visitor${++visitors}@example.com`;
  await page.context().setExtraHTTPHeaders({ "X-Forwarded-For": `192.0.2.${visitors}` });
  const answers = { NameAndEmail: { ...answersC.NameAndEmail!, email } };
  await standAt(page, site, path, { until: step, answers });
  await live(page);
  return email;
}
const atPhone = (page: Page, path?: string) => at(page, "PhoneAndZip", path);

async function give(page: Page, number: string) {
  await page.locator("[name=phone]").fill(number);
  await page.locator("[name=zip_code]").fill("90210");
  await next(page).click();
}

/** A visit's first text wants a proof of work, and Chromium logs the answer that asks for it. */
const askedForWork = /status of 429/;
const walk = (steps: (page: Page) => Promise<void>, device: Parameters<typeof journey>[1] = {}) =>
  journey(({ page }) => steps(page), { allowed: [askedForWork], ...phone, ...device });

describe("a page that verifies phone numbers", () => {
  it("asks for the code that was sent, and its lead is verified", holds(93), () =>
    walk(async (page) => {
      const number = aNumber();
      const email = await atPhone(page);
      await give(page, number);
      await dialog(page)
        .getByText(fill(words.sent, { phone: number }))
        .waitFor();
      await dialog(page).getByText(counting).waitFor();
      await settled(page);
      await expectAccessible(page, "the modal on the survey");
      expect(await dialog(page).evaluate((box) => getComputedStyle(box).borderRadius)).not.toBe("0px");
      await field(page).fill(codeFor(number) === "111111" ? "222222" : "111111");
      await press(page, words.check);
      await dialog(page).getByText(words.refused).waitFor();
      expect(leadsOf(site, email)).toEqual([]);
      await field(page).fill(codeFor(number));
      await press(page, words.check);
      await thanked(page);
      expect(isVerified(email)).toBe("yes");
    }),
  );

  it("lets a visitor continue without a code, unverified, and asks for none again", () =>
    walk(async (page) => {
      const address = "**/api/phone-code/send";
      const asked = page.waitForRequest(address);
      const cancelled = page.waitForEvent("requestfailed", {
        predicate: (request) => request.url().endsWith("/send"),
      });
      await page.route(address, () => {});
      // Leaving the page would cancel it too.
      await page.route("**/post-lead", (route) => cancelled.then(() => route.continue()));
      const email = await atPhone(page);
      await give(page, aNumber());
      await asked;
      await press(page, words.withoutCode);
      await thanked(page);
      expect(isVerified(email)).toBe("no");
      expect(site.stubs.twilio.requests).toEqual([]);
    }));

  it("continues when the modal cannot be loaded", () =>
    walk(
      async (page) => {
        await page.route(/verify-phone-.*\.js/, (route) => route.abort());
        const email = await atPhone(page);
        await give(page, aNumber());
        await thanked(page);
        expect(isVerified(email)).toBe("no");
        expect(site.stubs.twilio.requests).toEqual([]);
      },
      { allowed: [askedForWork, /net::ERR_FAILED|dynamically imported module/] },
    ));

  it("traps the focus, checks no code that is too short, and says when a check fails", () =>
    walk(
      async (page) => {
        const number = aNumber();
        await atPhone(page);
        await give(page, number);
        await dialog(page)
          .getByText(fill(words.sent, { phone: number }))
          .waitFor();
        expect(await field(page).getAttribute("autocomplete")).toBe("one-time-code");
        for (let presses = 0; presses < 12; presses++) {
          await page.keyboard.press("Tab");
          expect(await page.locator("form[data-question] :focus").count()).toBe(0);
        }
        await field(page).fill("12345");
        await press(page, words.check);
        await dialog(page).getByText(words.tooShort).waitFor();
        expect(await field(page).getAttribute("aria-invalid")).toBe("true");
        expect(site.stubs.twilio.requests).toHaveLength(1);
        await page.route("**/api/phone-code/check", (route) => route.abort(), { times: 1 });
        await field(page).fill("111111");
        await press(page, words.check);
        await dialog(page).getByText(words.refused).waitFor();
        await expectAccessible(page, "the modal with an error");
        await field(page).fill(codeFor(number));
        await press(page, words.check);
        await thanked(page);
      },
      { allowed: [askedForWork, /net::ERR_FAILED/] },
    ));

  it("says when no code could be sent, and sends another after 30 seconds, not before", () =>
    walk(async (page) => {
      const number = aNumber();
      await page.clock.install();
      await atPhone(page);
      site.stubs.twilio.fault = "down";
      await give(page, number);
      await dialog(page)
        .getByText(fill(words.unsent, { phone: number }))
        .waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(words.retry);
      await expectAccessible(page, "the modal without a code");
      site.stubs.twilio.fault = "ok";
      await press(page, words.retry);
      await dialog(page)
        .getByText(fill(words.sent, { phone: number }))
        .waitFor();
      await field(page).and(page.locator(":focus")).waitFor();
      await field(page).fill("1234");
      await dialog(page).getByRole("button", { name: words.resend, disabled: true }).waitFor();
      await page.clock.runFor(30_000);
      const again = page.waitForRequest("**/api/phone-code/send");
      await dialog(page).getByRole("button", { name: words.resend, disabled: false }).click();
      await again;
      await expect.poll(() => field(page).inputValue()).toBe("");
    }));

  it("keeps the rest of the 30 seconds across a reload, and sends no second code", holds(371), () =>
    walk(async (page) => {
      const number = aNumber();
      const email = await atPhone(page);
      await give(page, number);
      await dialog(page)
        .getByText(/in (1\d|2[0-7]) seconds/)
        .waitFor();
      await page.reload();
      await live(page);
      await give(page, number);
      await dialog(page)
        .getByText(/in (\d|1\d|2[0-7]) seconds?/)
        .waitFor();
      expect(
        await dialog(page)
          .getByText(/in (2[89]|30) seconds/)
          .count(),
      ).toBe(0);
      expect(site.stubs.twilio.requests).toHaveLength(1);
      await field(page).fill(codeFor(number));
      await press(page, words.check);
      await thanked(page);
      expect(isVerified(email)).toBe("yes");
    }),
  );

  it("leads back to the number to change it, and asks about each number once", () =>
    walk(
      async (page) => {
        const email = await atPhone(page);
        const number = aNumber();
        await give(page, number);
        await dialog(page).getByText(counting).waitFor();
        await press(page, words.changeNumber);
        await phoneHasFocus(page);
        // The post is held back, so that the answer can be given twice.
        await page.route("**/post-lead", (route) => route.abort(), { times: 1 });
        await give(page, number);
        await field(page).fill(codeFor(number));
        await press(page, words.check);
        await next(page).waitFor();
        await page
          .locator("[role=status]")
          .getByText(/not|saved|again/i)
          .first()
          .waitFor();
        await next(page).click();
        await thanked(page);
        expect(isVerified(email)).toBe("yes");
        expect(site.stubs.twilio.requests.map(({ path }) => path.split("/").at(-1))).toEqual([
          "Verifications",
          "VerificationCheck",
        ]);
      },
      { allowed: [askedForWork, /net::ERR_FAILED/] },
    ));

  it("starts again with another number: nothing of the first one remains", holds(372), () =>
    walk(async (page) => {
      const email = await atPhone(page);
      const first = aNumber();
      await give(page, first);
      await dialog(page).getByText(counting).waitFor();
      await field(page).fill(codeFor(first) === "111111" ? "222222" : "111111");
      await press(page, words.check);
      await dialog(page).getByText(words.refused).waitFor();
      await press(page, words.changeNumber);
      await phoneHasFocus(page);

      // The 30 seconds are the server's, and hold for the session.
      await page.route("**/api/phone-code/send", async (route) => {
        const now = Date.now();
        await route.fulfill({ json: { sent: true, at: now, now } });
      });
      const checked: string[] = [];
      await page.route("**/api/phone-code/check", async (route) => {
        checked.push((route.request().postDataJSON() as { phone: string }).phone);
        await route.fulfill({ json: { status: "approved" } });
      });
      const second = aNumber();
      await give(page, second);
      await dialog(page)
        .getByText(fill(words.sent, { phone: second }))
        .waitFor();
      expect(await dialog(page).getByText(words.refused).count()).toBe(0);
      expect(await field(page).inputValue()).toBe("");
      await field(page).fill("123456");
      await press(page, words.check);
      await thanked(page);
      expect(checked).toEqual([`+1${second.replace(/\D/g, "")}`]);
      expect(leadsOf(site, email)[0]?.record.phone).toBe(second);
    }),
  );

  it("closes the modal when the browser's Back leaves its question", () =>
    walk(async (page) => {
      await at(page, "NameAndEmail");
      await giveAnswer(page, { ...answersC.NameAndEmail!, email: `visitor${visitors}@example.com` });
      await atStep(page, "PhoneAndZip");
      await give(page, aNumber());
      await dialog(page).getByText(counting).waitFor();
      await page.goBack();
      await atStep(page, "NameAndEmail");
      await dialog(page).waitFor({ state: "detached" });
    }));

  it("can be completed with the keyboard alone", holds(93), () =>
    walk(
      async (page) => {
        const number = aNumber();
        const email = await atPhone(page);
        await page.locator("[name=phone]").focus();
        await page.keyboard.type(number);
        await page.keyboard.press("Tab");
        await page.keyboard.type("90210");
        // In a field it leads to the button that signs, which the next one presses.
        const send = async () => {
          await page.keyboard.press("Enter");
          await page.locator("button[name=intent]:focus").waitFor();
          await page.keyboard.press("Enter");
        };
        await send();
        await dialog(page).getByText(counting).waitFor();
        await page.keyboard.press("Escape");
        await phoneHasFocus(page);
        await send();
        await dialog(page).getByText(counting).waitFor();
        await page.keyboard.type(codeFor(number));
        await page.keyboard.press("Enter");
        await thanked(page);
        expect(isVerified(email)).toBe("yes");
      },
      { ...desktop, isMobile: false, hasTouch: false },
    ),
  );

  it.each([
    [true, "checks"],
    [false, "does not check"],
  ])("with a code typed between two quick clicks: %s, the second %s it", (typed, _checks) =>
    walk(
      async (page) => {
        const number = aNumber();
        await atPhone(page);
        await page.locator("[name=phone]").fill(number);
        await page.locator("[name=zip_code]").fill("90210");
        const click = async (button: Locator, clickCount: number) => {
          const { x, y } = (await button.boundingBox())!;
          await page.mouse.move(x + 20, y + 20);
          await page.mouse.down({ clickCount });
          await page.mouse.up({ clickCount });
        };
        await click(next(page), 1);
        await dialog(page).getByText(counting).waitFor();
        // Scripts set values like this; no hand typed them.
        const filled = (input: HTMLInputElement, code: string) => (input.value = code);
        if (typed) await page.keyboard.type(codeFor(number));
        else await field(page).evaluate(filled, codeFor(number));
        await click(dialog(page).getByRole("button", { name: words.check }), 2);
        if (typed) return thanked(page);
        await idle(page);
        expect(
          await dialog(page)
            .getByText(fill(words.sent, { phone: number }))
            .isVisible(),
        ).toBe(true);
        expect(site.stubs.twilio.requests.map(({ path }) => path.split("/").at(-1))).toEqual([
          "Verifications",
        ]);
      },
      { ...desktop, isMobile: false, hasTouch: false },
    ),
  );

  it("sends no code for a form that fails its own rules", () =>
    walk(async (page) => {
      await atPhone(page);
      await give(page, "213 555");
      await page.locator("[data-error-summary]").waitFor();
      expect(await dialog(page).count()).toBe(0);
      expect(site.stubs.twilio.requests).toEqual([]);
    }));

  it("loads the modal only where it is needed, and after the page is interactive", () =>
    walk(async (page) => {
      const fetched: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("verify-phone")) fetched.push(request.url());
      });
      await atPhone(page, "/survey/v3");
      await page.waitForLoadState("networkidle");
      expect(fetched).toEqual([]);
      await give(page, aNumber());
      await thanked(page);
    }));
});
