import type { FileCell, FileColumn, Kind } from "../../../../services/table-files/formats.ts";
import { isTableFormat, type TableFormat, tableFormats } from "../../../../services/table-files/formats.ts";
import { notHere } from "../../../server/graph-access.ts";
import type { Table, Unit } from "../table.ts";

/**
 * One of a page's tables as a file; what is wrong as text, with the page's status.
 * @param file `steps.csv` or `steps.parquet` @throws Response 404 where there is no such table
 */
export function tableAnswer(
  code: string,
  file: string,
  tables: Table[] | null,
  words: string,
  status: number,
  about?: About,
): Response {
  if (!tables)
    return new Response(`${words}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  const [, wanted = "", format = ""] = /^(.*)\.(\w+)$/.exec(file) ?? [];
  const table = tables.find(({ name }) => name === wanted);
  if (!table || !isTableFormat(format)) throw notHere();
  return new Response(fileOf(table, format, about), { headers: fileHeaders(code, table.name, format) });
}

/** @param name of the table: `v4nv-steps.csv` */
export function fileHeaders(code: string, name: string, format: TableFormat): Record<string, string> {
  return {
    "Content-Type": tableFormats[format].type,
    "Content-Disposition": `attachment; filename="${code}-${name}.${format}"`,
  };
}

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
export type About = {
  /** Of the survey, `v4nv`; of a comparison the first one's. None where each row is of another. */
  code?: string;
  /** The page's query: its filters. */
  asked: string;
  /** Epoch milliseconds. */
  asOf: number;
};

/** Units are in the columns' names, since cells are plain numbers. */
function fileOf({ columns, rows }: Table, format: TableFormat, about?: About): Uint8Array<ArrayBuffer> {
  const hasIds = rows.some(({ id }) => id !== undefined);
  const heads = columns.map(
    ({ name, unit }): FileColumn => ({
      name: unitNames[unit] ? `${name} (${unitNames[unit]})` : name,
      kind: kinds[unit],
    }),
  );
  const said: [FileColumn, FileCell][] = about
    ? [
        ...(about.code ? [[{ name: "Survey", kind: "text" }, about.code] as [FileColumn, FileCell]] : []),
        [{ name: "Filters", kind: "text" }, about.asked],
        [{ name: "As of", kind: "moment" }, about.asOf],
      ]
    : [];
  const ids: FileColumn[] = hasIds ? [{ name: "Id", kind: "text" }] : [];
  const file = tableFormats[format].begin([...heads, ...ids, ...said.map(([column]) => column)]);
  const lines = rows.map(({ cells, id = "" }) => [
    ...cells.map((cell, at) => (kinds[columns[at]!.unit] === "text" && cell !== null ? String(cell) : cell)),
    ...(hasIds ? [id] : []),
    ...said.map(([, cell]) => cell),
  ]);
  return Buffer.concat([file.add(lines), file.end()]);
}
