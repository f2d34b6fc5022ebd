import type { LoaderFunctionArgs } from "@remix-run/node";
import { defaultFlags } from "../../../../machines/rules/page-flags.ts";
import {
  type Against,
  type Breakdown,
  type BreakdownCell,
  type BreakdownName,
  type BreakdownValue,
  breakdownNames,
  fewSessions,
} from "../../../../services/features/numbers/breakdown.ts";
import type { Choice, Numbers, RatedViews } from "../../../../services/features/numbers/types.ts";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import type { BreakdownShown } from "../by-value.tsx";
import { dimensionNames, flagPrefix, narrowedTo, type Part, valueInWords } from "../query.ts";
import { shareCells, shareColumns, text } from "../tables/answers/columns.ts";
import { type Cell, type Column, type Row, sorted, type Table, tableOf } from "../tables/table.ts";
import { answered, askedBy, demandSurvey, type FieldErrors } from "./asked.ts";

/** The dimensions of a breakdown. */
export type Divided = { by: BreakdownName; and?: BreakdownName; against?: Against };

/** Those with two dimensions. */
export type DividedTwice = Required<Pick<Divided, "by" | "and">>;

const known: readonly string[] = [
  ...breakdownNames,
  ...Object.keys(defaultFlags).map((name) => flagPrefix + name),
];

/** By affiliate by default. Equal rows and columns are rows alone, since a form's menus are independent. */
export function dividedBy(params: URLSearchParams): { divided: Divided; wrong: FieldErrors } {
  const by = params.get("by") || "affiliate";
  const across = params.get("and") || undefined;
  const and = across === by ? undefined : across;
  const wrong: FieldErrors = {};
  if (!known.includes(by)) wrong.by = `Sessions cannot be broken down by “${by}”.`;
  if (and !== undefined && !known.includes(and)) wrong.and = `Sessions cannot be broken down by “${and}”.`;
  const against = readAgainst(params.get("against") ?? "");
  if (against === "unknown")
    wrong.against = "Compare with all others, the largest group, or one of the groups.";
  return {
    divided: {
      by: by as BreakdownName,
      ...(and && { and: and as BreakdownName }),
      ...(against && against !== "unknown" && { against }),
    },
    wrong,
  };
}

/** An address names a group as `is:7`, since a group may be called `largest`. */
const groupPrefix = "is:";

function readAgainst(given: string): Against | "unknown" | undefined {
  if (given === "") return undefined;
  if (given === "largest") return given;
  return given.startsWith(groupPrefix) ? { value: given.slice(groupPrefix.length) } : "unknown";
}

/** The groups that others can be compared with, in words: the commonest, which have rows on the first screens. */
export function groupsToChoose(
  { rows }: Breakdown,
  nameOf: (value: BreakdownValue) => string,
): Record<string, string> {
  const groups = rows.filter(({ value }) => value !== null).slice(0, mostGroups);
  return {
    "": "All other sessions",
    largest: "The largest group",
    ...Object.fromEntries(groups.map(({ value }) => [groupPrefix + value, nameOf(value)])),
  };
}

const mostGroups = 24;

const names: Partial<Record<BreakdownName, string>> = {
  ...dimensionNames,
  day: "Day",
  weekday: "Weekday",
  result: "Result",
  endingAt: "Last step",
};

function nameOf(name: BreakdownName): string {
  return names[name] ?? `Flag ${name.slice(flagPrefix.length)}`;
}

/** Flags are offered only where visits differ in them. */
export function namesToChoose(flags: Numbers["choices"]["flags"] = {}): Record<string, string> {
  const all = [...breakdownNames, ...Object.keys(flags).map((flag) => `${flagPrefix}${flag}` as const)];
  return Object.fromEntries(all.map((name) => [name, nameOf(name)]));
}

type TitleOf = (id: string) => string;

const count = (name: string): Column => ({ name, unit: "count" });

const rateName = ({ isOfRow, columns }: Breakdown) =>
  !isOfRow ? "Conversion" : columns.length > 0 ? "Share of row" : "Share of all";
const differsInWords = { [-1]: "lower", 0: "", 1: "higher" };

type Given = {
  titleOf: TitleOf;
  /** Of the survey. */
  code: string;
  /** The page's address. */
  query: URLSearchParams;
  /** First views by value, where they are known for this dimension. */
  views?: ReadonlyMap<string, RatedViews & { all: number }>;
};

/** A row for each value, or for each cell where there are two dimensions. */
export function breakdownTable(
  breakdown: Breakdown,
  { by, and }: Divided,
  { titleOf, code, query, views }: Given,
): Table {
  const { rows, columns, total, others } = breakdown;
  const rowName = (value: BreakdownValue) => valueInWords(by, value, others.rows, titleOf);
  const columnName = (value: BreakdownValue) => valueInWords(and!, value, others.columns, titleOf);
  const isChosen = ([part]: Part[]) =>
    breakdown.against !== undefined && breakdown.against.value === part![1];
  const viewCells = (value: BreakdownValue, { sessions }: BreakdownCell): Cell[] => {
    if (!views) return [];
    const seen = value === null ? undefined : views.get(value);
    if (seen === undefined) return [null, null, null, null, null];
    const bounces = Math.max(0, seen.views - seen.sessions);
    return [seen.all, Math.max(0, seen.all - sessions), ...shareCells(bounces, seen.views)];
  };
  const line = (names: Cell[], cell: BreakdownCell, parts: Part[], seen: Cell[] = []): Row => {
    const narrowed = narrowedTo(query, parts);
    return {
      id: parts.map(([, value]) => value ?? "").join("|"),
      isMarked: cell.differs !== 0,
      links: narrowed ? linksTo(code, narrowed) : [],
      cells: [...names, ...cellsOf(cell, total.sessions, isChosen(parts)), ...seen],
    };
  };
  const table: Table = {
    name: "cells",
    title: and ? `By ${nameOf(by)} and ${nameOf(and)}` : `By ${nameOf(by)}`,
    columns: [
      text(nameOf(by)),
      ...(and ? [text(nameOf(and))] : []),
      count("Sessions"),
      ...shareColumns(rateName(breakdown), breakdown.isOfRow ? "neither" : "good"),
      text(breakdown.against ? `Versus ${rowName(breakdown.against.value)}` : "Versus the rest"),
      { name: "Adjusted p", unit: "p" },
      count("Leads"),
      count("Qualified"),
      { name: "Share of sessions", unit: "percent" },
      ...(views ? [count("First views"), count("Bounces"), ...shareColumns("Bounce rate", "bad")] : []),
    ],
    rows: and
      ? rows.flatMap(({ value, cells }) =>
          cells.map((cell, at) => {
            const column = columns[at]!.value;
            return line([rowName(value), columnName(column)], cell, [
              [by, value],
              [and, column],
            ]);
          }),
        )
      : rows.map(({ value, total: cell }) =>
          line([rowName(value)], cell, [[by, value]], viewCells(value, cell)),
        ),
  };
  return sorted(tableOf(table), query);
}

function cellsOf(cell: BreakdownCell, all: number, isChosen: boolean): Cell[] {
  const { sessions, leads, qualified, rate, low, high, differs, adjusted } = cell;
  const beside = isChosen
    ? "what the others are compared with"
    : adjusted === null
      ? "too few to test"
      : differsInWords[differs] || "no significant difference";
  return [sessions, rate, low, high, beside, adjusted, leads, qualified, all === 0 ? null : sessions / all];
}

function linksTo(code: string, narrowed: URLSearchParams) {
  return [
    { text: "Numbers", href: `/graphs/${code}/numbers?${narrowed}` },
    { text: "Visits", href: `/graphs/${code}/visits?${narrowed}` },
  ];
}

/** The rates of a breakdown by two dimensions; a row's id is its index in the breakdown, which sorting would lose. */
export function heatTable(
  breakdown: Breakdown,
  { by, and }: DividedTwice,
  titleOf: TitleOf,
  query: URLSearchParams,
): Table {
  const { rows, columns, others } = breakdown;
  const table: Table = {
    name: "heat",
    title: `${rateName(breakdown)} by ${nameOf(by)} and ${nameOf(and)}`,
    columns: [
      text(nameOf(by)),
      { name: "All", unit: "percent" },
      ...columns.map(({ value }): Column => {
        const name = valueInWords(and, value, others.columns, titleOf);
        return { name, unit: "percent" };
      }),
    ],
    rows: rows.map(({ value, total, cells }, at) => ({
      id: String(at),
      cells: [valueInWords(by, value, others.rows, titleOf), total.rate, ...cells.map(({ rate }) => rate)],
    })),
  };
  return sorted(tableOf(table), query);
}

/** A survey's sessions, divided by the parameters of the page's address. @throws Response 404 as `demandSurvey` */
export async function loadBreakdown(args: LoaderFunctionArgs) {
  const { view, params } = await demandSurvey(args);
  const analytics = args.context.services.running.numbers;
  const { asked, wrong } = askedBy(view.code, params);
  const { divided, wrong: wrongParts } = dividedBy(params);
  const shown: BreakdownShown = {
    view,
    divided,
    wrong: { ...wrong, ...wrongParts },
    numbers: null,
    breakdown: null,
    tables: [],
    names: namesToChoose(),
    groups: {},
    fewSessions,
  };
  return answered(shown, asked, async ({ query }) => {
    const { by, and, against } = divided;
    const [numbers, breakdown] = await Promise.all([
      analytics.query(query),
      analytics.breakdown(query, by, and, against),
    ]);
    const titleOf = titlesIn(view);
    const views = and ? undefined : viewsBy(by, numbers);
    const cells = breakdownTable(breakdown, divided, { titleOf, code: view.code, query: params, views });
    const heat = and ? [heatTable(breakdown, { by, and }, titleOf, params)] : [];
    const names = namesToChoose(numbers.choices.flags);
    const groups = groupsToChoose(breakdown, (value) => valueInWords(by, value, 0, titleOf));
    return { numbers, asOf: numbers.asOf, breakdown, tables: [cells, ...heat], names, groups };
  });
}

/**
 * First views of each value, where they are known for all of them: a bounce has no result, day of the week or sub id.
 */
function viewsBy(by: BreakdownName, { choices }: Numbers): Given["views"] {
  const { flags, ...dimensions } = choices;
  const all = by.startsWith(flagPrefix)
    ? flags[by.slice(flagPrefix.length)]
    : (dimensions as Record<string, Choice[] | undefined>)[by];
  const known = (all ?? []).flatMap(({ value, views, ratedViews }) =>
    views === null || ratedViews === null ? [] : [[value, { ...ratedViews, all: views }] as const],
  );
  return known.length > 0 && known.length === all?.length ? new Map(known) : undefined;
}
