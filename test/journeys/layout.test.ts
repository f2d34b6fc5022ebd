import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { desktop, newVisitor, sharedBrowser } from "../support/browser.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { atStep, countSlides, live, option, slides } from "../support/survey-page.ts";

/** The sizes of spec 9, as Chromium computes them. Pixels, unless said otherwise. */

const site = siteForTests();

/** One window for all of them: only the page or the width differs. */
const visitor = during(
  async () => newVisitor(await sharedBrowser(), { ...desktop, hasTouch: true }),
  async ({ complaints, close }) => {
    expect(complaints).toEqual([]);
    await close();
  },
);

async function at(width: number, path: string, look: (page: Page) => Promise<void>) {
  const { page, context } = visitor;
  await page.setViewportSize({ width, height: 900 });
  if (page.url() !== site.url + path) {
    // A survey begins again: what an earlier test answered is not this one's.
    await context.clearCookies();
    await page.goto(site.url + path);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await look(page);
}

const box = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;
const bar = "header > div";

describe("the navigation bar", () => {
  it.each([
    [1280, 96],
    [1121, 96],
    [1120, 78],
    [768, 78],
  ])("at %i the navigation bar is %i high", holds(517), (width, height) =>
    at(width, "/", async (page) => expect((await box(page, "header")).height).toBe(height)),
  );

  it.each([767, 390, 320])(
    "at %i the navigation bar is 78 high, with a bar below it to call from",
    holds(57, 517),
    (width) =>
      at(width, "/", async (page) => {
        expect(await box(page, "header a[href^='tel:']")).toEqual({ x: 0, y: 77, width, height: 44 });
      }),
  );

  it.each([320, 390, 500, 501, 600, 601, 767, 768, 1120])(
    "at %i the claim can be started from the bar, which is not crowded",
    holds(58),
    (width) =>
      at(width, "/car-accident-laws/texas/", async (page) => {
        const action = page.locator("header").getByText("File your claim today");
        expect(await action.isVisible()).toBe(true);
        const edges = await page
          .locator("header > div > :is(a, details)")
          .evaluateAll((parts) =>
            parts.map((part) => part.getBoundingClientRect()).filter(({ y }) => y < 70),
          );
        const inOrder = edges.sort((a, b) => a.left - b.left);
        for (const [index, part] of inOrder.slice(1).entries()) {
          expect(part.left - inOrder[index]!.right).toBeGreaterThanOrEqual(8);
        }
        expect(inOrder.at(-1)!.right).toBeLessThanOrEqual(width - 12);
        // Nothing covers it, and the page stays for the next width.
        await action.click({ trial: true });
      }),
  );

  it.each([
    [1131, 32],
    [1130, 24],
    [768, 32],
    [767, 16],
  ])("at %i the navigation bar is %i away from the window's edge", holds(61), (width, edge) =>
    at(width, "/", async (page) => {
      expect((await box(page, "header a")).x).toBe(edge);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }),
  );
});

describe("the contact page", () => {
  const form = "form[data-contact]";
  const details = "section[aria-labelledby=contact-details]";

  it("gives the form 60 % of the width, and the contact details beside it 40 %", holds(84), () =>
    at(1280, "/contact/", async (page) => {
      const [left, right] = [await box(page, form), await box(page, details)];
      expect(left.width / (left.width + right.width)).toBeCloseTo(0.6, 3);
      expect(right.x).toBeGreaterThan(left.x + left.width);
    }),
  );

  it.each([
    [850, true],
    [849, false],
  ])("at %i has the details beside the form: %s", holds(84), (width, beside) =>
    at(width, "/contact/", async (page) => {
      const [left, right] = [await box(page, form), await box(page, details)];
      expect(right.x > left.x).toBe(beside);
      expect(right.y > left.y + left.height).toBe(!beside);
    }),
  );
});

describe("the header of a survey", () => {
  it.each([1280, 768, 390])("at %i the survey's header is 70 high", holds(518), (width) =>
    at(width, "/survey/c", async (page) => expect((await box(page, bar)).height).toBe(70)),
  );
});

describe("a survey screen", () => {
  const progress = "[role=progressbar]";
  const panel = "section[aria-labelledby=next-steps]";

  it("is at most 1200 wide, its progress 590, its columns 70 to 30", holds(96, 519, 520), () =>
    at(1800, "/survey/c", async (page) => {
      expect((await box(page, "main > div")).width).toBe(1200);
      expect((await box(page, progress)).width).toBe(590);
      const [form, steps] = [await box(page, "form[data-question]"), await box(page, panel)];
      expect(form.width / (form.width + steps.width)).toBeCloseTo(0.7, 3);
      expect(steps.x).toBeGreaterThan(form.x + form.width);
    }),
  );

  it.each([
    [850, true],
    [849, false],
  ])("at %i has the panel beside the form: %s", holds(96, 523), (width, beside) =>
    at(width, "/survey/c", async (page) => {
      const [form, steps] = [await box(page, "form[data-question]"), await box(page, panel)];
      expect(steps.x > form.x).toBe(beside);
      expect(steps.y > form.y + form.height).toBe(!beside);
    }),
  );

  it.each([
    [768, 2],
    [767, 1],
    [390, 1],
  ])("at %i has its answers in %i columns", holds(98, 523), (width, columns) =>
    at(width, "/survey/c", async (page) => {
      const lefts = await page
        .locator("button[name=option]")
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().left));
      expect(new Set(lefts).size).toBe(columns);
    }),
  );

  it.each([340, 390, 768, 1130])("at %i is no wider than the window", holds(523), (width) =>
    at(width, "/survey/c?show-meter=yes&flags=socialProof", async (page) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }),
  );

  it("slides its next question in for 0.5 s", holds(97, 522), () =>
    at(1280, "/survey/c", async (page) => {
      await countSlides(page);
      await page.reload();
      await live(page);
      await option(page, "Within 30 Days").click();
      await atStep(page, "OtherDriversVehicleType");
      await expect.poll(() => slides(page)).toEqual([{ step: "OtherDriversVehicleType", seconds: 0.5 }]);
    }),
  );
});

describe("below the question", () => {
  it("has cards with texts at least 140 high, which snap when scrolled", holds(94, 521), () =>
    at(390, "/survey/c", async (page) => {
      const cards = page.locator("[aria-labelledby=testimonials] li");
      const heights = await cards
        .locator("p")
        .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(1);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(140);
      await page.locator("ul[aria-labelledby=testimonials]").evaluate((track) => track.scrollBy(200, 0));
      const inset = async () =>
        (await cards.nth(1).boundingBox())!.x - (await box(page, "ul[aria-labelledby=testimonials]")).x;
      await expect.poll(inset).toBeCloseTo(4, 0);
    }),
  );

  it("has meter blocks 60.71 high, each beside its part of the bar", () =>
    at(1280, "/survey/c?show-meter=yes", async (page) => {
      const blocks = page.locator("[data-compensation] li");
      const heights = await blocks.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().height),
      );
      expect(heights).toHaveLength(7);
      for (const height of heights) expect(height).toBeCloseTo(60.71, 1);
      const lowest = (await blocks.last().boundingBox())!;
      const filled = (await page.locator("[data-compensation] svg rect[y]").boundingBox())!;
      expect(filled.y).toBeCloseTo(lowest.y, 0);
      expect(filled.height).toBeCloseTo(lowest.height, 0);
    }));
});
