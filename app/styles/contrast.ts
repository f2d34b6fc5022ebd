/** A colour of tokens.css on a ground it is on, and the least contrast they may have. */
export type Pair = { colour: string; ground: string; least: number };

/** WCAG 2.2, level AA: for text (1.4.3), and for outlines that alone show where something is (1.4.11). */
const forText = 4.5;
const forOutlines = 3;

const on = (least: number, colour: string, ...grounds: string[]): Pair[] =>
  grounds.map((ground) => ({ colour, ground, least }));

/** Everything that is read, or alone shows a control or an error, by the names of its tokens. */
export const pairs: readonly Pair[] = [
  ...on(forText, "ink", "page", "surface", "tint"),
  ...on(forText, "ink-soft", "page", "surface"),
  ...on(forText, "accent", "page", "surface", "tint"),
  ...on(forText, "accent-strong", "page", "surface", "tint"),
  ...on(forText, "on-accent", "accent", "accent-strong"),
  ...on(forText, "on-action", "action", "action-strong"),
  ...on(forText, "error", "page", "surface", "error-tint"),
  ...on(forOutlines, "control", "page", "surface"),
  ...on(forOutlines, "error", "page", "surface"),
  ...on(forOutlines, "accent", "page", "surface"),
];

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
