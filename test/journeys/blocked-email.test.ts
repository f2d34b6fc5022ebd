import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { answersC } from "../support/answers.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";
import { give, live, standAt, walk } from "../support/survey-page.ts";
import { waitFor } from "../support/wait-for.ts";

const { site, it, journey } = siteInChromium(calm);
afterEach(() => {
  site.stubs.ipqs.fault = "ok";
});

const { emailRefused: once, emailBlocked: forGood } = messagesIn("en").screens.errors;
const person = (email: string) => ({ ...answersC.NameAndEmail!, email });
const asked = (email: string) => site.stubs.ipqs.requests.filter(({ path }) => path.endsWith(email)).length;
/** What lost connections leave on the console. */
const noisy = { allowed: [/net::ERR_FAILED|Failed to load resource/] };

async function atNameAndEmail(page: Page): Promise<void> {
  await standAt(page, site, "/survey/c?affid=7", { until: "NameAndEmail" });
  await live(page);
}
const complaint = (page: Page, words: string) =>
  page.locator("[data-error-summary]").getByText(words).first().waitFor();

describe("an address that was bad twice, with JavaScript", () => {
  it("stays refused after any retry, and the chat is alerted", holds(449, 450, 485), async ({ page }) => {
    const alerts: string[] = [];
    page.on("response", async (response) => {
      const { pathname, origin } = new URL(response.url());
      if (pathname === "/api/chat-alert") alerts.push(`${response.status()} ${origin === site.url}`);
    });
    await atNameAndEmail(page);
    await give(page, person("eva@mailinator.com"));
    await complaint(page, once);
    expect(alerts).toEqual([]);
    await give(page, person("Eva@mailinator.com"));
    await complaint(page, forGood);
    await expect.poll(() => alerts).toEqual(["200 true"]);
    site.stubs.ipqs.fault = "5xx";
    await page.locator("[name=email]").fill("someone@else.example");
    await give(page, person("eva@mailinator.com"));
    await complaint(page, forGood);
    expect(asked("eva@mailinator.com")).toBe(2);
    site.stubs.ipqs.fault = "ok";
    await walk(page, {});
    expect(storedLeads(site.databaseFile).at(-1)!.record).toMatchObject({
      email: "ana.rivera@example.com",
      email_check: "good",
    });
    const texts = () => site.stubs.chat.requests.map(({ body }) => JSON.parse(body).text as string);
    await waitFor("the alert", () => texts().length > 0);
    expect(texts()).toEqual([expect.stringContaining("e***@mailinator.com")]);
  });

  it("is one answer when the island resends it after a lost response", holds(449), () =>
    journey(async ({ page }) => {
      await atNameAndEmail(page);
      let lost = 0;
      await page.route("**/api/progress", async (route) => {
        if (lost++ > 0) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await give(page, person("lea@mailinator.com"));
      await complaint(page, once);
      expect(lost).toBeGreaterThan(1);
      expect(asked("lea@mailinator.com")).toBe(1);
      await give(page, person("lea@mailinator.com"));
      await complaint(page, forGood);
    }, noisy),
  );
});
