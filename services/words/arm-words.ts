import { findEntry } from "../../machines/registry.ts";
import type { Arms } from "../features/feature.ts";
import { closest, didYouMean } from "../yaml/closest.ts";
import type { OwnWords } from "./own-words.ts";

type Arm = Arms["names"][number];
type Sets = Pick<OwnWords, "sets">;

/** The paths of an arm on which its set of words says what everybody reads; none of an arm without a set. */
export function silentAt({ words, shows }: Arm, { sets }: Sets): string[] {
  const says = (path: string) => sets(findEntry(path)?.variant.code).includes(words!);
  return words === undefined ? [] : shows.filter((path) => !says(path));
}

/** Whether an arm compares nothing, because its set of words is not there or has nothing for its surveys. */
export const lacksWords = (arm: Arm, ownWords: Sets) =>
  arm.words !== undefined && silentAt(arm, ownWords).length === arm.shows.length;

/** The arms that lack their words, in a sentence of each. */
export function armsWithoutWords(arms: readonly Arm[], ownWords: Sets): string[] {
  return arms.flatMap((arm) => {
    const { experiment, name, words, shows } = arm;
    if (words === undefined || !lacksWords(arm, ownWords)) return [];
    const all = ownWords.sets();
    const meant = all.includes(words) ? undefined : closest(words, all);
    return [
      `Arm ${name} of experiment ${experiment} has no words of its own: the set ${words} says nothing else on ${shows.join(", ")}${didYouMean(meant) || "."}`,
    ];
  });
}
