import { hasBadWords, isOnFirstList } from "../rules/content-filter.ts";
import { isGibberishName } from "../rules/gibberish-name.ts";
import { isHitAndRun } from "../rules/hit-and-run.ts";
import { enoughWords } from "../rules/qualification.ts";
import type { LeadContext, LeadRecord } from "./lead.ts";

/**
 * Flags of what the visitor wrote (spec 3.2, 5.4, 5.5, 5.9). They are judged by the visitor's
 * own words; what a note adds only lifts `bad_words` (rulings 84 and 85). Without a description there
 * is no hit and run to read and there are no words to count.
 */
export function textFlags(
  { answers, checks, tracking, notes = [] }: LeadContext,
  { reservedSurnames }: { reservedSurnames: readonly string[] },
): LeadRecord {
  const { firstName = "", lastName = "", case_description: description } = answers;
  const names = { oid: tracking.oid, reservedSurnames };
  const raw_bad_words = yesNo(hasBadWords(description ?? ""));
  return {
    bad_words: notes.length > 0 ? "no" : raw_bad_words,
    raw_bad_words,
    hit_and_run: checks.hitAndRun ?? (description === undefined ? "" : yesNo(isHitAndRun(description))),
    enough_words: description === undefined ? "" : enoughWords(description),
    name_gibberish: yesNo([firstName, lastName].some((name) => isGibberishName(name, names))),
    name_bad_word: yesNo(isOnFirstList(`${firstName} ${lastName}`)),
  };
}

const yesNo = (holds: boolean) => (holds ? "yes" : "no");
