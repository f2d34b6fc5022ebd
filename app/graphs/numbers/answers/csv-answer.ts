import { csvLine } from "../../../../services/providers/csv.ts";
import { notHere } from "../../../server/graph-access.ts";
import { timeOf } from "../names.ts";
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
  about?: About,
): Response {
  if (!tables)
    return new Response(`${words}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  const table = tables.find(({ name }) => `${name}.csv` === file);
  if (!table) throw notHere();
  return new Response(csvOf(table, about), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${code}-${table.name}.csv"`,
    },
  });
}

const unitNames: Partial<Record<Unit, string>> = { percent: "%", seconds: "s", money: "USD" };

/** What a file says of itself in every line, so that lines of several files can be put together. */
export type About = {
  /** Of the survey, `v4nv`; of a comparison the first one's. */
  code: string;
  /** The page's address without its path: everything that was asked. */
  asked: string;
  /** Epoch milliseconds. */
  asOf: number;
};

/** A table for spreadsheets: CSV (RFC 4180), the unit in the column's name; last come the row's id and what was asked. */
export function csvOf({ columns, rows }: Table, about?: About): string {
  const heads = columns.map(({ name, unit }) => (unitNames[unit] ? `${name} (${unitNames[unit]})` : name));
  const hasIds = rows.some(({ id }) => id !== undefined);
  const said = about ? [about.code, about.asked, timeOf(about.asOf)] : [];
  const names = [...(hasIds ? ["Id"] : []), ...(about ? ["Survey", "Asked", "As of"] : [])];
  const lines = rows.map(({ cells, id = "" }) => [...cells, ...(hasIds ? [id] : []), ...said]);
  return [[...heads, ...names], ...lines].map(csvLine).join("");
}
