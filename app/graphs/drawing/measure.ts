/**
 * Text is measured without a browser, by the widths of DejaVu Sans. Most fonts are narrower, so what fits by these
 * numbers fits everywhere.
 */
const widths: readonly (readonly [characters: RegExp, em: number])[] = [
  [/[ijl'|]/, 0.28],
  [/[ I.,:;!]/, 0.33],
  [/[ftr()[\]{}/"-]/, 0.42],
  [/[mM]/, 0.98],
  [/[wW]/, 0.95],
  [/[A-Z]/, 0.75],
];
const usual = 0.62;

/** Width of a text in pixels at a font size. */
export function widthOf(text: string, fontSize: number): number {
  const em = [...text].reduce(
    (sum, each) => sum + (widths.find(([some]) => some.test(each))?.[1] ?? usual),
    0,
  );
  return Math.ceil(em * fontSize);
}

/** Wraps a text between words; a word wider than `widest` gets its own line. */
export function linesOf(text: string, fontSize: number, widest: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, fontSize) <= widest) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Typography in pixels; `across` and `down` are the padding inside the box. */
export type Type = { fontSize: number; lineHeight: number; widest: number; across: number; down: number };

export const nodeType: Type = { fontSize: 14, lineHeight: 18, widest: 116, across: 14, down: 8 };
export const labelType: Type = { fontSize: 12, lineHeight: 15, widest: 80, across: 5, down: 2 };

/** A wrapped text, and the size of its box. */
export function blockOf(text: string, { fontSize, lineHeight, widest, across, down }: Type) {
  const lines = linesOf(text, fontSize, widest);
  const width = Math.max(...lines.map((line) => widthOf(line, fontSize)));
  return { lines, width: width + 2 * across, height: lines.length * lineHeight + 2 * down };
}
