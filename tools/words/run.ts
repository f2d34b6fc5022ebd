/** `npm run tool -- words`: writes all that visitors read to two text files, as a copywriter or a lawyer reviews it. */

import { mkdirSync, writeFileSync } from "node:fs";
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { sitePages } from "../../app/site/site-pages.ts";
import { variants } from "../../machines/registry.ts";
import type { Language } from "../../machines/steps/step.ts";
import { send } from "../../test/support/send.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { english, spanish, textsOf } from "../../test/support/words.ts";
import { tool } from "../tool.ts";

tool(
  "words",
  `Writes the words of every page, survey step and message to test/output/words-en.txt and words-es.txt.`,
).parse();
ensureBuilt();
mkdirSync("test/output", { recursive: true });
await using site = await startSiteProcess({ stubs: false, "server.log": "off" });

const thankYous = [...new Set([...variants.values()].map(({ thankYou }) => thankYou))];
const addresses: Record<"en" | "es", string[]> = {
  en: [...pagesIn("en"), ...thankYous, "/nothing/here"],
  es: [...pagesIn("es"), ...thankYous.map((path) => `${path}?lang=es`), "/es/nothing"],
};
const steps = { en: english, es: spanish };
for (const language of ["en", "es"] as const) {
  const parts: string[] = [];
  for (const address of addresses[language]) parts.push(part(address, await pageTexts(address)));
  parts.push(...surveyParts(steps[language]));
  const file = `test/output/words-${language}.txt`;
  writeFileSync(file, `${parts.join("\n\n")}\n`);
  console.log(`${file}: ${parts.length} parts`);
}

function pagesIn(language: Language): string[] {
  const paths = sitePages.map(({ path }) => path as string);
  return paths.filter((path) => path.startsWith("/es/") === (language === "es"));
}

/** A page's text between header and footer. */
async function pageTexts(address: string): Promise<string[]> {
  const { text } = await send(site.url, address);
  return textsOf(/<main\b.*<\/main>/s.exec(text)?.[0] ?? text);
}

/** Survey steps and messages: one part for each of them, as `every-text.ts` names it. */
function surveyParts(texts: readonly [at: string, text: string][]): string[] {
  const byPlace = new Map<string, string[]>();
  for (const [at, text] of texts) {
    const [, kind = "", name = ""] = at.split(".");
    const place = kind === "steps" ? name.trim() : /^(pages|trouble)$/.test(kind) ? `${kind}: ${name}` : kind;
    byPlace.set(place, [...(byPlace.get(place) ?? []), text]);
  }
  return [...byPlace].map(([place, all]) => part(place, all));
}

function part(title: string, lines: readonly string[]): string {
  return `== ${title}\n${lines.join("\n")}`;
}
