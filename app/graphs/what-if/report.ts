import type { View } from "../../../machines/graph/view.ts";
import type { Kind } from "../../../machines/what-if/differences.ts";
import type { Tally } from "../../../machines/what-if/tally.ts";
import type { Marks } from "../drawing/marks.ts";

/** A chart with marks on what the other one has not. */
export type Drawn = { view: View; marks: Marks };

/** Some of the visits of a run, that one thread reads and counts: a slice of the store's ids, of a file, of a seed. */
export type Batch =
  | { of: "store"; after: string; until: string }
  | { of: "file"; file: string; from: number; to: number }
  | { of: "seed"; seed: number; first: number; count: number };

/** What a run of `npm run what-if` came to, as its file has it: a page shows it, a later run goes on with it. */
export type Report = {
  code: string;
  before: string;
  after: string;
  visitsOf: string;
  /** A digest of both states of the survey, so that a run is not resumed after another edit. */
  fingerprint: string;
  /** Visits that were not read yet. */
  rest: Batch[];
  tally: Tally;
  drawn: { before: Drawn; after: Drawn };
};

export const kindNames: Record<Kind, string> = {
  way: "take another way",
  skips: "skip a question",
  meets: "are asked a question they never answered",
  end: "end otherwise",
  verdict: "get another verdict (q)",
  dq_reason: "get another dq_reason",
  window: "fall into another window",
  payload: "have another payload",
};

/** The lists of what differs: the name in a tally, and a title. */
export const lists = [
  ["turns", "Verdicts that turn"],
  ["skipped", "Questions skipped"],
  ["met", "Questions never answered before"],
  ["fields", "Fields of payloads that differ"],
] as const;
