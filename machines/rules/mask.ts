/*
 * Input masks in the specification's notation (5.10; decisions 133 and 031): # digit, X letter or digit, S letter,
 * A letter made upper case, a letter made lower case, ! the next character stands for itself, * the sign before it may
 * be typed again without limit. Any other character stands for itself.
 */

/** What may be typed in one place, as imask takes it: the pattern of it, and what becomes of each character. */
type Slot = { mask: RegExp; prepareChar?: (char: string) => string };

/** A mask for imask: its own signs for what may be typed, and a named block for each repetition. */
export type ImaskPattern = { mask: string; definitions: Record<string, Slot>; blocks: Record<string, Slot> };

/** A letter whose other case is several letters (ß) fits no place. */
const cased = (change: (char: string) => string) => (char: string) => {
  const changed = change(char);
  return changed.length === 1 ? changed : "";
};
const patterns: Record<string, { pattern: string; prepareChar?: Slot["prepareChar"] }> = {
  "#": { pattern: "[0-9]" },
  X: { pattern: "[\\p{L}\\p{N}]" },
  S: { pattern: "\\p{L}" },
  A: { pattern: "\\p{L}", prepareChar: cased((char) => char.toUpperCase()) },
  a: { pattern: "\\p{L}", prepareChar: cased((char) => char.toLowerCase()) },
};
const slot = ({ pattern, prepareChar }: (typeof patterns)[string], times = ""): Slot => ({
  mask: new RegExp(`^${pattern}${times}$`, "u"),
  ...(prepareChar && { prepareChar }),
});
const definitions = Object.fromEntries(Object.entries(patterns).map(([sign, of]) => [sign, slot(of)]));

/** Translates a mask. A trailing ! and a * with nothing before it stand for themselves. */
export function imaskPattern(notation: string): ImaskPattern {
  const blocks: ImaskPattern["blocks"] = {};
  let mask = "";
  let last: (typeof patterns)[string] | undefined;
  const chars = [...notation];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === "*" && last) {
      const name = `*${Object.keys(blocks).length};`;
      blocks[name] = slot(last, "*");
      mask += name;
      last = undefined;
    } else if (Object.hasOwn(patterns, char)) {
      last = patterns[char]!;
      mask += char;
    } else {
      const literal = char === "!" && at + 1 < chars.length ? chars[++at]! : char;
      last = { pattern: literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") };
      mask += `\\${literal}`;
    }
  }
  return { mask, definitions, blocks };
}
