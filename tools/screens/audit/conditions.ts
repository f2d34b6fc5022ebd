import type { Check } from "./check.ts";
import { focus } from "./focus.ts";
import { motion, reflow, targets, textSpacing } from "./layout-checks.ts";
import { autocomplete, errorSummary, structure } from "./markup-checks.ts";

/** How a page is looked at, and what is checked then besides axe's own rules. */
export type Condition = {
  name: string;
  /** CSS pixels. */
  size: { width: number; height: number };
  /** Device pixels per CSS pixel. */
  zoom?: number;
  media?: { forcedColors?: "active"; reducedMotion?: "reduce"; colorScheme?: "dark" };
  checks: readonly Check[];
};

const phone = { width: 390, height: 844 };

/** The first is the page as it was met, the focus where it was put. */
export const conditions: readonly Condition[] = [
  { name: "390 px", size: phone, checks: [errorSummary, structure, targets, autocomplete] },
  { name: "320 px", size: { width: 320, height: 640 }, checks: [reflow, targets, textSpacing] },
  // What is left of 1280 x 1024.
  { name: "400 % zoom", size: { width: 320, height: 256 }, zoom: 4, checks: [reflow, focus] },
  // Colours are the visitor's own then, but axe goes on to judge the text by ours.
  { name: "forced colours", size: phone, media: { forcedColors: "active" }, checks: [focus] },
  { name: "reduced motion", size: phone, media: { reducedMotion: "reduce" }, checks: [motion] },
  { name: "dark scheme", size: phone, media: { colorScheme: "dark" }, checks: [] },
  { name: "1280 px", size: { width: 1280, height: 900 }, checks: [textSpacing, targets] },
];

/** How the visitors of the report browse in between: calmly, which is quicker. */
export const usual = { size: phone, media: { reducedMotion: "reduce" } } as const;
