import type { PageFlags } from "../../machines/rules/page-flags.ts";

/** The flags that change nothing but the look; style sheets read each from an attribute of <html>. */
const attributes = {
  theme: "data-theme",
  logo: "data-logo",
  fontWeight: "data-font-weight",
  progressBar: "data-progress-bar",
  roundedButtons: "data-rounded-buttons",
  noPercentSign: "data-no-percent-sign",
  noPrivacyGuarantee: "data-no-privacy-guarantee",
  accidentTimeframe: "data-accident-timeframe",
} as const satisfies { [flag in keyof PageFlags]?: `data-${string}` };

/** The names of all of them. No script sets one. */
export const lookAttributes: readonly string[] = Object.values(attributes);

/** Attributes of <html> for the flags of a page; a flag that is off or as usual has none. */
export function pageLook(flags: Partial<PageFlags> = {}): Record<string, string> {
  const look: Record<string, string> = {};
  for (const [flag, attribute] of Object.entries(attributes)) {
    const value = flags[flag as keyof typeof attributes];
    if (value && value !== "default") look[attribute] = String(value);
  }
  return look;
}
