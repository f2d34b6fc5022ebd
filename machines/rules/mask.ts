/*
 * Input masks in the specification's notation (spec 5.10; ruling 133): # digit, X letter or digit, S letter, A letter
 * made upper case, a letter made lower case, ! the next character is literal, * the character before it may be repeated
 * without limit. Any other character is literal.
 */

/** What may be typed, as imask takes it: a test of the text, and what becomes of each character. */
type Slot = { mask: (text: string) => boolean; prepareChar?: (char: string) => string };

/** A mask for imask: our signs for what may be typed, and a named block for each repetition. */
export type ImaskPattern = { mask: string; definitions: Record<string, Slot>; blocks: Record<string, Slot> };

const every = (fits: (char: string) => boolean) => (text: string) => [...text].every(fits);
const letters = every((char) => /\p{L}/u.test(char));
/** A letter whose other case is several letters (ß) fits no place. */
const cased = (change: (char: string) => string) => (char: string) => {
  const changed = change(char);
  return changed.length === 1 ? changed : "";
};
const definitions: ImaskPattern["definitions"] = {
  "#": { mask: every((char) => /[0-9]/.test(char)) },
  X: { mask: every((char) => /[\p{L}\p{N}]/u.test(char)) },
  S: { mask: letters },
  A: { mask: letters, prepareChar: cased((char) => char.toUpperCase()) },
  a: { mask: letters, prepareChar: cased((char) => char.toLowerCase()) },
};

/** Translates a mask. A trailing ! and a * with nothing before it are literal. */
export function imaskPattern(notation: string): ImaskPattern {
  const blocks: ImaskPattern["blocks"] = {};
  let mask = "";
  let last: Slot | undefined;
  const chars = [...notation];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === "*" && last) {
      const name = `*${Object.keys(blocks).length};`;
      blocks[name] = last;
      mask += name;
      last = undefined;
    } else if (Object.hasOwn(definitions, char)) {
      last = definitions[char]!;
      mask += char;
    } else {
      const literal = char === "!" && at + 1 < chars.length ? chars[++at]! : char;
      last = { mask: every((typed) => typed === literal) };
      mask += `\\${literal}`;
    }
  }
  return { mask, definitions, blocks };
}
