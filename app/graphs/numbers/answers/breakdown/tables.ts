import type {
  Breakdown,
  BreakdownCell,
  BreakdownValue,
} from "../../../../../services/analytics/breakdown.ts";
import { narrowedTo, type Part, valueInWords } from "../../../breakdown/value-of.ts";
import { sorted } from "../../sort.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../../table.ts";
import { text } from "../columns.ts";
import { type Divided, nameOf } from "./asked-breakdown.ts";

type TitleOf = (id: string) => string;

const count = (name: string): Column => ({ name, unit: "count" });

/** What a rate of a breakdown is of. */
const rateName = ({ isOfRow, columns }: Breakdown) =>
  !isOfRow ? "Conversion" : columns.length > 0 ? "Part of row" : "Part of all";
const differsInWords = { [-1]: "lower", 0: "", 1: "higher" };

/**
 * A breakdown as a table with a line for each row, or for each cell where there are two dimensions.
 * @param code of the survey @param query the page's address
 */
export function breakdownTable(
  breakdown: Breakdown,
  { by, and }: Divided,
  titleOf: TitleOf,
  code: string,
  query: URLSearchParams,
): Table {
  const { rows, columns, total, others } = breakdown;
  const rowName = (value: BreakdownValue) => valueInWords(by, value, others.rows, titleOf);
  const columnName = (value: BreakdownValue) => valueInWords(and!, value, others.columns, titleOf);
  const line = (names: string[], cell: BreakdownCell, parts: Part[]): Row => {
    const narrowed = narrowedTo(query, parts);
    return {
      id: parts.map(([, value]) => value ?? "").join("|"),
      isMarked: cell.differs !== 0,
      links: narrowed ? linksTo(code, narrowed) : [],
      cells: [...names, ...cellsOf(cell, total.sessions)],
    };
  };
  const table: Table = {
    name: "cells",
    title: and ? `By ${nameOf(by)} and ${nameOf(and)}` : `By ${nameOf(by)}`,
    columns: [
      text(nameOf(by)),
      ...(and ? [text(nameOf(and))] : []),
      count("Sessions"),
      { name: "Of all sessions", unit: "percent" },
      count("Leads"),
      count("Qualified"),
      { name: rateName(breakdown), unit: "percent", isHeat: true },
      { name: "At least", unit: "percent", isBound: true },
      { name: "At most", unit: "percent", isBound: true },
      text("Beside the rest"),
      { name: "p adjusted", unit: "p" },
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
      : rows.map(({ value, total: cell }) => line([rowName(value)], cell, [[by, value]])),
  };
  return sorted(tableOf(table), query);
}

function cellsOf(cell: BreakdownCell, all: number): Cell[] {
  const { sessions, leads, qualified, rate, low, high, differs, adjusted } = cell;
  const beside = adjusted === null ? "not compared" : differsInWords[differs] || "no clear difference";
  return [sessions, all === 0 ? null : sessions / all, leads, qualified, rate, low, high, beside, adjusted];
}

function linksTo(code: string, narrowed: URLSearchParams) {
  return [
    { text: "Numbers", href: `/graphs/${code}/numbers?${narrowed}` },
    { text: "Visits", href: `/graphs/${code}/visits?${narrowed}` },
  ];
}

/** The rates of a breakdown by two dimensions, row by row: the id of each is the number of its row. */
export function heatTable(
  breakdown: Breakdown,
  { by, and }: Required<Divided>,
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
