import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { wording } from "../../machines/messages/index.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, expected, phone } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { calm, siteInChromium } from "../support/in-chromium.ts";
import { holdBack } from "./hold-back.ts";
import { answer, live, next, settled, standAt, stepOf, walk } from "./survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

/** What a visitor who waits sees and hears. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>("button[value=next]:not([aria-hidden])");
    return {
      covered: document.querySelector("[data-overlay]")!.childElementCount > 0,
      inert: document.querySelector("form")!.inert,
      busy: button?.getAttribute("aria-busy") === "true" && button.lastElementChild?.textContent,
      said: document.querySelector("form > [role=status]")!.textContent,
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
const idle = { covered: false, inert: false, busy: false, said: "" };

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
  const { checking, sending } = wording("en").busy;

  it.each<[address: string, step: string, words: string]>([
    ["/survey/b", "SocialDropPII", checking],
    ["/survey/c", "NameAndEmail", checking],
    ["/survey/c", "PhoneAndZip", checking],
    ["/survey/v4nv", "IncidentDescription", checking],
    ["/survey/v4nv-es", "NameAndEmail", wording("es").busy.checking],
  ])("for a check at %s sees so on the button alone: %s %s", holds(247), (address, step, words) =>
    journey(async ({ page }) => {
      await standLive(page, address, step);
      expect(await seen(page)).toMatchObject(idle);
      const found = await whileHeld(page, "**/api/progress", () => seen(page));
      expect(found).toEqual(waitsFor(words));
      await page.waitForFunction((left) => document.querySelector("main")?.dataset.step !== left, step);
    }),
  );

  it.each<[code: string, covers: boolean]>([
    ["c", true],
    ["d", true],
    ["f", true],
    ["g", true],
    ["medical-treatment", true],
    ["v4nv", true],
    ["a", false],
    ["e", false],
    ["ticket", false],
  ])("for the lead of %s to be sent sees the overlay: %s", holds(236, 238, 247, 273, 314), (code, covers) =>
    journey(async ({ page }) => {
      await standLive(page, `/survey/${code}`);
      const found = await whileHeld(page, "**/post-lead", async () => {
        await page.locator("main[data-progress='100']").waitFor();
        return seen(page);
      });
      if (covers) expect(found).toMatchObject({ covered: true, inert: true, busy: false, said: "" });
      else expect(found).toEqual(waitsFor(sending));
    }),
  );

  it.each([
    ["c", true],
    ["a", false],
  ])("goes on waiting in %s until the page is left, under the overlay: %s", holds(236), (code, covers) =>
    journey(async ({ page }) => {
      await standLive(page, `/survey/${code}`);
      // From outside a page cannot be looked at while it is being left.
      await page.evaluate(() =>
        addEventListener("pagehide", () => {
          const overlay = document.querySelector("[data-overlay]")!.childElementCount > 0;
          const busy = document.querySelector("button[aria-busy=true]") !== null;
          sessionStorage.setItem("left", JSON.stringify({ overlay, busy }));
        }),
      );
      await answer(page);
      await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
      const left = await page.evaluate(() => JSON.parse(sessionStorage.getItem("left")!) as unknown);
      expect(left).toEqual({ overlay: covers, busy: !covers });
    }),
  );

  it(
    "for nothing any more leaves the overlay with the thank-you step, and sees that step to the last",
    holds(273),
    async ({ page }) => {
      await standLive(page, "/survey/medical-treatment");
      await walk(page, { until: "ThankYouStep" });
      const backdrop = page.locator("main[data-backdrop]");
      expect(await backdrop.count()).toBe(1);
      // The page is looked at from within: from outside it cannot be while it is being left.
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
    },
  );

  it("presses in vain meanwhile", async ({ page }) => {
    const posts: string[] = [];
    page.on("request", (request) => request.url().includes("/api/progress") && posts.push(request.url()));
    await standLive(page, "/survey/b", "SocialDropPII");
    await whileHeld(page, "**/api/progress", async () => {
      // What is busy is not waited for.
      await next(page).tap({ force: true });
    });
    await page.locator("main[data-step=OtherDriversVehicleType]").waitFor();
    expect(posts).toHaveLength(1);
  });

  it("reads that the server is away, in place of the busy button", () =>
    journey(
      async ({ page }) => {
        await standLive(page, "/survey/b", "SocialDropPII");
        await page.route("**/api/progress", (route) => route.fulfill({ status: 503 }));
        await answer(page);
        await page.getByText(wording("en").notices.saveFailed).waitFor();
        expect(await seen(page)).toMatchObject({ ...idle, said: wording("en").notices.saveFailed });
        await page.unroute("**/api/progress");
        await next(page).tap();
        await page.locator("main[data-step=OtherDriversVehicleType]").waitFor();
        expect(await stepOf(page)).toBe("OtherDriversVehicleType");
      },
      { allowed: [expected.noNetwork, /503/] },
    ));

  it("reads that the server does not answer", async ({ page }) => {
    await page.clock.install();
    await standLive(page, "/survey/b", "SocialDropPII");
    await page.evaluate(() => {
      // What ends a post that hangs, at once.
      AbortSignal.timeout = () => AbortSignal.abort();
    });
    await answer(page);
    await page.getByText(wording("en").notices.saveFailed).waitFor();
  });

  it.each([
    ["a phone", phone],
    ["a desk", desktop],
  ])("has a page that is accessible on %s", (_name, device) =>
    journey(
      async ({ page }) => {
        await standLive(page, "/survey/b", "SocialDropPII");
        await whileHeld(page, "**/api/progress", async () => {
          await settled(page);
          await expectAccessible(page, "a button that waits");
        });
      },
      { ...device, hasTouch: true },
    ),
  );
});
