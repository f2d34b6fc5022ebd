import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { phoneCodeWords } from "../../machines/messages/phone-code.ts";
import type { Language } from "../../machines/steps/step.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { bundledPage } from "../support/bundled-page.ts";
import { holds } from "../support/holds.ts";
import { inChromium } from "../support/in-chromium.ts";

/** What the services answer, one after the other, and whether the page's clock stands still until it is moved. */
type Script = { sends?: boolean[]; checks?: (string | "fails")[]; still?: boolean };
/** What the services were asked. */
type Asked = { sent: string[]; checked: unknown[] };

const { journey } = inChromium();
let script: string;
beforeAll(async () => {
  script = await bundledPage("test/journeys/phone-code-modal-page.tsx");
});

/** Opens the modal by its button, with services that answer by the script. */
async function opened(page: Page, { sends = [true], checks = [], still }: Script, language: Language = "en") {
  const asked: Asked = { sent: [], checked: [] };
  await page.exposeFunction("sendCode", (number: string) => sends[asked.sent.push(number) - 1] ?? true);
  await page.exposeFunction("checkCode", (question: unknown) => {
    const answer = checks[asked.checked.push(question) - 1] ?? "pending";
    if (answer === "fails") throw new Error("the check fails");
    return answer;
  });
  if (still) {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
  }
  await page.setContent(`<!doctype html><html lang="${language}"><title>Test</title><div id="root"></div>`);
  await page.addScriptTag({ content: script });
  await page.getByRole("button", { name: "Open" }).click();
  return asked;
}

const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => dialog(page).locator("input");
const status = (page: Page) => dialog(page).getByRole("status");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click();
const result = (page: Page) => page.locator("output:not(:empty)").textContent();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const number = "(213) 555-0123";

/** Opens the modal and goes through these steps. */
const walk = (
  script: Script,
  steps: (page: Page, asked: Asked) => Promise<void>,
  { language = "en" as Language, ...device }: Partial<typeof desktop> & { language?: Language } = {},
) => journey(async ({ page }) => steps(page, await opened(page, script, language)), device);

describe("the phone-verification modal", () => {
  const words = phoneCodeWords.en;

  it("sends a code at once, takes the focus, checks the code and gives the focus back", holds(93), () =>
    walk({ checks: ["approved"] }, async (page, asked) => {
      await status(page).getByText(words.sent(number)).waitFor();
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await field(page).getAttribute("inputmode")).toBe("numeric");
      expect(await field(page).getAttribute("autocomplete")).toBe("one-time-code");
      await page.keyboard.type("12 34-56");
      await page.keyboard.press("Enter");
      expect(await result(page)).toBe("approved");
      expect(asked.sent).toEqual(["+12135550123"]);
      expect(asked.checked).toEqual([{ phone: "+12135550123", sent_status: true, code: "123456" }]);
      expect(await focused(page)).toBe("Open");
    }),
  );

  it("keeps the focus inside", () =>
    walk(
      {},
      async (page) => {
        await status(page).getByText(words.sent(number)).waitFor();
        for (let presses = 0; presses < 12; presses++) {
          await page.keyboard.press("Tab");
          expect(await focused(page)).not.toBe("Open");
        }
      },
      desktop,
    ));

  it("does not ask about a code that is too short, and says why", () =>
    walk({}, async (page, asked) => {
      await status(page).getByText(words.sent(number)).waitFor();
      await field(page).fill("12345");
      await press(page, words.check);
      await dialog(page).getByText(words.tooShort).waitFor();
      expect(await field(page).getAttribute("aria-invalid")).toBe("true");
      expect(asked.checked).toEqual([]);
    }));

  it("says that a code is not confirmed when the check fails", () =>
    walk({ checks: ["fails", "approved"] }, async (page) => {
      await status(page).getByText(words.sent(number)).waitFor();
      await field(page).fill("111111");
      await press(page, words.check);
      await dialog(page).getByText(words.refused).waitFor();
      await field(page).fill("222222");
      await press(page, words.check);
      expect(await result(page)).toBe("approved");
    }));

  it("sends another code after 30 seconds, which it counts, and not before", () =>
    walk({ still: true }, async (page, asked) => {
      await dialog(page).getByText(words.resendIn(30)).waitFor();
      await dialog(page).getByRole("button", { name: words.resend }).click({ force: true });
      expect(asked.sent).toHaveLength(1);
      await page.clock.runFor(29_000);
      await dialog(page).getByText(words.resendIn(1)).waitFor();
      await field(page).fill("1234");
      await page.clock.runFor(1_000);
      await dialog(page).getByRole("button", { name: words.resend, disabled: false }).waitFor();
      await press(page, words.resend);
      await dialog(page).getByText(words.resendIn(30)).waitFor();
      expect(asked.sent).toHaveLength(2);
      expect(await field(page).inputValue()).toBe("");
    }));

  it("says when no code could be sent, and tries again", () =>
    walk({ sends: [false, true] }, async (page, asked) => {
      await status(page).getByText(words.unsent(number)).waitFor();
      expect(await focused(page)).toBe(words.retry);
      await expectAccessible(page, "the modal without a code");
      await press(page, words.retry);
      await status(page).getByText(words.sent(number)).waitFor();
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
      expect(asked.sent).toHaveLength(2);
    }));

  // How it is left is in phone-code.test.ts.

  it.each([
    { language: "en", on: "a phone", device: phone },
    { language: "es", on: "a desk", device: desktop },
  ] as const)("is accessible in $language on $on, with an error too", ({ language, device }) =>
    walk(
      { checks: ["pending"] },
      async (page) => {
        const said = phoneCodeWords[language];
        await status(page).getByText(said.sent(number)).waitFor();
        await expectAccessible(page, "the modal");
        await field(page).fill("111111");
        await press(page, said.check);
        await dialog(page).getByText(said.refused).waitFor();
        await expectAccessible(page, "the modal with an error");
      },
      { ...device, language },
    ),
  );
});
