import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { type Rule, rulesOf, usedStyles } from "./used-styles.ts";

const sheets = new Map<string, Rule[]>();

/**
 * What a page needs of the built style sheets of its routes. They are small, and a linked sheet would have to arrive
 * before the first paint; inline, the HTML alone is enough.
 */
export function inlineStyles(manifest: EntryContext["manifest"], routeIds: string[], html: string): string {
  const hrefs = new Set(routeIds.flatMap((id) => manifest.routes[id]?.css ?? []));
  return [...hrefs].map((href) => usedStyles(rulesIn(href), html)).join("");
}

function rulesIn(href: string): Rule[] {
  const rules = sheets.get(href) ?? rulesOf(readFileSync(join("build/client", href), "utf8"));
  sheets.set(href, rules);
  return rules;
}
