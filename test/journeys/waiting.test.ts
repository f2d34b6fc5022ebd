import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, desktop, expected, phone, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { answer, atStep, holdBack, live, next, settled, standAt, walk } from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

const seen = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>("button[value=next]:not([aria-hidden])");
    return {
      covered: document.querySelector("[data-overlay]")!.childElementCount > 0,
      inert: document.querySelector("form")!.inert,
      busy: button?.getAttribute("aria-busy") === "true" && button.lastElementChild?.textContent,
      said: (document.querySelector("[data-notice]") ?? document.querySelector("form > [role=status]"))!
        .textContent,
      hasFocus: document.activeElement === button,
    };
  });

const waitsFor = (words: string) => ({
  covered: false,
  inert: false,
  busy: words,
  said: words,
  hasFocus: true,
});

/** Comes to a question that is alive. @param until the last one, unless it is another */
async function standLive(page: Page, address: string, until?: string) {
  await standAt(page, site, address, { until });
  await live(page);
}

/** Sends the answer on screen, and looks at the page while its post is held back. */
async function whileHeld<Seen>(page: Page, post: string, look: () => Promise<Seen>) {
  const release = await holdBack(page, post);
  const asked = page.waitForRequest(post);
  await answer(page);
  await asked;
  const found = await look();
  release();
  await page.unroute(post);
  return found;
}

describe("a visitor who waits", () => {
  const { checking, sending } = messagesIn("en").screens.busy;

  it.each([
    ["c", true],
    ["a", false],
  ])(
    "in %s sees only on the button that an answer is checked, and an overlay while the lead is sent: %s",
    holds(236, 238, 247, 314),
    (code, covers) =>
      journey(async ({ page }) => {
        await standLive(page, `/survey/${code}`);
        // A page cannot be examined from outside while it is being left.
        await page.evaluate(() =>
          addEventListener("pagehide", () => {
            const overlay = document.querySelector("[data-overlay]")!.childElementCount > 0;
            const busy = document.querySelector("button[aria-busy=true]") !== null;
            sessionStorage.setItem("left", JSON.stringify({ overlay, busy }));
          }),
        );
        const release = await holdBack(page, "**/post-lead");
        expect(await whileHeld(page, "**/api/progress", () => seen(page))).toEqual(waitsFor(checking));
        await page.locator("main[data-progress='100']").waitFor();
        const found = await seen(page);
        if (covers) expect(found).toMatchObject({ covered: true, inert: true, busy: false, said: "" });
        else expect(found).toEqual(waitsFor(sending));
        release();
        await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
        const left = await page.evaluate(() => JSON.parse(sessionStorage.getItem("left")!) as unknown);
        expect(left).toEqual({ overlay: covers, busy: !covers });
      }),
  );

  it("for the check of a description is told so in Spanish", holds(247), async ({ page }) => {
    await standLive(page, "/survey/v4nv-es", "IncidentDescription");
    const found = await whileHeld(page, "**/api/progress", () => seen(page));
    expect(found).toEqual(waitsFor(messagesIn("es").screens.busy.checking));
    await page.locator("main:not([data-step=IncidentDescription])").waitFor();
  });

  it("for nothing any more leaves the overlay with the thank-you step", holds(273), async ({ page }) => {
    await standLive(page, "/survey/medical-treatment");
    await walk(page, { until: "ThankYouStep" });
    const backdrop = page.locator("main[data-backdrop]");
    expect(await backdrop.count()).toBe(1);
    // The page is examined from within, which is impossible from outside while it is being left.
    await page.evaluate(() => {
      const main = () => document.querySelector("main")!;
      const steps = new Set<string>();
      const watch = new MutationObserver(() => {
        steps.add(main().dataset.step!);
        if (main().dataset.backdrop === undefined) console.info(`uncovered: ${[...steps].join()}`);
      });
      watch.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    const uncovered = page.waitForEvent("console", (message) => /^uncovered/.test(message.text()));
    const release = await holdBack(page, "**/survey-thank-you/**");
    await next(page).tap({ noWaitAfter: true });
    expect((await uncovered).text()).toBe("uncovered: ThankYouStep");
    release();
    await page.waitForURL(/thank-you/);
  });

  it("can press nothing meanwhile, on a page that is accessible on a phone and on a desk", async ({
    page,
  }) => {
    const posts: string[] = [];
    page.on("request", (request) => request.url().includes("/api/progress") && posts.push(request.url()));
    await standLive(page, "/survey/b", "SocialDropPII");
    await whileHeld(page, "**/api/progress", async () => {
      // A busy button is not waited for.
      await next(page).tap({ force: true });
      for (const { viewport } of [phone, desktop]) {
        await page.setViewportSize(viewport);
        await settled(page);
        await expectAccessible(page, `a button that waits at ${viewport.width}`);
      }
    });
    await atStep(page, "OtherDriversVehicleType");
    expect(posts).toHaveLength(1);
  });

  it("reads that the server is away, in place of the busy button", () =>
    journey(
      async ({ page }) => {
        await standLive(page, "/survey/b", "SocialDropPII");
        await page.route("**/api/progress", (route) => route.fulfill({ status: 503 }));
        await answer(page);
        await page.getByText(messagesIn("en").screens.notices.saveFailed).waitFor();
        expect(await seen(page)).toMatchObject({
          covered: false,
          inert: false,
          busy: false,
          said: messagesIn("en").screens.notices.saveFailed,
        });
        await page.unroute("**/api/progress");
        await next(page).tap();
        await atStep(page, "OtherDriversVehicleType");
      },
      { allowed: [expected.noNetwork, /503/] },
    ));
});
