import { pageFeatures } from "../../features.ts";

/** What another feature adds to the pages of the numbers: `adds.numbers` of its declaration. */
export type AddedToNumberPages = {
  /** The next place to look at for a survey that loses leads at a node of its chart. */
  atLeak?: (code: string, node: string) => { href: string; text: string };
  /** What fills a store of its own with visits of a survey, and what shows that; pages without any visits mention it. */
  makesVisits?: (code: string) => { command: string; start: string };
};

/** All features' additions, each with its feature's name. */
export function addedToNumberPages(): (AddedToNumberPages & { name: string })[] {
  return pageFeatures.flatMap(({ name, adds }) =>
    adds?.numbers ? [{ ...(adds.numbers as AddedToNumberPages), name }] : [],
  );
}
