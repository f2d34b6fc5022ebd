import type { PageFlags } from "../../machines/rules/page-flags.ts";

/** One of the versions of a page that an experiment compares. */
export type Arm = {
  name: string;
  /** Whole number; an arm's share is its weight divided by the sum of all weights. */
  weight: number;
  /** Page flags over those of the path. */
  flags?: Partial<PageFlags>;
  /** Path of the survey that is shown instead of the path's own. */
  survey?: string;
};

/** An experiment as the file defines it. */
export type Experiment = {
  id: string;
  /** What is tried and what is expected of it, for people. */
  about: string;
  /** Paths of the surveys that it runs on. */
  paths: string[];
  arms: Arm[];
  /** Name of the arm that the others are compared with. */
  control: string;
  /** Experiments of one group never share a visitor. */
  group?: string;
  /** Share of the visitors to its paths who take part, above 0 and up to 1. */
  share: number;
  /** Epoch milliseconds. */
  start: number;
  stop?: number;
  /** Name of the arm that everybody is shown after the stop. */
  winner?: string;
  metric: "qualified" | "leads";
};
