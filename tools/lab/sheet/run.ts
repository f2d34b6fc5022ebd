/**
 * `npm run lab -- sheet`: pictures of every page and of every step of some surveys, on a phone, a tablet and a
 * desk, with an index.html, in test/output/sheet/. `npm run lab -- sheet home
 * contact c` for some, with `--dark` as on a device set to dark colors.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { desktop, newVisitor, phone, startBrowser } from "../../../test/support/browser.ts";
import { oneOfEachLanguage, showBesides } from "../../../test/support/screens/besides.ts";
import { type SitePage, showPage } from "../../../test/support/screens/pages.ts";
import { type Look, nameOf, type Screen } from "../../../test/support/screens/screen.ts";
import { showWalk } from "../../../test/support/screens/show-walk.ts";
import { headersOf, type Walk, walkSettings } from "../../../test/support/screens/walks.ts";
import { startSiteProcess } from "../../../test/support/site.ts";
import { settled } from "../../../test/support/survey-page.ts";
import { chosen, twoAtATime } from "../../screens/chosen.ts";
import { lab } from "../../tool.ts";

/** Where the pictures go; git does not see it. */
const folder = "test/output/sheet";
/** The classic, the fullest in both languages, and one that asks everything at once. */
const usual = ["c", "v4nv", "v4nv-es", "one-page"];
/** The usual look, and the one that is furthest from it. */
const themes = ["", "v12"];
const tablet = { ...phone, viewport: { width: 768, height: 1024 } };
const devices = { 390: phone, 768: tablet, 1280: { ...desktop, hasTouch: true } };
type Width = keyof typeof devices;

const style = `
  body { margin: 0; font: 13px/1.3 system-ui, sans-serif; background: #ccc; color: #111 }
  h1, h2, ul { margin: 16px }
  ul { display: flex; flex-wrap: wrap; gap: 16px 8px; padding: 0; list-style: none }
  li { width: 196px }
  .wide li { width: 400px }
  img { display: block; width: 100%; aspect-ratio: 390 / 900; object-fit: cover; object-position: top; background: #fff }
  .wide img { aspect-ratio: 1280 / 900 }
  p { margin: 2px 0 0; overflow-wrap: anywhere }`;

const program = lab(
  "sheet",
  `Takes pictures of every page and of every step of some surveys, at 390, 768 and 1280 px, in both languages and
two themes. Writes them and an index.html to test/output/sheet/.`,
)
  .argument("[name...]", "only these pages and surveys, for example: home contact c")
  .option("--dark", "as on a device set to dark colors")
  .parse();
const { pages, surveys } = await chosen(program.args, usual);
const isDark = program.opts<{ dark?: true }>().dark === true;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await using site = await startSiteProcess(walkSettings);
await using browser = await startBrowser();
const shots = new Map<string, Shot>();
const widths = Object.keys(devices).map(Number) as Width[];
await twoAtATime(
  widths.flatMap((width) => [
    ...pages.map((page) => () => picturePage(page, width)),
    ...themes.flatMap((theme) => [
      ...surveys.map((walks) => () => pictureSurvey(walks, width, theme)),
      ...oneOfEachLanguage(surveys.flat()).map((walk) => () => pictureBesides(walk, width, theme)),
    ]),
  ]),
);
writeFileSync(`${folder}/index.html`, indexOf([...shots.values()]));
console.log(`${shots.size} pictures are in ${folder}/, and index.html shows them all.`);

async function visit(width: Width, walk: (page: Page) => Promise<void>, extraHTTPHeaders = {}) {
  const options = {
    ...devices[width],
    colorScheme: isDark ? ("dark" as const) : ("light" as const),
    reducedMotion: "reduce" as const,
    extraHTTPHeaders,
  };
  await using visitor = await newVisitor(browser, options);
  await walk(visitor.page);
}

function picturePage(sitePage: SitePage, width: Width) {
  return visit(width, (page) => showPage(page, site, sitePage, shooter(width, "")));
}

function pictureBesides(walk: Walk, width: Width, theme: string) {
  const how = { look: shooter(width, theme), flags: flagsOf(theme) };
  return visit(width, (page) => showBesides(page, site, walk, how));
}

/** One walk after the other: a step that several come by is pictured once. */
async function pictureSurvey(walks: Walk[], width: Width, theme: string) {
  const how = { look: shooter(width, theme), flags: flagsOf(theme) };
  for (const walk of walks) {
    await visit(width, (page) => showWalk(page, site, walk, how), headersOf(walk));
  }
}

function flagsOf(theme: string): string[] {
  return theme ? [`theme:${theme}`] : [];
}

/** Takes a picture of each screen that has none yet; how an answer is shown again is pictured in one survey. */
function shooter(width: Width, theme: string): Look {
  return async (page: Page, screen: Screen) => {
    const shot: Shot = { ...screen, width, theme };
    const file = fileOf(shot);
    if (shots.has(file) || (screen.state === "answered" && screen.group !== usual[0])) return false;
    shots.set(file, shot);
    await settled(page);
    // What covers the window and holds the page still is seen in the window only.
    const isHeld = await page.evaluate(() => getComputedStyle(document.body).overflow === "hidden");
    await page.screenshot({ path: `${folder}/${file}`, fullPage: !isHeld });
    return true;
  };
}

/** A picture: a screen as wide as this, in a theme ('' for the usual one). */
type Shot = Screen & { width: number; theme: string };

/** The picture's file: `390-c-03-AtFault-errors.png`, with the theme last. */
function fileOf(shot: Shot): string {
  return `${[shot.width, nameOf(shot), shot.theme].filter(Boolean).join("-")}.png`;
}

/** What is seen together: `390-c-v12`. */
function groupOf({ width, group, theme }: Shot): string {
  return [width, group, theme].filter(Boolean).join("-");
}

/** The contact sheet: the pictures in their groups, steps and pages in order. */
function indexOf(all: readonly Shot[]): string {
  const place = (shot: Shot) => `${groupOf(shot)} ${shot.name}`;
  // The states of a step stay in the order in which they were met.
  const sorted = all.toSorted((a, b) => place(a).localeCompare(place(b), "en", { numeric: true }));
  const sections = [...Map.groupBy(sorted, groupOf)].map(([name, shots]) => {
    const kind = shots[0]!.width > 390 ? "wide" : "narrow";
    return `<h2>${name}</h2><ul class="${kind}">${shots.map(thumbnail).join("")}</ul>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>
<h1>Contact sheet: ${all.length} pictures</h1>${sections.join("\n")}</html>\n`;
}

function thumbnail(shot: Shot): string {
  const [file, address] = [fileOf(shot), shot.address.replaceAll("&", "&amp;").replaceAll("<", "&lt;")];
  return `<li><a href="${file}"><img src="${file}" alt="${file}"></a>
<p><b>${shot.step ?? shot.name}</b> ${shot.state} · ${shot.language}<br>${address}</p></li>`;
}
