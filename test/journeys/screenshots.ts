/** Writes a picture of every page and step, on a phone and on a desk, to test/output/: `npx tsx test/journeys/screenshots.ts`. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { answersC } from "../support/answers-c.ts";
import { desktop, newVisitor, phone, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { refused } from "./refused.ts";
import { atStep, back, give, live, settled, stepsC, thanked } from "./survey-page.ts";

const folder = "test/output/screenshots";
const pages = {
  home: "/",
  contact: "/contact/",
  "contact-sent": "/contact/?sent=1",
  privacy: "/privacy-policy/",
  terms: "/terms-of-use/",
  "not-found": "/nowhere",
};
const widths = { 390: phone, 1280: { ...desktop, hasTouch: true } };

mkdirSync(folder, { recursive: true });
const [site, browser] = await Promise.all([startSite(), startBrowser()]);
try {
  for (const width of [390, 1280] as const) {
    await picturePages(site, browser, width);
    await pictureSurvey(site, browser, width);
  }
} finally {
  await browser.close();
  await site.close();
}
console.log(`The pictures are in ${folder}/.`);

async function shoot(page: Page, width: number, name: string, fullPage = true) {
  await settled(page);
  await page.screenshot({ path: `${folder}/${width}-${name}.png`, fullPage });
}

async function picturePages(site: Site, browser: Browser, width: keyof typeof widths) {
  const { page, close } = await newVisitor(browser, { ...widths[width], reducedMotion: "reduce" });
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(site.url + path);
    await shoot(page, width, name);
  }
  await page.goto(`${site.url}/contact/`);
  await page.locator("form[data-contact] button").tap();
  await page.locator("[data-error-summary]").waitFor();
  await shoot(page, width, "contact-errors");
  await close();
}

async function pictureSurvey(site: Site, browser: Browser, width: keyof typeof widths) {
  const { page, close } = await newVisitor(browser, { ...widths[width], reducedMotion: "reduce" });
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/post-lead", (route) => held.then(() => route.continue()));
  await page.goto(`${site.url}/survey/c`);
  await live(page);
  for (const [index, step] of stepsC.entries()) {
    const name = `survey-${String(index + 1).padStart(2, "0")}-${step}`;
    await atStep(page, step);
    await shoot(page, width, name);
    if (step === "HasLawyer") {
      await back(page).tap();
      await shoot(page, width, "survey-06-answered");
      await give(page, answersC.PoliceReportFiled!);
      await atStep(page, step);
    }
    if (refused[step]) {
      await give(page, refused[step]);
      await page.locator("[data-error-summary]").waitFor();
      await shoot(page, width, `${name}-errors`);
    }
    await give(page, answersC[step]!);
  }
  await page.locator("main[data-progress='100']").waitFor();
  await shoot(page, width, "survey-11-sending", false);
  send();
  await thanked(page);
  await shoot(page, width, "thank-you");
  await close();
}
