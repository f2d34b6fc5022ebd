/**
 * Free-text content filter (spec 5.9; rulings 84, 120 and 131). A match only sets flags.
 * For the server: the lists are heavy and must not reach the browser.
 */

import { isHitAndRun } from "./hit-and-run.ts";
import { matcherOf, phrasesIn, wordsOf } from "./phrase-matcher.ts";
import contentListEn from "./phrases/content-list.en.json" with { type: "json" };
import contentListEs from "./phrases/content-list.es.json" with { type: "json" };
import secondListEn from "./phrases/second-list.en.json" with { type: "json" };
import secondListEs from "./phrases/second-list.es.json" with { type: "json" };

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
