import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { hashSource } from "./inline-code.ts";
import { looksOf, type Rule, rulesOf, usedStyles } from "./used-styles.ts";

/** A page's style sheet, and its hash as a content security policy names it. */
type InlineStyles = { css: string; hash: string };

const sheets = new Map<string, Rule[]>();
/** Finding what a page uses takes a tenth of the time that making it does, and most pages look as one before did. */
const found = new Map<string, InlineStyles>();
const mostFound = 500;

/**
 * What a page needs of the built style sheets of its routes. They are small, and a linked sheet would have to arrive
 * before the first paint; inline, the HTML alone is enough.
 * @param html the page; undefined for the whole of its sheets, where a script shows parts of another page in it
 */
export function inlineStyles(
  manifest: EntryContext["manifest"],
  routeIds: string[],
  html: string | undefined,
): InlineStyles {
  const hrefs = [...new Set(routeIds.flatMap((id) => manifest.routes[id]?.css ?? []))];
  const looks = html === undefined ? undefined : looksOf(html);
  const key = [...hrefs, looks ?? "all"].join("\n");
  const known = found.get(key);
  if (known) return known;
  if (found.size >= mostFound) found.clear();
  const css = hrefs.map((href) => (looks ? usedStyles(rulesIn(href), looks) : sheetAt(href))).join("");
  const styles = { css, hash: hashSource(css) };
  found.set(key, styles);
  return styles;
}

function rulesIn(href: string): Rule[] {
  const rules = sheets.get(href) ?? rulesOf(sheetAt(href));
  sheets.set(href, rules);
  return rules;
}

function sheetAt(href: string): string {
  return readFileSync(join("build/client", href), "utf8");
}
