import type {
  Breakdown,
  BreakdownCell,
  BreakdownValue,
} from "../../../../../services/analytics/breakdown.ts";
import { narrowedTo, type Part, valueInWords } from "../../breakdown/value-of.ts";
import { sorted } from "../../sort.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../../table.ts";
import { shareCells, shareColumns, text } from "../columns.ts";
import { type Divided, type DividedTwice, nameOf } from "./asked-breakdown.ts";

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
  views?: ReadonlyMap<string, number>;
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
    const bounces = Math.max(0, seen - sessions);
    return [seen, bounces, ...shareCells(bounces, seen)];
  };
  const line = (names: Cell[], cell: BreakdownCell, parts: Part[]): Row => {
    const narrowed = narrowedTo(query, parts);
    return {
      id: parts.map(([, value]) => value ?? "").join("|"),
      isMarked: cell.differs !== 0,
      links: narrowed ? linksTo(code, narrowed) : [],
      cells: [...names, ...cellsOf(cell, total.sessions, isChosen(parts))],
    };
  };
  const table: Table = {
    name: "cells",
    title: and ? `By ${nameOf(by)} and ${nameOf(and)}` : `By ${nameOf(by)}`,
    columns: [
      text(nameOf(by)),
      ...(and ? [text(nameOf(and))] : []),
      ...(views ? [count("First views"), count("Bounces"), ...shareColumns("Bounce rate", "bad")] : []),
      count("Sessions"),
      { name: "Share of sessions", unit: "percent" },
      count("Leads"),
      count("Qualified"),
      ...shareColumns(rateName(breakdown), breakdown.isOfRow ? "neither" : "good"),
      text(breakdown.against ? `Versus ${rowName(breakdown.against.value)}` : "Versus the rest"),
      { name: "Adjusted p", unit: "p" },
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
          line([rowName(value), ...viewCells(value, cell)], cell, [[by, value]]),
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
  return [sessions, all === 0 ? null : sessions / all, leads, qualified, rate, low, high, beside, adjusted];
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
