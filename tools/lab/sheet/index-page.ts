import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { nameOf, type Screen } from "../../../test/support/screens/screen.ts";

/** Where the pictures go; git does not see it. */
export const folder = "test/output/sheet";

/** A picture: a screen as wide as this, in a theme ('' for the usual one). */
export type Shot = Screen & { width: number; theme: string };

/** The picture's file: `390-c-03-AtFault-errors.png`, with the theme last. */
export function fileOf(shot: Shot): string {
  return `${[shot.width, nameOf(shot), shot.theme].filter(Boolean).join("-")}.png`;
}

/** What is seen together: `390-c-v12`. */
function groupOf({ width, group, theme }: Shot): string {
  return [width, group, theme].filter(Boolean).join("-");
}

/** Thumbnails that a picture of a group can hold and still be read. */
const mostAtOnce = 48;

/** Writes index.html, the contact sheet of these pictures, and a picture of each of its sections. */
export async function writeIndex(browser: Browser, shots: readonly Shot[]): Promise<void> {
  const sections = sectionsOf(shots);
  writeFileSync(`${folder}/index.html`, html(sections));
  const page = await browser.newPage({ viewport: { width: 2480, height: 1000 } });
  await page.goto(pathToFileURL(`${folder}/index.html`).href, { waitUntil: "load" });
  for (const name of sections.keys()) {
    await page.locator(`[id="${name}"]`).screenshot({ path: `${folder}/sheet-${name}.png` });
  }
  await page.close();
}

/** The pictures in their groups, steps and pages in order; a group that is too large goes on in the next section. */
function sectionsOf(shots: readonly Shot[]): Map<string, Shot[]> {
  const sections = new Map<string, Shot[]>();
  const place = (shot: Shot) => `${groupOf(shot)} ${shot.name}`;
  // The states of a step stay in the order in which they were met.
  const sorted = shots.toSorted((a, b) => place(a).localeCompare(place(b), "en", { numeric: true }));
  for (const shot of sorted) {
    const group = groupOf(shot);
    let part = 1;
    while (sections.get(`${group}-${part}`)?.length === mostAtOnce) part++;
    const name = `${group}-${part}`;
    sections.set(name, [...(sections.get(name) ?? []), shot]);
  }
  return sections;
}

const style = `
  body { margin: 0; font: 13px/1.3 system-ui, sans-serif; background: #ccc; color: #111 }
  section { width: fit-content; padding: 16px }
  ul { display: flex; flex-wrap: wrap; gap: 16px 8px; margin: 0; padding: 0; list-style: none }
  li { width: 196px }
  .wide li { width: 400px }
  img { display: block; width: 100%; aspect-ratio: 390 / 900; object-fit: cover; object-position: top; background: #fff }
  .wide img { aspect-ratio: 1280 / 900 }
  p { margin: 2px 0 0; overflow-wrap: anywhere }`;

function html(sections: Map<string, Shot[]>): string {
  const parts = [...sections].map(
    ([name, shots]) =>
      `<section id="${name}"${shots[0]!.width > 390 ? ' class="wide"' : ""}><h2>${name}</h2>` +
      `<ul>${shots.map(thumbnail).join("")}</ul></section>`,
  );
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>` +
    `<h1>Contact sheet: ${[...sections.values()].flat().length} pictures</h1>${parts.join("\n")}</html>\n`
  );
}

function thumbnail(shot: Shot): string {
  const file = fileOf(shot);
  const caption = [
    shot.step ?? shot.name,
    shot.state,
    `${shot.width} px`,
    shot.theme || "default",
    shot.language,
  ];
  return (
    `<li><a href="${file}"><img src="${file}" alt="${file}" loading="eager"></a>` +
    `<p><b>${caption[0]}</b> ${caption.slice(1).join(" · ")}<br>${escaped(shot.address)}</p></li>`
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
