import type { Browser } from "playwright-core";
import { answersC } from "../../../test/support/answers-c.ts";
import { live, next } from "../../../test/support/survey-page.ts";
import type { OutsideCall, Walked } from "./outside-call.ts";
import { type Place, PlainVisitor, walk } from "./walk.ts";

const lastStep = Object.keys(answersC).at(-1)!;

/** Answers the last question in Chromium, with whatever its page loads; the ones before it are answered by forms. */
export async function walkInChromium(browser: Browser, place: Place, call: OutsideCall): Promise<Walked> {
  const visitor = new PlainVisitor(place);
  await walk(visitor, place, call, lastStep);
  const size = { width: 390, height: 844 };
  await using context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: place.url }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(place.url + visitor.screen.url, { waitUntil: "domcontentloaded" });
  await live(page);
  for (const [name, value] of Object.entries(answersC[lastStep]!)) {
    await page.locator(`[name=${name}]`).fill(value);
  }
  const dials = await page.locator("a[href^='tel:']").first().getAttribute("href");
  await visitor.timed(async () => {
    await next(page).click();
    await page.waitForURL(/thank-you/, { waitUntil: "commit" });
  });
  const { pathname, search } = new URL(page.url());
  return { address: pathname + search, slowestMs: visitor.slowestMs, dials: dials ?? "" };
}
