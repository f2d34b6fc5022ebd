import type { Answers } from "../../../machines/answers.ts";
import type { Place } from "../../../machines/rules/place.ts";
import { chosenOption } from "./chosen-option.ts";
import type { ScreenState, SurveyPageData } from "./page-data.ts";

/**
 * What a screen says of the answers before it: a remark on the last one and, at the consent, all of them to check.
 * @param path the questions on the visitor's way
 * @param place the place of the visitor's ZIP code, which is the remark on that
 * @param answersTo what was last answered to one of them
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
  // An end says nothing of the answer before it.
  const isRemarked = last && steps[step]?.kind !== "end";
  return {
    remark: isRemarked
      ? (chosenOption(steps[last.step]!.options, last.answers)?.remark ?? placeIn(last.answers))
      : undefined,
    toCheck: steps[step]?.consent === undefined ? undefined : given,
  };
}
