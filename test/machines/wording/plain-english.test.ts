import { expect, test } from "vitest";
import { english } from "./every-text.ts";

/** The law decides how the consent and the footer speak; everything else speaks plainly. */
const plain = english.filter(([at]) => !/^\.(consent|disclaimers)/.test(at));
const sentences = plain.flatMap(([, text]) => text.split(/(?<=[.?!:])\s+/));
const words = (text: string) => text.match(/[\p{L}’']+/gu) ?? [];

/** Groups of vowels, as a rule of thumb; a silent e at the end is not heard. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?<=[^aeiouyl])e$/, "")
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 0);
}

test("reads at sixth grade at most, by the Flesch-Kincaid formula", () => {
  const all = sentences.flatMap(words);
  const spoken = all.reduce((sum, word) => sum + syllables(word), 0);
  const grade = 0.39 * (all.length / sentences.length) + 11.8 * (spoken / all.length) - 15.59;
  expect(grade).toBeLessThanOrEqual(6);
});

test("no sentence is long", () => {
  expect(sentences.filter((sentence) => words(sentence).length > 24)).toEqual([]);
});

test("no word is a lawyer's", () => {
  const legalese =
    /\b(hereby|herein|pursuant|aforementioned|claimant|plaintiff|defendant|liable|liability|tort|thereof|whereas|notwithstanding|negligence|retain|counsel|incident|commence|prior to|in the event)\b/i;
  expect(plain.filter(([, text]) => legalese.test(text))).toEqual([]);
});
