import { Refusal } from "../../operations/refusal.ts";
import { impersonal } from "../../operations/text.ts";
import { armsWithoutWords, lacksWords } from "../../words/arm-words.ts";
import type { Arms } from "../feature.ts";
import type { WordsRefused } from "./changes.ts";
import { type OwnQuestion, ownWordsFrom, type WordsChange, withQuestion } from "./own-words.ts";

/** In UTF-16 units. */
const longestReason = 200;

/** A reason that names nobody, or the fault in it. */
export function readReason(typed: string): { reason: string } | { fault: string } {
  const reason = impersonal(typed.trim());
  if (reason === "") return { fault: "Say why: those who read the numbers later will ask." };
  return reason.length > longestReason
    ? { fault: `A reason has at most ${longestReason} characters.` }
    : { reason };
}

/** Why a change or an undo was not made. */
export function refusalOf({ refused }: WordsRefused): Refusal {
  return new Refusal(
    {
      stale: "Somebody has changed these words since. Look at them again.",
      unknown: "There is no such change.",
      undone: "That is undone already.",
    }[refused],
  );
}

/** Why changes must not be made that would leave an experiment's arm without its set of words; undefined: they would not. */
export function armLeftWithout(
  now: readonly OwnQuestion[],
  changes: readonly WordsChange[],
  arms: Pick<Arms, "names">,
): string | undefined {
  const then = changes.reduce<readonly OwnQuestion[]>(
    (all, { language, step, survey, set, after: texts = {} }) =>
      withQuestion(all, { language, step, survey, set, texts }),
    now,
  );
  const [before, after] = [ownWordsFrom(0, now), ownWordsFrom(0, then)];
  const left = arms.names.filter((arm) => lacksWords(arm, after) && !lacksWords(arm, before));
  const [lost] = armsWithoutWords(left, after);
  return lost && `Then a${lost.slice(1)} Take the arm out of claimpath.yaml first.`;
}
