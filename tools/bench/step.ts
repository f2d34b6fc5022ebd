import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { answersC } from "../../test/support/answers.ts";
import { startBrowser } from "../../test/support/browser.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { give, live } from "../../test/support/survey-page.ts";
import { FormVisitor } from "../../test/support/visitors.ts";
import { startBareSite, swapPage } from "./bare-site.ts";
import { arrival } from "./load.ts";
import { slowPhone } from "./phone.ts";
import {
  interleaved,
  type Measured,
  measured,
  quantile,
  type Report,
  report,
  wantedRatio,
} from "./report.ts";

const rounds = 3;
/** How much longer than the swap a step may take: its median, and its p95. */
const wanted = [1.1, 1.2];
/** The questions of C that are answered by pressing a button. */
const choices = Object.values(answersC).filter(({ option }) => option).length;
/** The visitor reads that long before an answer, in ms. */
const readingMs = 500;
/** Files without which a page stays plain forms. */
const allScripts = "*/assets/*.js";

type Options = { scripts: boolean; press: (page: Page) => Promise<void> };

/** Answers as many questions as C has choices, on a phone that never saw the page. @returns ms of each */
async function walk(browser: Browser, url: string, { scripts, press }: Options): Promise<number[]> {
  const { page, cdp, close } = await slowPhone(browser, "loopback");
  if (!scripts) await cdp.send("Network.setBlockedURLs", { urls: [allScripts] });
  let done: (ms: number) => void = () => {};
  await page.exposeFunction("benchDone", (ms: number) => done(ms));
  await page.goto(url, { waitUntil: "networkidle" });
  if (scripts) await live(page);
  const times: number[] = [];
  for (let count = 0; count < choices; count++) {
    const painted = new Promise<number>((resolve) => {
      done = resolve;
    });
    await setTimeout(readingMs);
    await press(page);
    times.push(await painted);
    await page.waitForLoadState("load");
  }
  await close();
  return times;
}

const pressAnswer = async (page: Page) =>
  give(page, answersC[(await page.locator("main[data-step]").getAttribute("data-step"))!]!);
const pressFirst = (page: Page) => page.locator("main:visible [name=option]").first().tap();

/** From the click on an answer to the next question on screen. */
export async function step(): Promise<Report> {
  await using site = await startSiteProcess({ LOG: "off", stubs: false, POSTS_IN_ALL: "0", DATA_KEYS: "" });
  const visitor = new FormVisitor(site.url);
  const first = await visitor.open(arrival);
  const second = await visitor.post(answersC[first.step]!);
  await using bare = await startBareSite({ "/swap": swapPage(first.html, second.html) });
  await using browser = await startBrowser();
  const found = await interleaved<string, number[]>(rounds, {
    swap: () => walk(browser, `${bare.url}/swap`, { scripts: false, press: pressFirst }),
    island: () => walk(browser, site.url + arrival, { scripts: true, press: pressAnswer }),
    form: () => walk(browser, site.url + arrival, { scripts: false, press: pressAnswer }),
  });
  const lines = (name: string, key: string, reference?: Measured[]): Measured[] =>
    ([0.5, 0.95] as const).map((share, index) => {
      const values = found[key]!.map((times) => quantile(times, share));
      return measured(`${name}: ${share === 0.5 ? "median" : "p95"}`, "ms", values, reference?.[index]);
    });
  const swap = lines("hand-written swap of two questions", "swap");
  return report(
    "step",
    `Click on an answer to the next question painted, ${choices} questions, ${rounds} fresh phones, 4x slower processor, no network delay, each question read for ${readingMs} ms.`,
    [
      ...swap,
      ...lines("island", "island", swap).map((each, index) => wantedRatio("<=", wanted[index]!, each)),
      ...lines("plain form post", "form", swap),
    ],
  );
}
