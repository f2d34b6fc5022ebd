import { pageFeatures } from "../../features.ts";

/** What another feature adds to the pages of the numbers: `adds.numbers` of its declaration. */
export type AddedToNumberPages = {
  /** The next place to look at for a survey that loses leads at a node of its chart. */
  atLeak?: (code: string, node: string) => { href: string; text: string };
  /** The command that makes up visits for a survey, which pages without any visits mention. */
  makesVisits?: (code: string) => string;
};

/** All features' additions, each with its feature's name. */
export function addedToNumberPages(): (AddedToNumberPages & { name: string })[] {
  return pageFeatures.flatMap(({ name, adds }) =>
    adds?.numbers ? [{ ...(adds.numbers as AddedToNumberPages), name }] : [],
  );
}
