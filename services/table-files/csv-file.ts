import { csvLine } from "../providers/csv.ts";
import type { FileCell, FileColumn, Kind } from "./columns.ts";
import type { TableFile } from "./formats.ts";

const dayMs = 86_400_000;

const inWords: Partial<Record<Kind, (value: never) => string>> = {
  moment: (at: number) => new Date(at).toISOString(),
  day: (day: number) => new Date(day * dayMs).toISOString().slice(0, 10),
  texts: (all: readonly string[]) => all.join(" "),
  numbers: (all: readonly number[]) => all.join(" "),
};

/** A table for spreadsheets (RFC 4180): moments and days as ISO 8601 says, lists with spaces between. */
export function csvFile(columns: readonly FileColumn[]): TableFile {
  let head = csvLine(columns.map(({ name }) => name));
  const cell = (value: FileCell, at: number) => {
    const said = inWords[columns[at]!.kind];
    return value === null || !said ? value : said(value as never);
  };
  const take = (text: string) => {
    const bytes = Buffer.from(head + text);
    head = "";
    return bytes;
  };
  return {
    add: (rows) => take(rows.map((cells) => csvLine(cells.map(cell))).join("")),
    end: () => take(""),
  };
}
