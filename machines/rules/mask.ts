/**
 * Input masks (specification 5.10; decision 133): # digit, X letter or digit, S letter, A letter made
 * upper case, a letter made lower case, ! the next character stands for itself, * the token before may
 * be repeated without limit, taking all it can. Any other character stands for itself.
 */

/** The mask of telephone numbers (specification 3.1). */
export const PHONE_MASK = "(###) ###-####";

type Token = ({ slot: (char: string) => string | undefined } | { literal: string }) & { repeats: boolean };

/** Where the next character belongs; `used` when the token there has already taken one. */
type Place = { at: number; used: boolean };

const when = (pattern: RegExp) => (char: string) => (pattern.test(char) ? char : undefined);
/** A letter whose other case is several letters (ß) has no place in a mask of single ones. */
const cased = (change: (char: string) => string) => (char: string) => {
  const changed = change(char);
  return /^\p{L}$/u.test(char) && /^\p{L}$/u.test(changed) ? changed : undefined;
};
const slots: Record<string, (char: string) => string | undefined> = {
  "#": when(/^[0-9]$/),
  X: when(/^[\p{L}\p{N}]$/u),
  S: when(/^\p{L}$/u),
  A: cased((char) => char.toUpperCase()),
  a: cased((char) => char.toLowerCase()),
};

/** A mask taken apart. A trailing ! and a * with nothing before it stand for themselves. */
function tokensOf(mask: string): Token[] {
  const tokens: Token[] = [];
  const chars = [...mask];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    const last = tokens.at(-1);
    if (char === "*" && last) last.repeats = true;
    else if (char === "!" && at + 1 < chars.length) tokens.push({ literal: chars[++at]!, repeats: false });
    else if (Object.hasOwn(slots, char)) tokens.push({ slot: slots[char]!, repeats: false });
    else tokens.push({ literal: char, repeats: false });
  }
  return tokens;
}

/** What a text becomes under a mask, and the typed characters in it, without what the mask itself adds. */
function run(mask: string, text: string): { masked: string; typed: string; place: Place; tokens: Token[] } {
  const tokens = tokensOf(mask);
  let place: Place = { at: 0, used: false };
  let masked = "";
  let typed = "";
  for (const char of text) {
    const taken = take(tokens, place, char);
    if (!taken) continue;
    masked += taken.adds;
    typed += taken.typed;
    place = taken.place;
  }
  return { masked, typed, place, tokens };
}

/** Puts one character where it fits, writing the literals on the way; undefined when it fits nowhere. */
function take(tokens: readonly Token[], from: Place, char: string) {
  let adds = "";
  for (let at = from.at; at < tokens.length; at++) {
    const token = tokens[at]!;
    const used = at === from.at && from.used;
    const next: Place = token.repeats ? { at, used: true } : { at: at + 1, used: false };
    if ("literal" in token) {
      if (token.literal === char) return { adds: adds + char, typed: "", place: next };
      if (!used) adds += token.literal;
      continue;
    }
    const fitted = token.slot(char);
    if (fitted !== undefined) return { adds: adds + fitted, typed: fitted, place: next };
    if (!used) return undefined;
  }
  return undefined;
}

/** Text in the form of a mask, as far as it goes: what does not fit is left out. */
export function applyMask(mask: string, text: string): string {
  return run(mask, text).masked;
}

/** What was typed into a mask: the text without what the mask itself stands for. */
export function unmask(mask: string, text: string): string {
  return run(mask, text).typed;
}

/** True when a text has exactly the form of a mask, from its beginning to its end. */
export function fillsMask(mask: string, text: string): boolean {
  const { masked, place, tokens } = run(mask, text);
  return masked === text && place.at + (place.used ? 1 : 0) >= tokens.length;
}
