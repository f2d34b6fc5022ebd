import { allFeatures } from "../../features.ts";
import type { Settings } from "../../settings/env.ts";
import type { Connection } from "../../store/engine/connection.ts";
import type { Analytics } from "./client.ts";
import type { SessionIndex } from "./index/session-index.ts";
import type { DataKind } from "./types.ts";

/** A suggestion for an analyst, as the list of all numbers shows it. */
export type NextStep = {
  what: string;
  size: string;
  certainty: string;
  links: readonly { text: string; href: string }[];
};

/** An event at one or more surveys that may explain a change in their numbers; `at` in epoch milliseconds. */
export type Event = { at: number; text: string; variants: readonly string[] };

/** What the analysts' thread gives a feature that asks it a question. */
export type AnalystsThread = {
  connection: Connection;
  fresh: () => Promise<{ index: SessionIndex; asOf: number }>;
};
/** Questions of a feature that take too long for the thread that serves visitors, by their names. */
export type Analyses = Readonly<
  Record<string, (thread: AnalystsThread, ...given: never[]) => Promise<unknown>>
>;

/** The site's services, as far as numbers need them. */
export type WithNumbers = { running: { numbers: Analytics }; settings: Settings };

/** What another feature adds to the numbers: `adds.numbers` of its declaration. */
export type AddedToNumbers = {
  /** Marks on time charts. */
  events?: (settings: Settings) => readonly Event[];
  /**
   * Loaded by the analysts' thread when one of them is requested. A build knows their file by its name, analyses.ts, where it
   * needs more than that thread has anyway.
   */
  analyses?: () => Promise<Analyses>;
  nextSteps?: (services: WithNumbers, data: DataKind) => Promise<readonly NextStep[]>;
};

/** All features' additions, each with its feature's name. */
export function addedToNumbers(): (AddedToNumbers & { name: string })[] {
  return allFeatures.flatMap(({ name, adds }) =>
    adds?.numbers ? [{ ...(adds.numbers as AddedToNumbers), name }] : [],
  );
}
