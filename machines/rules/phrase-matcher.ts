/** Finds phrases in text by whole words, without regard to case, accents, apostrophes, punctuation or invisible characters. Takes a text, or its words. */
export type PhraseMatcher = (text: string | readonly string[]) => boolean;

/**
 * Words of a text as they are compared: "Don’t  PANIC, señor" gives dont, panic, senor.
 * Apostrophes vanish rather than divide, so that both spellings of a contraction meet; so do soft hyphens
 * and other invisible characters, which would hide a word.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´]+/gu, "");
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * A matcher for many phrases. Words, not one big expression: alternatives by the thousand make an
 * expression slow enough to be an attack, this stays linear in the text.
 */
export function matcherOf(phrases: Iterable<string>): PhraseMatcher {
  const byFirstWord = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const [first, ...rest] = wordsOf(phrase);
    if (first === undefined) continue;
    const known = byFirstWord.get(first);
    if (known) known.push(rest);
    else byFirstWord.set(first, [rest]);
  }
  return (text) => {
    const words = typeof text === "string" ? wordsOf(text) : text;
    return words.some((word, at) =>
      byFirstWord.get(word)?.some((rest) => rest.every((next, i) => words[at + 1 + i] === next)),
    );
  };
}
