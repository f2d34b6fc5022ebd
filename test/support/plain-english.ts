/** A text's sentences; what follows a colon is one of its own. */
export const sentencesOf = (text: string) => text.split(/(?<=[.?!:])\s+/);

export const wordsOf = (text: string): string[] => text.match(/[\p{L}’']+/gu) ?? [];

/** The school grade that reads these sentences with ease, by the Flesch-Kincaid formula. */
export function grade(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (spoken / words.length) - 15.59;
}

/** Groups of vowels, as a rule of thumb; a silent e at the end is not heard. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?<=[^aeiouyl])e$/, "")
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 0);
}
