import { csvLine } from "../../../../services/providers/csv.ts";
import { notHere } from "../../../server/graph-access.ts";
import type { Table, Unit } from "../table.ts";

/**
 * One of a page's tables as a file; what is wrong as text, with the page's status.
 * @param file `steps.csv` @throws Response 404 where there is no such table
 */
export function csvAnswer(
  code: string,
  file: string,
  tables: Table[] | null,
  words: string,
  status: number,
): Response {
  if (!tables)
    return new Response(`${words}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  const table = tables.find(({ name }) => `${name}.csv` === file);
  if (!table) throw notHere();
  return new Response(csvOf(table), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${code}-${table.name}.csv"`,
    },
  });
}

const unitNames: Partial<Record<Unit, string>> = { percent: "%", seconds: "s" };

/** A table for spreadsheets: CSV (RFC 4180), the unit in the column's name. */
export function csvOf({ columns, rows }: Table): string {
  const heads = columns.map(({ name, unit }) => (unitNames[unit] ? `${name} (${unitNames[unit]})` : name));
  return [heads, ...rows.map(({ cells }) => cells)].map(csvLine).join("");
}
