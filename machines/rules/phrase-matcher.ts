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
 * The phrases of files in `phrases`, by their names and groups. A group that one language lacks, and a phrase that finds
 * nothing or is there twice, is a mistake.
 */
export function phrasesIn(lists: Record<string, Record<string, readonly string[]>>): string[] {
  const groups = new Set(Object.values(lists).flatMap(Object.keys));
  return Object.entries(lists).flatMap(([file, list]) => {
    const known = new Set<string>();
    return [...groups].flatMap((group) => {
      const mistake = (words: string) => new Error(`machines/rules/phrases/${file}.json, ${group}: ${words}`);
      const phrases: unknown = list[group];
      if (!Array.isArray(phrases)) throw mistake("there is no list of phrases");
      return phrases.map((phrase: unknown) => {
        const words = typeof phrase === "string" ? wordsOf(phrase).join(" ") : "";
        if (words === "") throw mistake(`${JSON.stringify(phrase)} has no word to be found by`);
        if (known.has(words)) throw mistake(`"${phrase}" is in this file twice`);
        known.add(words);
        return phrase as string;
      });
    });
  });
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
