import type { Answers } from "../../../machines/answers.ts";
import { chosenOption } from "./chosen-option.ts";
import type { ScreenState, SurveyPageData } from "./page-data.ts";

/**
 * What a screen says of the answers before it: a remark on the last one and, at the consent, all of them to check.
 * @param path the questions on the visitor's way
 * @param answersTo what was last answered to one of them
 */
export function soFar(
  steps: SurveyPageData["steps"],
  path: readonly string[],
  step: string,
  answersTo: (step: string) => Answers | undefined,
): Pick<ScreenState, "remark" | "toCheck"> {
  const before = path.slice(0, Math.max(0, path.indexOf(step)));
  const given = before.map((name) => ({ step: name, answers: answersTo(name) ?? {} }));
  const last = given.at(-1);
  return {
    remark: last && chosenOption(steps[last.step]?.options ?? [], last.answers)?.remark,
    toCheck: steps[step]?.consent === undefined ? undefined : given,
  };
}
