/**
 * What analysts ask, and the answers. Nodes and edges are those of the drawn chart (`viewOf`): a node by its id,
 * an edge by `source->target`. Times are milliseconds, days `2026-01-31` in the site's time zone, shares 0 to 1.
 */

import type { Comparison } from "../statistics/rates.ts";
import type { ViewNumbers } from "./first-views/views.ts";

/** By the User-Agent's broad class; `other` where it gives none. */
export const deviceClasses = ["phone", "tablet", "desktop", "other"] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/**
 * Where visits stand: a lead that is qualified or is not, another end of the chart, left (`open`), or still under way: the
 * visitor did something less than `settleMs` ago. A visit that is come back to is no longer left.
 */
export const results = ["qualified", "disqualified", "ended", "open", "underWay"] as const;

/** After so long without an answer a visit counts as left, in milliseconds. */
export const settleMs = 30 * 60_000;
export type Result = (typeof results)[number];

/** Visitors' own visits and those of `npm run claimpath -- simulate-traffic` are never mixed unless asked. */
export const dataKinds = ["real", "simulated", "both"] as const;
export type DataKind = (typeof dataKinds)[number];

/** What a visit is known by besides its way; each is a list to choose from. */
export const dimensions = [
  "path",
  "offer",
  "affiliate",
  "subId",
  "version",
  "device",
  "language",
  /** `on` where the page's scripts ran, `off` where plain forms were posted. */
  "scripts",
] as const;
export type Dimension = (typeof dimensions)[number];

/** All conditions that are given hold together; the values of one list are alternatives, an empty list is none. */
export type Filters = { [name in Dimension]?: string[] } & {
  /** First and last day on which a visit began, both included. */
  from?: string;
  to?: string;
  result?: Result[];
  /** A lead's reasons for being disqualified. */
  dqReason?: string[];
  /** Page flags (A/B) by name, an on/off flag's values being `on` and `off`: `{ theme: ["default", "v3"] }`. */
  flags?: Record<string, string[]>;
  /** Visits that passed all of these nodes or edges, or none of those, and stand at one of the last. */
  with?: string[];
  without?: string[];
  endingAt?: string[];
};

export type Query = {
  /** Short code of the variant. */
  variant: string;
  /** Without it `real`. */
  data?: DataKind;
  filters?: Filters;
  /** So many of the commonest paths are listed; without it 50. */
  paths?: number;
};

/** Dwell times in classes a tenth apart: a value is off by 5 % at most. Null where nobody has left yet. */
export type Dwell = { count: number; median: number | null; p90: number | null };

/** Sessions that passed something, and what became of them afterwards or had before. */
export type Passed = {
  /** Sessions that were here at least once. */
  sessions: number;
  /** How often they were. */
  visits: number;
  /** Leads those sessions made, and the qualified among them. */
  leads: number;
  qualified: number;
};

export type NodeNumbers = Passed & {
  id: string;
  /** False for a node that the chart of today does not have. */
  isModelled: boolean;
  /** Moves that left it, `stillThere` sessions standing here: together as many as `visits`. */
  exits: number;
  stillThere: number;
  /** Those of `stillThere` that may go on yet. */
  underWay: number;
  /** Those of `stillThere` that left: no lead, no other end, and not under way. */
  left: number;
  /** Visitors who saw this place first and answered nothing, where views are known; they are in no other count here. */
  looked: number;
  /** Of `sessions` those that are not under way, here or further on. */
  settled: number;
  /** Those who left here, of all that came and are not under way here; 0 where the chart ends. */
  dropOff: number;
  /** Of those who came here, the ones with a lead. */
  conversion: number;
  dwell: Dwell;
  /** Moves back (or to another tab's question) away from it and to it. */
  backFrom: number;
  backTo: number;
  /** Answers that the form's own rules refused, and the fields they were refused for. */
  refusals: { count: number; sessions: number; fields: { field: string; count: number }[] };
  /** What the services asked here said: `ok`, or how they failed (`timeout`, `unavailable`, …). */
  services: { service: string; outcome: string; count: number }[];
};

export type EdgeNumbers = Passed & {
  /** `source->target` */
  id: string;
  source: string;
  target: string;
  /** False for an edge that the chart of today does not have: an old version's, or forged. */
  isModelled: boolean;
  /** Of all visits to its source. */
  share: number;
};

/** Moves that are no edge of any chart. */
export type JumpNumbers = Passed & { source: string; target: string };

/** Answers to a step that the chart did not take, given under an older chart or forged. */
export type UnmatchedNumbers = Passed & { source: string; step: string };

/** One way through the chart, node by node, moves back included. */
export type PathNumbers = {
  nodes: string[];
  sessions: number;
  /** Of all sessions counted. */
  share: number;
  leads: number;
  qualified: number;
};

/** One value of a dimension. `all`: in this variant and data, whatever the filters; the others under the filters. */
export type Choice = {
  value: string;
  all: number;
  /** Null where they are not known. */
  views: number | null;
  sessions: number;
  leads: number;
  qualified: number;
};

/** Entries must equal exits and those still there; a node where they do not. */
export type Breach = { node: string; visits: number; exits: number; stillThere: number };

export type Numbers = {
  variant: string;
  data: DataKind;
  /** What happened until then is counted; epoch milliseconds. */
  asOf: number;
  /** True when that is long ago, because the database is behind or cannot be read. */
  isBehind: boolean;
  /** True when memory did not suffice for all sessions: the oldest are missing. */
  isPartial: boolean;
  /** First and last day of all sessions of this variant and data, whatever the filters; null where there are none. */
  days: { first: string; last: string } | null;
  /** Dwell times are those of every session, or of every second, fourth and so on where there are millions. */
  timedEvery: number;
  views: ViewNumbers;
  totals: { sessions: number; leads: number } & Record<Result, number>;
  /** Every node and edge of today's chart in its order, those without numbers too, then those it does not have. */
  nodes: NodeNumbers[];
  edges: EdgeNumbers[];
  jumps: JumpNumbers[];
  unmatched: UnmatchedNumbers[];
  /** Commonest first. `total`: how many different ones there are. */
  paths: { total: number; shown: PathNumbers[] };
  /** The commonest way to a qualified lead (where there is none, to a lead; else of all); null without sessions. */
  happyPath: PathNumbers | null;
  /** Qualified first, then by count. */
  leads: { qualified: boolean; dqReason: string; count: number }[];
  conservation: { holds: boolean; breaches: Breach[] };
  /** What there is to filter by, commonest first and at most 200 of each; flags by name. */
  choices: Record<Dimension | "dqReason", Choice[]> & { flags: Record<string, Choice[]> };
};

export type Compared = {
  a: Numbers;
  b: Numbers;
  /** So many sessions are on both sides, which no test allows: then none is made. */
  overlap: number;
  /**
   * The first questions of both, where these differ. A session begins with its first answer, so of sessions neither the whole
   * nor these places are tested.
   */
  firstQuestions: { a: string[]; b: string[] } | null;
  /** Of all first views, where both sides know them: sessions that began, leads, and qualified leads. */
  ofViews: { begun: Comparison; leads: Comparison; qualified: Comparison } | null;
  /** Leads, and qualified leads, of all sessions. */
  leads: Comparison;
  qualified: Comparison;
  /** Nodes that both charts have, in a's order. */
  steps: {
    node: string;
    /** Which question it is on the commonest way to it on either side, 1 for the first. */
    order: { a: number | null; b: number | null };
    dropOff: Comparison;
    conversion: Comparison;
    /** Sessions in which an answer was refused there. */
    refused: Comparison;
    times: { a: Dwell; b: Dwell };
  }[];
  /** Edges that both charts have, in a's order: of the sessions that came to its source, those that took it. */
  ways: {
    edge: string;
    /** False where the source has no other way on, so that its share only repeats the drop-off: it is not tested. */
    isChoice: boolean;
    taken: Comparison;
  }[];
};
