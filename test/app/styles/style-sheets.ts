import { readFileSync } from "node:fs";
import { filesIn } from "../../support/source-files.ts";

/** The custom properties that a rule sets, by name without the dashes. */
export type Tokens = Record<string, string>;

/** Tokens set under exactly this selector in one of our own flat style sheets. */
export function tokensOf(file: string, selector: string): Tokens {
  const sheet = readFileSync(file, "utf8");
  const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, head, body]) => ({
    head: head!.replace(/\/\*.*?\*\//gs, "").trim(),
    body: body!,
  }));
  const rule = rules.find(({ head }) => head === selector);
  if (!rule) throw new Error(`${file} has no rule for ${selector}`);
  return Object.fromEntries(
    [...rule.body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
  );
}

/** All of the site's style sheets as one text. */
export const everySheet = filesIn("app")
  .filter((file) => file.endsWith(".css"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Contrast of two colours (#rrggbb), 1 to 21, as WCAG 2 has it. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(colour: string): number {
  const channels = colour.match(/^#(..)(..)(..)$/)?.slice(1);
  if (!channels) throw new Error(`${colour} is not written as #rrggbb`);
  const [red, green, blue] = channels.map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
