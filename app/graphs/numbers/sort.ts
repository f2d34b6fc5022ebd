import { addressWith } from "../ui/address.ts";
import type { Cell, Column, Table } from "./table.ts";

const orders = ["up", "down"] as const;
type Order = (typeof orders)[number];

/** A column in addresses and in files for other programs: `drop_off_at_least`. */
export function columnId({ name }: Column): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

const asked = ({ name }: Table, column: Column) => `${name}.${columnId(column)}`;

/** In which order an address asks for a table by this column; none where it asks for another. */
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

/** A table in the order that an address asks for. What is not known comes last either way, equals stay as they were. */
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
  return String(a).localeCompare(String(b), "en", { numeric: true });
}
