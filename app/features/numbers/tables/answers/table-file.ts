import {
  type FileCell,
  type FileColumn,
  isTableFormat,
  type Kind,
  type TableFormat,
  tableFormats,
} from "../../../../../services/features/numbers/formats.ts";
import { notHere } from "../../../../server/sessions/graph-access.ts";
import type { Table, Unit } from "../table.ts";

const kinds: Record<Unit, Kind> = {
  text: "text",
  trend: "text",
  count: "count",
  percent: "number",
  lift: "number",
  points: "number",
  seconds: "number",
  money: "number",
  p: "number",
};
const unitNames: Partial<Record<Unit, string>> = {
  percent: "%",
  lift: "%",
  points: "pp",
  seconds: "s",
  money: "USD",
};

/** Columns of every row, so that rows of several files can be put together. */
type About = {
  /** The survey's code, `v4nv`; in a comparison the first one's. Undefined where each row belongs to another. */
  code?: string;
  /** The page's query: its filters. */
  asked: string;
  /** Epoch milliseconds. */
  asOf: number;
};

/** A page's table as a file. @throws Response 404 without one, and for an unknown format */
export function fileAnswer(table: Table | undefined, format: string, about: About): Response {
  if (!table || !isTableFormat(format)) throw notHere();
  const headers = fileHeaders(about.code ?? "all", table.name, format);
  return new Response(fileOf(table, format, about), { headers });
}

/** @param name of the table: `v4nv-steps.csv` */
export function fileHeaders(code: string, name: string, format: TableFormat): Record<string, string> {
  return {
    "Content-Type": tableFormats[format].type,
    "Content-Disposition": `attachment; filename="${code}-${name}.${format}"`,
  };
}

/** Why there is no file. */
export function noFile(why: string, status: number): Response {
  return new Response(`${why}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** A table as a file. Units are in the columns' names, since cells are plain numbers. */
export function fileOf({ columns, rows }: Table, format: TableFormat, about: About): Uint8Array<ArrayBuffer> {
  const hasIds = rows.some(({ id }) => id !== undefined);
  const heads = columns.map(
    ({ name, unit }): FileColumn => ({
      name: unitNames[unit] ? `${name} (${unitNames[unit]})` : name,
      kind: kinds[unit],
    }),
  );
  const said: [FileColumn, FileCell][] = [
    ...(about.code ? [[{ name: "Survey", kind: "text" }, about.code] as [FileColumn, FileCell]] : []),
    [{ name: "Filters", kind: "text" }, about.asked],
    [{ name: "As of", kind: "moment" }, about.asOf],
  ];
  const ids: FileColumn[] = hasIds ? [{ name: "Id", kind: "text" }] : [];
  const file = tableFormats[format].begin([...heads, ...ids, ...said.map(([column]) => column)]);
  const lines = rows.map(({ cells, id = "" }) => [
    ...cells.map((cell, at) => (kinds[columns[at]!.unit] === "text" && cell !== null ? String(cell) : cell)),
    ...(hasIds ? [id] : []),
    ...said.map(([, cell]) => cell),
  ]);
  return Buffer.concat([file.add(lines), file.end()]);
}
