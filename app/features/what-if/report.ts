import type { Kind } from "../../../machines/features/what-if/differences.ts";
import type { Tally } from "../../../machines/features/what-if/tally.ts";
import type { View } from "../../../machines/graph/view.ts";
import type { Marks } from "../../graphs/drawing/marks.ts";

/** A chart with marks on what differs from the other. */
export type Drawn = { view: View; marks: Marks };

/** Visits that one thread reads and counts: a slice of the store's ids, of a file, or of a seed's visits. */
export type Batch =
  | { of: "store"; after: string; until: string }
  | { of: "file"; file: string; from: number; to: number }
  | { of: "seed"; seed: number; first: number; count: number };

/** The saved result of `npm run what-if`: a page shows it, and `--resume` continues it. */
export type Report = {
  code: string;
  before: string;
  after: string;
  visitsOf: string;
  /** A digest of both versions of the survey, so that a run is not resumed after another edit. */
  fingerprint: string;
  /** Visits not read yet. */
  rest: Batch[];
  tally: Tally;
  drawn: { before: Drawn; after: Drawn };
};

/** The file of a survey's latest run. */
export function reportFile(folder: string, code: string): string {
  return `${folder}/${code}.json`;
}

export const kindNames: Record<Kind, string> = {
  lost: "send no lead any more",
  won: "send a lead that they did not send",
  way: "take another path",
  skips: "skip a question",
  meets: "are asked a question they never answered",
  end: "reach another end",
  verdict: "get another verdict (q)",
  dq_reason: "get another dq_reason",
  window: "get another click window",
  payload: "send another payload",
};

/** The lists of differences: the name in a tally, and a title. */
export const lists = [
  ["turns", "Changed verdicts"],
  ["skipped", "Skipped questions"],
  ["met", "Newly asked questions"],
  ["fields", "Changed payload fields"],
] as const;
