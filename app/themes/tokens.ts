import { readFileSync } from "node:fs";
import type { PageFlags } from "../../machines/rules/page-flags.ts";

/** Custom properties by name without the dashes, colours as #rrggbb. */
export type Tokens = Record<string, string>;

/** The tokens that a page with this theme has, from the style sheets themselves. */
export function tokensIn(theme: PageFlags["theme"]): Tokens {
  return {
    ...tokensOf("app/styles/tokens.css", ":where(:root)"),
    ...(theme !== "default" && tokensOf("app/styles/themes.css", `[data-theme="${theme}"]`)),
  };
}

/** Tokens set under exactly this selector in one of our own flat style sheets. */
function tokensOf(file: string, selector: string): Tokens {
  const sheet = readFileSync(file, "utf8").replace(/\/\*.*?\*\//gs, "");
  const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const [, , body] = rules.find(([, head]) => head!.trim() === selector) ?? [];
  if (body === undefined) throw new Error(`${file} has no rule for ${selector}`);
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
  );
}
