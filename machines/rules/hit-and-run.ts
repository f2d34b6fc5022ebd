import { matcherOf, phrasesIn } from "./phrase-matcher.ts";
import hitAndRunEn from "./phrases/hit-and-run.en.json" with { type: "json" };
import hitAndRunEs from "./phrases/hit-and-run.es.json" with { type: "json" };

/**
 * Whether a description tells of a hit and run, in English or Spanish: the part of the second list
 * that decides a branch (spec 4.1, 5.9; ruling 84). Small enough for the browser.
 */
export const isHitAndRun = matcherOf(
  phrasesIn({ "hit-and-run.en": { hitAndRun: hitAndRunEn }, "hit-and-run.es": { hitAndRun: hitAndRunEs } }),
);
