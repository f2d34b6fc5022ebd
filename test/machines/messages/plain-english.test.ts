import { expect, test } from "vitest";
import { holds } from "../../support/holds.ts";
import { english, grade, sentencesOf, wordsOf } from "../../support/words.ts";

/** The law decides how the consent and the footer speak; everything else speaks plainly. */
const plain = english.filter(([at]) => !/^\.(consent|disclaimers)/.test(at));
const sentences = plain.flatMap(([, text]) => sentencesOf(text));

test("reads at sixth grade at most, by the Flesch-Kincaid formula", holds(99), () => {
  expect(grade(sentences)).toBeLessThanOrEqual(6);
});

test("no sentence is long", () => {
  expect(sentences.filter((sentence) => wordsOf(sentence).length > 24)).toEqual([]);
});

test("no word is a lawyer's", () => {
  const legalese =
    /\b(hereby|herein|pursuant|aforementioned|claimant|plaintiff|defendant|liable|liability|tort|thereof|whereas|notwithstanding|negligence|retain|counsel|incident|commence|prior to|in the event)\b/i;
  expect(plain.filter(([, text]) => legalese.test(text))).toEqual([]);
});
