import type { PageFlags } from "../../machines/rules/page-flags.ts";

/** One of the ways a page is shown while an experiment runs. */
export type Arm = {
  name: string;
  /** Whole number; an arm's share is its weight of the sum of all. */
  weight: number;
  /** Page flags over those of the path. */
  flags?: Partial<PageFlags>;
  /** Path of the survey that is shown in place of the one that was asked for. */
  survey?: string;
};

/** An experiment as the file defines it. */
export type Experiment = {
  id: string;
  /** What is tried, and what is expected of it, in words. */
  about: string;
  /** Paths of the surveys where it runs. */
  paths: string[];
  arms: Arm[];
  /** Name of the arm that the others are compared with. */
  control: string;
  /** Experiments of one group never share a visitor. */
  group?: string;
  /** Of the visitors to its paths, 0 to 1. */
  share: number;
  /** Epoch milliseconds. */
  start: number;
  stop?: number;
  /** Name of the arm that everybody is shown. */
  winner?: string;
  metric: "qualified" | "leads";
};
