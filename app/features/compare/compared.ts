import { charts } from "../../../machines/charts.ts";
import {
  type Account,
  accountOf,
  type ChartDifference,
  compareCharts,
  kinds,
} from "../../../machines/graph/account.ts";
import { type Difference, isSame } from "../../../machines/graph/diff.ts";
import { type Chart, chartOf, laidOut } from "../../graphs/chart-of.ts";
import { movedBoxes } from "../../graphs/drawing/layout.ts";
import { differingMarks, type Marks } from "../../graphs/drawing/marks.ts";
import type { Answered } from "./developing/revisions.ts";

/** A commit to take a chart from, and its description. */
export type Revision = { id: string; words: string };

/** A side of a comparison: a chart as it is now, or at a revision. */
export type Side = { code: string; revision: string };

/** Text that git accepts as a revision and no program reads as an option. */
const sound = /^\w[\w./~^-]{0,79}$/;

/** Reads a side from the URL: `before=v4nv&before.at=HEAD`. */
export function sideIn(params: URLSearchParams, name: "before" | "after", usual: string): Side {
  return { code: params.get(name) || usual, revision: params.get(`${name}.at`) ?? "" };
}

/** `v4nv@HEAD` */
export function nameOf({ code, revision }: Side): string {
  return revision === "" ? code : `${code}@${revision}`;
}

/** Why this side is invalid, in a sentence; empty if it is valid. @param codes of all current charts */
export function problemOf({ code, revision }: Side, codes: readonly string[]): string {
  if (revision === "") return codes.includes(code) ? "" : "There is no such chart.";
  return /^\w[\w-]*$/.test(code) && sound.test(revision) ? "" : "There is no such revision.";
}

/** A drawn chart, its name in the comparison, and marks on what differs from the other. */
type Drawn = { name: string; chart: Pick<Chart, "view" | "layout">; marks: Marks };

/** Two charts and their differences; moved states are listed separately. */
export type Compared = {
  before: Drawn;
  after: Drawn;
  /** An entry for each kind of difference. */
  differences: { kind: (typeof kinds)[number]; difference: Difference }[];
  /** Titles of the states that both have, but that moved or changed size in the drawing. */
  moved: string[];
};

const known = new Map<string, Account>();

/** Compares two of the site's current charts. */
export async function comparedNow(before: string, after: string, isWide: boolean): Promise<Compared> {
  const [was, is] = [(await chartOf(before, isWide))!, (await chartOf(after, isWide))!];
  const difference = compareCharts(accountFor(before), accountFor(after));
  return comparedOf([before, after], [was, is], difference, movedBoxes(was.layout, is.layout));
}

/** Compares two charts, at least one of them from a git revision. */
export async function comparedAt(
  [before, after]: readonly [Side, Side],
  { difference, views }: Exclude<Answered, { problem: string }>,
  isWide: boolean,
): Promise<Compared> {
  const [was, is] = await Promise.all(
    views.map(async (view) => ({ view, layout: await laidOut(view, isWide) })),
  );
  return comparedOf([nameOf(before), nameOf(after)], [was!, is!], difference, difference.layout);
}

function comparedOf(
  [before, after]: readonly [string, string],
  [was, is]: readonly [Drawn["chart"], Drawn["chart"]],
  difference: ChartDifference,
  movedIds: readonly string[],
): Compared {
  const titles = new Map(was.view.nodes.map(({ id, title }) => [id, title]));
  return {
    before: { name: before, chart: was, marks: differingMarks(was.view, difference, "lost") },
    after: { name: after, chart: is, marks: differingMarks(is.view, difference, "gained") },
    differences: kinds
      .filter((kind) => !isSame(difference[kind]))
      .map((kind) => ({ kind, difference: difference[kind] })),
    moved: movedIds.map((id) => titles.get(id) ?? id),
  };
}

function accountFor(code: string): Account {
  const account = known.get(code) ?? accountOf(charts.find((chart) => chart.code === code)!);
  known.set(code, account);
  return account;
}
