import { csvLine } from "../providers/csv.ts";
import type { FileCell, FileColumn, Kind } from "./columns.ts";
import type { TableFile } from "./formats.ts";

const dayMs = 86_400_000;

const asText: Partial<Record<Kind, (value: never) => string>> = {
  moment: (at: number) => new Date(at).toISOString(),
  day: (day: number) => new Date(day * dayMs).toISOString().slice(0, 10),
  texts: (all: readonly string[]) => all.join(" "),
  numbers: (all: readonly number[]) => all.join(" "),
};

/** Writes CSV (RFC 4180) for spreadsheets: moments and days in ISO 8601, lists separated by spaces. */
export function csvFile(columns: readonly FileColumn[]): TableFile {
  let head = csvLine(columns.map(({ name }) => name));
  const cell = (value: FileCell, at: number) => {
    const toText = asText[columns[at]!.kind];
    return value === null || !toText ? value : toText(value as never);
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
