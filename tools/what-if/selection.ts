import { Refusal } from "../../services/operations/refusal.ts";
import type { Side, Sides } from "./sides.ts";

/** The surveys by how an edit affects them, each list in the registry's order. */
export type Selection = {
  touched: string[];
  untouched: string[];
  /** Surveys that only one side has, so that no visit can be replayed through both. */
  added: string[];
  removed: string[];
};

/** Finds the surveys that an edit may touch. If in doubt, a survey counts as touched. */
export function selectionOf({ before, after }: Sides): Selection {
  const [was, is] = [before, after].map(({ variants }) => [...variants.keys()]) as [string[], string[]];
  const common = is.filter((code) => before.variants.has(code));
  const isTouched = areShownAlike({ before, after })
    ? (code: string) => before.fingerprint(code) !== after.fingerprint(code)
    : () => true;
  const touched = common.filter(isTouched);
  return {
    touched,
    untouched: common.filter((code) => !touched.includes(code)),
    added: is.filter((code) => !before.variants.has(code)),
    removed: was.filter((code) => !after.variants.has(code)),
  };
}

/** One survey, whether the edit may touch it or not. @throws Refusal unless both sides have it */
export function onlySurvey(
  code: string,
  { before, after }: Record<keyof Sides, Pick<Side, "variants">>,
): Selection {
  if (!before.variants.has(code) || !after.variants.has(code))
    throw new Refusal(`There is no survey ${code}.`);
  return { touched: [code], untouched: [], added: [], removed: [] };
}

/**
 * True if each address that showed a survey still shows the same one. Otherwise any survey may be touched,
 * because an experiment's arm shows a survey at another one's address, with that one's presets.
 */
function areShownAlike({ before, after }: Sides): boolean {
  const known = [...before.variants.values(), ...after.variants.values()].flatMap(({ entries }) =>
    Object.keys(entries),
  );
  return (
    before.finding === after.finding &&
    known.every((path) => [undefined, shownAt(after, path)].includes(shownAt(before, path)))
  );
}

/** The survey and the presets of an address, as a text to compare. */
function shownAt({ findEntry }: Side, path: string): string | undefined {
  const found = findEntry(path);
  return found && JSON.stringify([found.variant.code, found.defaults]);
}
