import type { Answers } from "../../../machines/rules/answers.ts";
import type { Place } from "../../../machines/rules/place.ts";
import type { Option } from "../../../machines/steps/step.ts";
import type { ScreenState, SurveyPageData } from "./page-data.ts";

/**
 * The option that the given answers came from, or undefined. Of several that fit, the one recording most wins:
 * "partially" records everything that "yes" does and more.
 */
export function chosenOption<T extends Option>(options: T[], values: Answers): T | undefined {
  let best: T | undefined;
  for (const option of options) {
    const records = Object.entries(option.records) as [keyof Answers, string][];
    const fits = records.length > 0 && records.every(([field, value]) => values[field] === value);
    if (fits && records.length > Object.keys(best?.records ?? {}).length) best = option;
  }
  return best;
}

/**
 * A screen's remark on the last answer and, at the consent, all answers to check.
 * @param path the questions on the visitor's way
 * @param place the place of the visitor's ZIP code, which is the remark on that
 * @param answersTo the last answer to one of them
 */
export function soFar(
  steps: SurveyPageData["steps"],
  path: readonly string[],
  step: string,
  place: Place,
  answersTo: (step: string) => Answers | undefined,
): Pick<ScreenState, "remark" | "toCheck"> {
  const before = path.slice(0, Math.max(0, path.indexOf(step)));
  const given = before.map((name) => ({ step: name, answers: answersTo(name) ?? {} }));
  const last = given.at(-1);
  const placeIn = ({ zip_code }: Answers) =>
    zip_code && place.city ? `✓ ${place.city}, ${place.state_long}` : undefined;
  // An end has no remark on the answer before it.
  const isRemarked = last && steps[step]?.kind !== "end";
  return {
    remark: isRemarked
      ? (chosenOption(steps[last.step]!.options, last.answers)?.remark ?? placeIn(last.answers))
      : undefined,
    toCheck: steps[step]?.consent || steps[step]?.kind === "end" ? given : undefined,
  };
}
