/**
 * `npm run tool -- accessibility`: axe and our own checks on every page and every step of every survey, in every state and
 * condition, and every survey walked with the keyboard alone. Writes test/output/accessibility.json; fails when
 * anything is wrong. `npm run tool -- accessibility home contact c` for some.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { variants } from "../../machines/registry.ts";
import { desktop, newVisitor, startBrowser } from "../../test/support/browser.ts";
import { oneOfEachLanguage, showBesides } from "../../test/support/screens/besides.ts";
import { keyboard } from "../../test/support/screens/hands.ts";
import { type SitePage, showPage } from "../../test/support/screens/pages.ts";
import { type Look, nameOf } from "../../test/support/screens/screen.ts";
import { showWalk } from "../../test/support/screens/show-walk.ts";
import { headersOf, type Walk, walkSettings } from "../../test/support/screens/walks.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { tool } from "../tool.ts";
import { atRest, audit, markupOf } from "./audit/audit.ts";
import { usual } from "./audit/conditions.ts";
import { announcement, listen } from "./audit/markup-checks.ts";
import { type Audited, inWords, isClean, type Report, totalsOf } from "./audit/report.ts";
import { chosen, twoAtATime } from "./chosen.ts";

const file = "test/output/accessibility.json";
const began = performance.now();
const { args } = tool(
  "accessibility",
  `Looks at every page and every step of every survey with axe and our own checks, in every state and condition,
and walks every survey with the keyboard alone. Ends with status 1 when anything is wrong.
Writes test/output/accessibility.json.`,
)
  .argument("[name...]", "only these pages and surveys, for example: home contact c")
  .parse();
const { pages, surveys } = await chosen(args, [...variants.keys()]);
const report: Report = { screens: [], keyboard: [], unseen: [] };
const known = new Map<string, Audited>();
await using site = await startSiteProcess(walkSettings);
await using browser = await startBrowser();
await twoAtATime([
  ...pages.map((page) => () => lookAt(page)),
  ...surveys.flat().map((walk) => () => walkByKeyboard(walk)),
  ...oneOfEachLanguage(surveys.flat()).map((walk) => () => lookBesides(walk)),
]);
const seconds = Math.round((performance.now() - began) / 1000);
mkdirSync(dirname(file), { recursive: true });
const content = { at: new Date().toISOString(), seconds, totals: totalsOf(report), ...report };
writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
console.log(`${inWords(report)}\nAll of it is in ${file}; it took ${seconds} s.`);
process.exitCode = isClean(report) ? 0 : 1;

/** A visitor's own browser. @returns what went wrong, if anything did */
async function visit(walk: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const device = { ...desktop, viewport: usual.size, ...usual.media, hasTouch: true };
  try {
    await using visitor = await newVisitor(browser, { ...device, ...options });
    const { page } = visitor;
    // The compiler has functions name themselves by this, in the page too.
    await page.addInitScript("globalThis.__name = (named) => named;");
    await listen(page);
    await walk(page);
  } catch (error) {
    return (error as Error).message;
  }
}

async function lookAt(sitePage: SitePage) {
  const failure = await visit((page) => showPage(page, site, sitePage, look));
  if (failure) report.unseen.push({ name: nameOf(sitePage), failure });
}

async function lookBesides(walk: Walk) {
  const failure = await visit((page) => showBesides(page, site, walk, { look, hands: keyboard }));
  if (failure) report.unseen.push({ name: `${walk.variant.code} besides its steps`, failure });
}

async function walkByKeyboard(walk: Walk) {
  const hands = { look, hands: keyboard };
  const failure = await visit((page) => showWalk(page, site, walk, hands), {
    extraHTTPHeaders: headersOf(walk),
  });
  const { variant, address, turns } = walk;
  report.keyboard.push({ survey: variant.code, address, steps: turns.length, failure });
}

/** Audits a screen, unless one with the same markup has been audited: then only how it was reached. */
async function look(...[page, screen]: Parameters<Look>): ReturnType<Look> {
  await atRest(page);
  const unannounced = await announcement(page, screen);
  const markup = `${screen.state} ${await markupOf(page)}`;
  const twin = known.get(markup);
  if (twin && unannounced.length === 0) {
    twin.alike++;
    return false;
  }
  const audited: Audited = { ...screen, audits: [], alike: 0 };
  known.set(markup, audited);
  report.screens.push(audited);
  audited.audits = await audit(page, screen);
  audited.audits[0]!.violations.unshift(...unannounced);
  return true;
}
