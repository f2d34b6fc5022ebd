import { matcherOf } from "./phrase-matcher.ts";
import { hitAndRunEn } from "./phrases/hit-and-run.en.ts";
import { hitAndRunEs } from "./phrases/hit-and-run.es.ts";

/**
 * Whether a description tells of a hit and run, in English or Spanish: the part of the second list
 * that decides a branch (spec 4.1, 5.9; ruling 84). Small enough for the browser.
 */
export const isHitAndRun = matcherOf([...hitAndRunEn, ...hitAndRunEs]);
