import type { Counted } from "./visits-address.ts";

/** How a column's cells are rounded and shown. Points are a difference of two shares, a lift is a relative one; a trend is a text of counts, `12 9 14`, which a page draws. */
export type Unit = "text" | "trend" | "count" | "percent" | "lift" | "points" | "seconds" | "money" | "p";
/** Of cells that are numbers. */
export type NumberUnit = Exclude<Unit, "text" | "trend">;

/** What a high value of a column is: welcome, unwelcome, or neither. */
export type High = "good" | "bad" | "neither";

export type Column = {
  name: string;
  unit: Unit;
  /** A page shades its cells by rank, by what a high value is. */
  high?: High;
  /** One end of the interval of the column before; pages show both ends below its number. */
  isBound?: true;
};
export type Cell = string | number | null;
export type Row = {
  cells: Cell[];
  /** In files only: the id of its node or edge, since titles can be the same. */
  id?: string;
  /** The visits behind its first count. */
  counted?: Counted;
  /** Analysts' notes; on pages only. */
  notes?: string[];
  /** Worth a second look: not in today's chart, a breach, a significant difference. */
  isMarked?: boolean;
  links?: { text: string; href: string }[];
};

/** Pages and files are made of the same cells, so that they cannot disagree. */
export type Table = {
  /** In addresses and names of files. */
  name: string;
  title: string;
  note?: string;
  columns: Column[];
  rows: Row[];
};

const rounded: Record<NumberUnit, (value: number) => number> = {
  count: (value) => value,
  percent: (share) => Number((100 * share).toFixed(1)),
  lift: (lift) => Number((100 * lift).toFixed(1)),
  points: (difference) => Number((100 * difference).toFixed(1)),
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

/** With a minus sign in place of the hyphen. */
const minus = (text: string) => text.replace("-", "−");

/** A number, formatted as in a table. @param value a share is 0 to 1, a time in milliseconds */
export function say(value: number | null, unit: NumberUnit): string {
  return formatCell(round(value, unit), unit);
}

/** A cell in words. */
export function formatCell(cell: Cell, unit: Unit): string {
  if (cell === null) return "–";
  if (typeof cell === "string" || unit === "text" || unit === "trend") return String(cell) || "(none)";
  if (unit === "percent") return `${minus(cell.toFixed(1))}%`;
  if (unit === "lift") return `${cell > 0 ? "+" : ""}${minus(cell.toFixed(1))}%`;
  if (unit === "points") return `${cell > 0 ? "+" : ""}${minus(cell.toFixed(1))} pp`;
  if (unit === "seconds") return `${cell.toFixed(1)} s`;
  if (unit === "money") return cell.toLocaleString("en-US", { style: "currency", currency: "USD" });
  if (unit === "p") return cell < 0.0001 ? "< 0.0001" : String(cell);
  return cell.toLocaleString("en-US");
}
