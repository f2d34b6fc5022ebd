import type { Counted } from "../visits/visits-address.ts";

/** What a column's numbers are: how they are rounded and what is behind them. */
/** A trend is a text of counts, `12 9 14`, which a page draws. */
export type Unit = "text" | "trend" | "count" | "percent" | "seconds" | "money" | "p";
/** Of cells that are numbers. */
export type NumberUnit = Exclude<Unit, "text" | "trend">;

export type Column = {
  name: string;
  unit: Unit;
  /** A page shades its cells by rank. */
  isHeat?: true;
  /** One end of the interval of the column before; a page shows both below its number. */
  isBound?: true;
};
/** Null where there is nothing to tell. */
export type Cell = string | number | null;
export type Row = {
  cells: Cell[];
  /** What tells it apart from others that read alike: the id of its node or edge. Files have it, pages do not. */
  id?: string;
  /** The visits behind its first count. */
  counted?: Counted;
  /** What analysts noted about it; pages have it, files do not. */
  notes?: string[];
  /** Worth a second look: not in today's chart, a breach, a significant difference. */
  isMarked?: boolean;
  /** Where a page leads on from it. */
  links?: { text: string; href: string }[];
};

/** Numbers as a table: the page and the file for spreadsheets are made of the same cells. */
export type Table = {
  /** In addresses and names of files. */
  name: string;
  title: string;
  /** What there is to know about it. */
  note?: string;
  columns: Column[];
  rows: Row[];
};

const rounded: Record<NumberUnit, (value: number) => number> = {
  count: (value) => value,
  percent: (share) => Number((100 * share).toFixed(1)),
  money: (cents) => Number((cents / 100).toFixed(2)),
  seconds: (ms) => Number((ms / 1000).toFixed(1)),
  p: (value) => Number(value.toPrecision(2)),
};

/**
 * A table, its numbers rounded as they are shown.
 * @param rows cells in the order of `columns`: shares 0 to 1, times in milliseconds, money in cents
 */
export function tableOf({ rows, ...table }: Table): Table {
  const roundedCells = (cells: Cell[]) => cells.map((cell, index) => round(cell, table.columns[index]!.unit));
  return { ...table, rows: rows.map((row) => ({ ...row, cells: roundedCells(row.cells) })) };
}

function round(cell: Cell, unit: Unit): Cell {
  return typeof cell === "number" && unit !== "text" && unit !== "trend" ? rounded[unit](cell) : cell;
}

/** A number as a table would tell it. @param value a share is 0 to 1, a time in milliseconds */
export function say(value: number | null, unit: NumberUnit): string {
  return formatCell(round(value, unit), unit);
}

/** A cell in words. */
export function formatCell(cell: Cell, unit: Unit): string {
  if (cell === null) return "–";
  if (typeof cell === "string" || unit === "text" || unit === "trend") return String(cell) || "(none)";
  if (unit === "percent") return `${cell.toFixed(1)} %`;
  if (unit === "seconds") return `${cell.toFixed(1)} s`;
  if (unit === "money") return cell.toLocaleString("en-US", { style: "currency", currency: "USD" });
  if (unit === "p") return cell < 0.0001 ? "< 0.0001" : String(cell);
  return cell.toLocaleString("en-US");
}
