/**
 * Free-text content filter (spec 5.9; rulings 84, 120 and 131). A match only sets flags.
 * For the server: the lists are heavy and must not reach the browser.
 */

import contentListEn from "./phrases/content-list.en.json" with { type: "json" };
import contentListEs from "./phrases/content-list.es.json" with { type: "json" };
import hitAndRunEn from "./phrases/hit-and-run.en.json" with { type: "json" };
import hitAndRunEs from "./phrases/hit-and-run.es.json" with { type: "json" };
import secondListEn from "./phrases/second-list.en.json" with { type: "json" };
import secondListEs from "./phrases/second-list.es.json" with { type: "json" };

/** Finds phrases in text by whole words, without regard to case, accents, apostrophes, punctuation or invisible characters. Takes a text, or its words. */
type PhraseMatcher = (text: string | readonly string[]) => boolean;

/**
 * Words of a text for comparison: "Don’t PANIC, señor" gives dont, panic, senor. Apostrophes vanish rather than divide,
 * so that both spellings of a contraction match; so do soft hyphens and other invisible characters, which would hide a
 * word.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´]+/gu, "");
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The phrases of files in `phrases`, by their names and groups. A group that one language lacks, and a phrase that
 * finds nothing or occurs twice, is a mistake.
 */
function phrasesIn(lists: Record<string, Record<string, readonly string[]>>): string[] {
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

/**
 * Whether a description is about a hit and run, in English or Spanish: the part of the second list that decides a
 * branch (spec 4.1, 5.9; ruling 84).
 */
export const isHitAndRun = matcherOf(
  phrasesIn({ "hit-and-run.en": { hitAndRun: hitAndRunEn }, "hit-and-run.es": { hitAndRun: hitAndRunEs } }),
);

const firstList = phrasesIn({ "content-list.en": contentListEn, "content-list.es": contentListEs });
const secondList = phrasesIn({ "second-list.en": secondListEn, "second-list.es": secondListEs });

/** Any of the first list: profanity, spam, "no accident" and the like; also the list for names. */
export const isOnFirstList = matcherOf(firstList);

const isOnRestOfSecondList = matcherOf(secondList);

/** Any of the second list, hit and run included: other accidents, years ago, yes/no style replies. */
export function isOnSecondList(text: string | readonly string[]): boolean {
  return isOnRestOfSecondList(text) || isHitAndRun(text);
}

/** `bad_words` of a description: either list. */
export function hasBadWords(text: string): boolean {
  // Splitting the text takes longer than the lists do.
  const words = wordsOf(text);
  return isOnFirstList(words) || isOnSecondList(words);
}
