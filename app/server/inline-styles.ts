import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";

const sheets = new Map<string, string>();

/**
 * The built style sheets of these routes as one text. They are small, and a linked sheet would have
 * to arrive before the first paint; inline, the HTML alone is enough.
 */
export function inlineStyles(manifest: EntryContext["manifest"], routeIds: string[]): string | null {
  if (import.meta.env.DEV) return null;
  const hrefs = new Set(routeIds.flatMap((id) => manifest.routes[id]?.css ?? []));
  return [...hrefs].map(read).join("");
}

function read(href: string): string {
  const sheet = sheets.get(href) ?? readFileSync(join("build/client", href), "utf8");
  sheets.set(href, sheet);
  return sheet;
}
