import type { Stage } from "../../../machines/messages/wording.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { Place } from "../../../machines/rules/place.ts";
import type { Option } from "../../../machines/steps/step.ts";
import type { ProgressTracker } from "../../../machines/visit/session.ts";
import type { LocalizedStep, ScreenState, SurveyPageData } from "./page-data.ts";

/**
 * The option that the given answers came from, or undefined. Of several that fit, the one recording
 * most wins: "partially" records all that "yes" does and more.
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
    toCheck: steps[step]?.consent || steps[step]?.kind === "end" ? given : undefined,
  };
}

type Asked = Record<string, Pick<LocalizedStep, "stage" | "kind" | "consent">>;

/**
 * The stage of each counted step. The last one is of the contact questions that nothing follows, and of those that come
 * first, where nothing is said of the accident yet.
 * @param path the questions so far, which may be more than are counted
 */
export function stagesOf(tracked: ProgressTracker["steps"], path: readonly string[], steps: Asked): Stage[] {
  const isCase = (name: string) => steps[name]?.stage === "case";
  const isContact = (name: string) => steps[name]?.kind === "contact" || Boolean(steps[name]?.consent);
  const contact = tracked.findLastIndex(({ name }) => !isContact(name)) + 1;
  const here = tracked.findIndex(({ active }) => active);
  const expected = tracked.findIndex(({ name }) => isCase(name));
  const known = expected < 0 ? tracked.length : expected;
  const begins = path.some(isCase) ? Math.min(known, here) : Math.max(known, here + 1);
  const first = tracked.findIndex(({ name }) => !isContact(name));
  return tracked.map((_, index) => {
    if (index >= contact || index < first) return "contact";
    return index >= begins ? "case" : "accident";
  });
}
