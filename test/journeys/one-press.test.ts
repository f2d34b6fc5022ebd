import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { answersC } from "../support/answers.ts";
import { calm, desktop, siteInChromium } from "../support/browser.ts";
import { atStep, back, holdBack, live, next, option, standAt, stepOf } from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

const first = "OtherDriversVehicleType";
const second = "AtFault";
const third = "WasUserInjured";

/** The survey at a question in the middle, alive, its time in our hands. */
async function begin(page: Page, at = first) {
  await page.clock.install();
  await standAt(page, site, "/survey/c", { until: at });
  await live(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Low in an answer, where the next question, whose words take more lines, has one too. */
async function place(page: Page) {
  const { x, y, width, height } = (await option(page, "Car").boundingBox())!;
  return { x: x + width / 2, y: y + height - 8 };
}

/** A tap of a pen, whose clicks the browser does not count either, but which makes no gestures, as quick touches do. */
async function touch(page: Page, x: number, y: number) {
  const session = await page.context().newCDPSession(page);
  for (const type of ["mousePressed", "mouseReleased"] as const)
    await session.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: "left",
      clickCount: 1,
      pointerType: "pen",
    });
  await session.detach();
}

/** Goes back to the question that was begun with, by scripts, which are no hand. */
async function again(page: Page) {
  while ((await stepOf(page)) !== first) {
    await back(page).evaluate((button: HTMLElement) => button.click());
    await page.clock.runFor(2_000);
  }
}

async function pairs(page: Page, gaps: number[], press: (time: 1 | 2) => Promise<void>) {
  const reached: [gap: number, step: string | null][] = [];
  for (const gap of gaps) {
    await again(page);
    await press(1);
    await page.clock.runFor(gap);
    await press(2);
    await page.clock.runFor(2_000);
    reached.push([gap, await stepOf(page)]);
  }
  return reached;
}

const led = (gaps: number[], step: string) => gaps.map((gap) => [gap, step]);
/** For double taps, and for other taps: the browser's own limits and both sides of ours. */
const quick = [0, 150, 499];
const slow = [501, 1_500];

describe("one press is one answer", () => {
  it("a double tap answers once, and a tap after a double tap's time answers the next question", async ({
    page,
  }) => {
    await begin(page);
    const { x, y } = await place(page);
    const reached = await pairs(page, [...quick, ...slow], () => touch(page, x, y));
    expect(reached).toEqual([...led(quick, second), ...led(slow, third)]);
  });

  it("a quick tap elsewhere answers the next question as soon as that is visible", async ({ page }) => {
    await begin(page);
    const { x, y } = await place(page);
    const reached = await pairs(page, [0, 60, 1_500], async (time) => {
      if (time === 1) return touch(page, x, y);
      const other = (await option(page, "partially").boundingBox())!;
      await touch(page, other.x + 10, other.y + 10);
    });
    expect(reached).toEqual([[0, second], ...led([60, 1_500], third)]);
  });

  it.each([
    [2, second],
    [1, third],
  ] as const)("a second click of the mouse that the browser counts as click %i leads to %s", (count, step) =>
    journey(async ({ page }) => {
      await begin(page);
      const { x, y } = await place(page);
      await page.mouse.move(x, y);
      const gaps = [60, 700];
      const reached = await pairs(page, gaps, async (time) => {
        const clickCount = time === 1 ? 1 : count;
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
      });
      expect(reached).toEqual(led(gaps, step));
    }, desktop),
  );

  it.each([
    [true, "NameAndEmail"],
    [false, "IncidentDescription"],
  ])("the second of two quick presses counts after something was typed between them: %s", (typed, step) =>
    journey(async ({ page }) => {
      await begin(page, "HasLawyer");
      const press = async (button: Locator, clickCount: number) => {
        const { x, y } = (await button.boundingBox())!;
        await page.mouse.move(x + 20, y + 20);
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
        await page.clock.runFor(100);
      };
      const description = page.locator("[name=case_description]");
      const words = answersC.IncidentDescription!.case_description!;
      await press(option(page, "no"), 1);
      if (typed) await description.fill(words);
      // As scripts do, which are no hand.
      else await description.evaluate((area: HTMLTextAreaElement, text) => (area.value = text), words);
      await press(next(page), 2);
      await page.clock.runFor(2_000);
      expect(await stepOf(page)).toBe(step);
    }, desktop),
  );

  it.each(["Enter", "Space"])("a key %s that is held down answers once and goes back once", (key) =>
    journey(async ({ page }) => {
      await begin(page, third);
      for (const [control, step] of [
        [back(page), second],
        [option(page, "no"), third],
      ] as const) {
        await control.focus();
        for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down(key);
        await page.clock.runFor(100);
        for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down(key);
        await page.keyboard.up(key);
        await page.clock.runFor(2_000);
        expect(await stepOf(page)).toBe(step);
      }
    }, desktop),
  );

  it("quick key presses at two places are two answers", () =>
    journey(async ({ page }) => {
      await begin(page);
      await option(page, "Car").press("Enter");
      await page.clock.runFor(100);
      await option(page, "no").press("Enter");
      await page.clock.runFor(100);
      expect(await stepOf(page)).toBe(third);
    }, desktop));

  it("a press of Tab before the next question is painted keeps its target there", () =>
    journey(async ({ page }) => {
      await begin(page);
      const focused = () => page.evaluate(() => document.activeElement!.outerHTML);
      await option(page, "Car").press("Enter");
      await atStep(page, second);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      const reached = await focused();
      await page.clock.runFor(2_000);
      expect(await focused()).toBe(reached);
      await option(page, "no").press("Enter");
      await page.clock.runFor(2_000);
      expect(await focused()).toMatch(/^<h1/);
    }, desktop));

  it("the second half of a double click after a form's page does not answer the next question", () =>
    journey(async ({ page }) => {
      const release = await holdBack(page, "**/assets/island-*.js");
      await standAt(page, site, "/survey/c", { until: first });
      const { x, y } = await place(page);
      await page.mouse.click(x, y);
      await atStep(page, second);
      await page.waitForLoadState("domcontentloaded");
      for (const clickCount of [2, 1]) {
        expect(await stepOf(page)).toBe(second);
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
      }
      await atStep(page, third);
      release();
    }, desktop));
});

describe("the picture of the question that a press leaves", () => {
  it.each([
    ["no-preference", ["leaves", "leaves-back"]],
    ["reduce", []],
  ] as const)(
    "with motion: %s, looks ticked, can be neither heard nor reached, and disappears",
    (reducedMotion, ways) =>
      journey(
        async ({ page }) => {
          await standAt(page, site, "/survey/c", { until: first });
          await live(page);
          await page.evaluate(async () => {
            const seen: string[] = [];
            Object.assign(window, { seen });
            new MutationObserver(() => {
              const picture = document.querySelector<HTMLElement>("[data-question] + [data-slide]");
              if (!picture || seen.includes(picture.dataset.slide!)) return;
              seen.push(picture.dataset.slide!);
              const { inert, ariaHidden } = picture;
              const pressed = picture.querySelector("[data-pressed]")?.textContent;
              const parts = picture.querySelectorAll("[id], [name], h1").length;
              Object.assign(window, { picture: { inert, ariaHidden, pressed, parts } });
            }).observe(document.querySelector("main")!, { childList: true, subtree: true });
            dispatchEvent(new Event("pointerdown"));
            const nameOf = () =>
              performance.getEntriesByType("resource").find(({ name }) => name.includes("/at-hand-"))?.name;
            while (!nameOf()) await new Promise((done) => setTimeout(done, 20));
            await import(nameOf()!);
          });
          const drawn = () => page.evaluate(() => Reflect.get(window, "seen"));
          await option(page, "Car").tap();
          await atStep(page, second);
          const left = page.locator("[data-question] + [data-slide]");
          await expect.poll(drawn).toEqual(ways.slice(0, 1));
          const picture = await page.evaluate(() => Reflect.get(window, "picture"));
          expect(picture ?? null).toEqual(
            ways[0] ? { inert: true, ariaHidden: "true", pressed: "Car, SUV or pickup", parts: 0 } : null,
          );
          await expect.poll(() => left.count()).toBe(0);
          await back(page).tap();
          await atStep(page, first);
          await expect.poll(drawn).toEqual(ways);
          await expect.poll(() => left.count()).toBe(0);
        },
        { reducedMotion },
      ),
  );
});
