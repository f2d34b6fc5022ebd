import { isGibberish } from "gibb";
import * as z from "zod";
import type { CallJson } from "./http.ts";
import type { GibberishCheck } from "./ports.ts";
import { byAddress } from "./provider.ts";
import { verdict } from "./verdict.ts";

/** Asks a service that takes the form field `text` and answers `{is_gibberish}` (spec 7). */
export function liveGibberishCheck(callJson: CallJson, url: string, timeoutMs = 3_000): GibberishCheck {
  const schema = z.object({ is_gibberish: verdict });
  return {
    async judge(text) {
      return (await callJson({ provider: "gibberish", url, form: { text }, timeoutMs, schema })).is_gibberish;
    },
  };
}

/** Fewer letters than this say too little about letter pairs. */
const fewestLetters = 12;

/**
 * Judges a text by its letter pairs, with three guards, since "gibberish" disqualifies (spec 5.4):
 * a text without any letter is gibberish; so is one that repeats a word or two; and a text that is short, or mostly
 * capitals and digits ("BMW vs VW GTI"), is not judged.
 */
export function embeddedGibberishCheck(): GibberishCheck {
  return {
    judge: async (text) => !/\p{L}/u.test(text) || repeats(text) || (isJudgeable(text) && hasOddPairs(text)),
  };
}

/** Four words or more of only two kinds, or one word three times in a row that fills half of the text. */
function repeats(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length >= 4 && new Set(words).size < 3) return true;
  const inARow = words.findIndex((word, index) => word === words[index + 1] && word === words[index + 2]);
  return inARow >= 0 && words.filter((word) => word === words[inARow]).length * 2 >= words.length;
}

function isJudgeable(text: string): boolean {
  const folded = fold(text);
  const small = folded.match(/[a-z]/g)?.length ?? 0;
  const capitalsAndDigits = folded.match(/[A-Z0-9]/g)?.length ?? 0;
  const letters = folded.match(/[a-z]/gi)?.length ?? 0;
  return letters >= fewestLetters && small > capitalsAndDigits;
}

function hasOddPairs(text: string): boolean {
  return isGibberish(fold(text));
}

/** Takes accents off: the model knows a to z only. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

export const gibberish = byAddress({
  name: "gibberish",
  words: "gibberish check",
  setting: "GIBBERISH_URL",
  address: ({ gibberishUrl }) => gibberishUrl,
  live: liveGibberishCheck,
  off: embeddedGibberishCheck(),
  embedded: "letter pairs",
});
