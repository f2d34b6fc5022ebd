/**
 * Analysts' queries and their results. Nodes and edges are those of the drawn chart (`viewOf`): nodes by id,
 * edges by `source->target`. Times are in milliseconds, days are `2026-01-31` in the site's time zone, shares
 * are from 0 to 1.
 */

import { outerPath } from "../../../machines/context/source-path.ts";
import type { DeviceClass } from "../../analytics/device.ts";
import type { Result } from "../../analytics/session.ts";
import type { AnalyticsSource } from "../../store/rows.ts";
import type { ViewNumbers } from "./index/views.ts";
import type { Comparison } from "./statistics/rates.ts";

/** Real visits, or those that releases before this one made up and marked as simulated; mixed only on request. */
export const dataKinds = ["real", "simulated", "both"] as const;
export type DataKind = (typeof dataKinds)[number];

/** What visits can be filtered by, besides their way through the chart. */
export const dimensions = [
  "path",
  "offer",
  "affiliate",
  /** The first two of a source's levels, where it has several; `subId` is the whole source. */
  "campaign",
  "adSet",
  "subId",
  "version",
  "device",
  "language",
  /** `on` if the page's scripts ran, `off` if plain forms were posted. */
  "scripts",
] as const;
export type Dimension = (typeof dimensions)[number];

/** Ids of a source's path, by the dimensions that are no columns of their own. */
const depths: Partial<Record<Dimension, number>> = { campaign: 1, adSet: 2 };

/** A dimension's value of a source; undefined where nothing is known of it, as of most a cost is for. */
export function valueIn(
  source: Partial<AnalyticsSource> & Pick<AnalyticsSource, "subId">,
  name: Dimension,
): string | undefined {
  const depth = depths[name];
  if (depth !== undefined) return outerPath(source.subId, depth);
  return source[name as Exclude<Dimension, "campaign" | "adSet">];
}

/**
 * Visits by their speed: `fast` are those that answered faster than anybody can (`isTooFast`), `people` all others and
 * those of them that made a lead. A lead is always counted, because it was sold.
 */
export const paces = ["people", "fast"] as const;
export type Pace = (typeof paces)[number];

/** Conditions that can be turned round, besides page flags, which are named like `flag.theme`. */
export const exceptable = [...dimensions, "result", "dqReason"] as const;
export type Exceptable = (typeof exceptable)[number] | `flag.${string}`;

/** All conditions must hold. The values of a list are alternatives; an empty list is no condition. */
export type Filters = { [name in Dimension]?: string[] } & {
  /** The inverted conditions: a visit passes without any of their values. */
  except?: Exceptable[];
  /** Both by default. */
  pace?: Pace;
  /** First and last day on which a visit began, both included. */
  from?: string;
  to?: string;
  result?: Result[];
  /** A lead's reasons for being disqualified. */
  dqReason?: string[];
  /** Page flags by name: `{ theme: ["default", "v3"] }`; `on` and `off` for an on/off flag. */
  flags?: Record<string, string[]>;
  /** Nodes or edges: visits that passed all of `with` and none of `without`, and are at one of `endingAt`. */
  with?: string[];
  without?: string[];
  endingAt?: string[];
};

export type Query = {
  /** Short code of the variant. */
  variant: string;
  /** `real` by default. */
  data?: DataKind;
  filters?: Filters;
  /** How many of the commonest paths to list; 50 by default. */
  paths?: number;
};

/** Dwell times, off by 5 % at most, since they are stored in classes. Null if nobody has moved on yet. */
export type Dwell = { count: number; median: number | null; p90: number | null };

/** Sessions that passed a node, edge or other part, with their leads, whether made before or afterwards. */
export type Passed = {
  /** Sessions that were here at least once. */
  sessions: number;
  /** How many times they were here. */
  visits: number;
  /** Leads of those sessions, and the qualified ones among these. */
  leads: number;
  qualified: number;
};

/** What rates count, by where the session began (`standing.ts`); `left` as in `results` "open". */
export type Rated = { sessions: number; leads: number; qualified: number; left: number };

/** What rates with bounces count: first views, and the sessions that began in the same hours. */
export type RatedViews = { views: number; sessions: number; leads: number; qualified: number };

/** How long visits with a lead took from the first answer on: the same times as `lasted_s` of the exported sessions. */
export type Completed = {
  /** Null for all devices. */
  device: DeviceClass | null;
  count: number;
  /** Half took at most the median, and half of all took between the quarters, in milliseconds. */
  quarter: number;
  median: number;
  threeQuarters: number;
};

export type NodeNumbers = Passed & {
  id: string;
  /** False if today's chart does not have this node. */
  isModelled: boolean;
  /** Moves away from it, and sessions that are still here; together they must equal `visits`. */
  exits: number;
  stillThere: number;
  /** Visitors of `stillThere` who may still go on. */
  underWay: number;
  /** Visitors of `stillThere` who left: no lead, no other end, and not under way. */
  left: number;
  /** Visitors who saw this node first and answered nothing, if views are known. Only rates include them. */
  looked: number;
  /** What rates count of these (`standing.ts`); `refused`: the sessions with a refused answer here. */
  rated: Rated & { looked: number; refused: number };
  /** Share of those who came here that left here; 0 at an end of the chart, null where no rate counts anybody yet. */
  dropOff: number | null;
  /** Share of those who came here that made a lead; null where no rate counts anybody yet. */
  conversion: number | null;
  dwell: Dwell;
  /** Moves back, or to a question in another tab, away from this node and to it. */
  backFrom: number;
  backTo: number;
  /**
   * Answers that the form's validation refused, and the fields that they were refused for. `unanswered`: of these, to
   * visitors who answered nothing after it, so that they are in no session.
   */
  refusals: {
    count: number;
    unanswered: number;
    sessions: number;
    fields: { field: string; count: number; unanswered: number }[];
  };
  /** Results of the services called here: `ok`, or how they failed (`timeout`, `unavailable`, …). */
  services: { service: string; outcome: string; count: number }[];
};

/** The steps of the visitors with one kind of device. */
export type DeviceSteps = { device: string; nodes: Pick<NodeNumbers, "id" | "sessions" | "rated">[] };

export type EdgeNumbers = Passed & {
  /** `source->target` */
  id: string;
  source: string;
  target: string;
  /** False if today's chart does not have this edge: it is of another version. */
  isModelled: boolean;
  /**
   * What rates count: sessions that took it, out of those that came to its source; visits to it, out of the entries to
   * its source.
   */
  rated: { sessions: number; of: number; visits: number; entries: number };
  /** Share of all visits to its source; null where no rate counts any yet. */
  share: number | null;
};

/** Moves that follow no edge of a chart: back, or to a question in another tab. */
export type JumpNumbers = Passed & { source: string; target: string };

/** Answers, given under another version of the chart, that today's chart did not take. */
export type UnmatchedNumbers = Passed & { source: string; step: string };

/** One path through the chart, node by node, including moves back. */
export type PathNumbers = {
  nodes: string[];
  sessions: number;
  /** Share of all sessions counted. */
  share: number;
  leads: number;
  qualified: number;
};

/** One value of a dimension. */
export type Choice = {
  value: string;
  /** Sessions of this variant and data, whatever the filters; the counts below are filtered. */
  all: number;
  /** Null if unknown. */
  views: number | null;
  sessions: number;
  leads: number;
  qualified: number;
  rated: Rated;
  /** Null if unknown. */
  ratedViews: RatedViews | null;
};

/** A node whose visits differ from its exits and those still there, which must be equal. */
export type Breach = { node: string; visits: number; exits: number; stillThere: number };

export type Numbers = {
  variant: string;
  data: DataKind;
  /** Everything up to this time is counted; epoch milliseconds. */
  asOf: number;
  /** True if `asOf` is long ago, because the database is behind or cannot be read. */
  isBehind: boolean;
  /** True if there were too many sessions for memory, so that the oldest are missing. */
  isPartial: boolean;
  /** First and last day of all sessions of this variant and data, whatever the filters; null without any. */
  days: { first: string; last: string } | null;
  /** Dwell times are taken from every nth session: 1, but 2, 4 and so on for millions of sessions. */
  timedEvery: number;
  views: ViewNumbers;
  /** Visits that `pace: "people"` leaves out and all other filters let pass; 0 where it is not asked. */
  setApart: number;
  /** For all devices first, then for each, most leads first; empty without leads. */
  completed: Completed[];
  totals: { sessions: number; leads: number } & Record<Result, number>;
  /** What rates count of these sessions. */
  rated: Rated & Record<Result, number>;
  /** The sessions that no rate counts yet; null without any. */
  waiting: Waiting | null;
  /** All nodes and edges of today's chart in its order, even without sessions, then all others. */
  nodes: NodeNumbers[];
  edges: EdgeNumbers[];
  jumps: JumpNumbers[];
  unmatched: UnmatchedNumbers[];
  /** Commonest first. `total`: the number of different paths. */
  paths: { total: number; shown: PathNumbers[] };
  /** The commonest path through today's chart to a qualified lead; if none, to a lead; if none, of all. Null without any. */
  happyPath: PathNumbers | null;
  /** Qualified first, then by count. */
  leads: { qualified: boolean; dqReason: string; count: number }[];
  conservation: { holds: boolean; breaches: Breach[] };
  /** Values to filter by, those with the most sessions first and at most 200 of each; flags by name. */
  choices: Record<Dimension | "dqReason", Choice[]> & { flags: Record<string, Choice[]> };
  /** The sum of a dimension's values that are not listed; absent where all are. */
  rest: { [name in Dimension]?: Omit<Choice, "value"> & { values: number } };
};

/** Sessions that came too late to be in a rate; times in epoch milliseconds. */
export type Waiting = {
  sessions: number;
  /** When a rate will include the first session; null if one does already. */
  from: number | null;
  /** When rates will include all sessions. */
  until: number;
  /** When a rate will include first views; null if one does already, or if views are unknown. */
  viewsFrom: number | null;
};

export type Compared = {
  a: Numbers;
  b: Numbers;
  /** Sessions on both sides. If there are any, nothing is tested, because tests assume separate groups. */
  overlap: number;
  /**
   * The first questions of both sides if they differ, else null. A session begins with its first answer, so
   * rates of all sessions and of these nodes are then not tested.
   */
  firstQuestions: { a: string[]; b: string[] } | null;
  /** Sessions, leads and qualified leads per first view; null unless views are known on both sides. */
  ofViews: { begun: Comparison; leads: Comparison; qualified: Comparison } | null;
  /** Leads and qualified leads per session. */
  leads: Comparison;
  qualified: Comparison;
  /** Nodes that both charts have, in a's order. */
  steps: {
    node: string;
    /** The number of its question on the commonest path on each side, 1 for the first. */
    order: { a: number | null; b: number | null };
    dropOff: Comparison;
    conversion: Comparison;
    /** Sessions in which an answer was refused there. */
    refused: Comparison;
    times: { a: Dwell; b: Dwell };
  }[];
  /** Edges that both charts have, in a's order, with the share of the sessions at its source that took it. */
  ways: {
    edge: string;
    /** False if the source has no other edge: the share then only mirrors the drop-off, and is not tested. */
    isChoice: boolean;
    taken: Comparison;
  }[];
};
