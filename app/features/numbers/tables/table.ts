import type { Result } from "../../../../services/analytics/session.ts";
import { addressWith } from "../../../graphs/ui/address.ts";

/** How a column's cells are rounded and shown. Points are a difference of two shares, a lift is a relative one; a trend is a text of counts, `12 9 14`, which a page draws. */
export type Unit = "text" | "trend" | "count" | "percent" | "lift" | "points" | "seconds" | "money" | "p";
/** Units of cells that are numbers. */
type NumberUnit = Exclude<Unit, "text" | "trend">;

/** Whether a high value of a column is welcome, unwelcome, or neither. */
export type High = "good" | "bad" | "neither";

export type Column = {
  name: string;
  unit: Unit;
  /** A page shades its cells by rank, by what a high value is. */
  high?: High;
  /** One end of the preceding column's interval; pages show both ends below its number. */
  isBound?: true;
};
/** What a number counts, in addition to the page's filters. */
export type Counted = {
  /** Sessions that passed this node or edge. */
  with?: string;
  /** Sessions whose last step is this node. */
  endingAt?: string;
  result?: readonly Result[];
  dqReason?: string;
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
  /** Nobody reached it: omitted on pages, unless every row is requested. */
  isUnused?: boolean;
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

const orders = ["up", "down"] as const;
type Order = (typeof orders)[number];

/** A column in addresses and in files for other programs: `drop_off_at_least`. */
function columnId({ name }: Column): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

const asked = ({ name }: Table, column: Column) => `${name}.${columnId(column)}`;

/** The order in which an address asks for a table by this column, if it does. */
export function orderOf(table: Table, column: Column, params: URLSearchParams): Order | undefined {
  if (params.get("sort") !== asked(table, column)) return undefined;
  return params.get("order") === "up" ? "up" : "down";
}

/** The address that sorts a table by a column: texts from A, numbers from the largest; pressed again, the other way. */
export function sortAddress(table: Table, column: Column, params: URLSearchParams): string {
  const first: Order = column.unit === "text" ? "up" : "down";
  const now = orderOf(table, column, params);
  const order = now === undefined ? first : now === "up" ? "down" : "up";
  return `${addressWith(params, { sort: asked(table, column), order })}#${table.name}`;
}

/** A table in the order that an address asks for. Unknown values come last either way, and equals keep their order. */
export function sorted(table: Table, params: URLSearchParams): Table {
  const at = table.columns.findIndex((column) => orderOf(table, column, params));
  if (at < 0) return table;
  const sign = orderOf(table, table.columns[at]!, params) === "up" ? 1 : -1;
  const rows = table.rows.toSorted(({ cells: one }, { cells: other }) => {
    const [a, b] = [one[at]!, other[at]!];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
  return { ...table, rows };
}

function compare(a: NonNullable<Cell>, b: NonNullable<Cell>): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en-US", { numeric: true });
}

/** The number of shades, besides none. */
const shades = 5;

/**
 * The shade of each cell, 1 to 5, by its rank among the others: equal ones share a shade, and where all are equal (or
 * there are too few) there is none.
 */
export function heatOf(cells: readonly Cell[]): (number | undefined)[] {
  const numbers = cells.filter((cell) => typeof cell === "number");
  const order = [...new Set(numbers)].sort((one, other) => one - other);
  if (order.length < 3) return cells.map(() => undefined);
  const shade = new Map(
    order.map((value, rank) => [value, 1 + Math.floor((rank / order.length) * shades)] as const),
  );
  return cells.map((cell) => (typeof cell === "number" ? shade.get(cell) : undefined));
}
