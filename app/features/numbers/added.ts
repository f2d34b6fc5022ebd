import { pageFeatures } from "../../features.ts";

/** What another feature adds to the pages of the numbers: `adds.numbers` of its declaration. */
export type AddedToNumberPages = {
  /** Where an analyst looks next at a survey that loses leads at a step. */
  atLeak?: (code: string) => { href: string; text: string };
  /** The command that makes up visits of a survey, which pages of one without any point to. */
  makesVisits?: (code: string) => string;
};

/** All features' additions, each with its feature's name. */
export function addedToNumberPages(): (AddedToNumberPages & { name: string })[] {
  return pageFeatures.flatMap(({ name, adds }) =>
    adds?.numbers ? [{ ...(adds.numbers as AddedToNumberPages), name }] : [],
  );
}
