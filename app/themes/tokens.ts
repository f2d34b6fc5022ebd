import { readFileSync } from "node:fs";
import type { PageFlags } from "../../machines/rules/page-flags.ts";

/** Custom properties by name without the dashes, colours as #rrggbb. */
export type Tokens = Record<string, string>;

/** The values of a browser's preference for dark pages. */
export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** The tokens that a page with this theme has, from the style sheets themselves. */
export function tokensIn(theme: PageFlags["theme"], scheme: Scheme): Tokens {
  return {
    ...tokensOf("tokens.css", ":where(:root)"),
    ...(scheme === "dark" && tokensOf("dark.css", ":where(:root)")),
    ...(theme !== "default" &&
      tokensOf(theme === "v12" ? "themes.css" : `${scheme}-themes.css`, `[data-theme="${theme}"]`)),
  };
}

/** Tokens set under exactly this selector in one of our own style sheets. */
function tokensOf(file: string, selector: string): Tokens {
  const sheet = readFileSync(`app/styles/${file}`, "utf8").replace(/\/\*.*?\*\//gs, "");
  const rules = [...sheet.matchAll(/([^{};]+)\{([^{}]*)\}/g)];
  const [, , body] = rules.find(([, head]) => head!.trim() === selector) ?? [];
  if (body === undefined) throw new Error(`${file} has no rule for ${selector}`);
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
  );
}
