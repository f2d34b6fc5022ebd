import { CsvError, type Options, parse } from "csv-parse/sync";
import type * as z from "zod";
import { printable } from "../../observe/printable.ts";
import { closest, didYouMean } from "../../yaml/closest.ts";

/** `line`: where it ends in the file, from 1. */
type Line = { record: string[]; info: { lines: number } };

/** How the lines of a table are read. */
export type Form<Row> = {
  columns: readonly string[];
  needed: readonly string[];
  /** Columns of whole numbers. */
  numbers: readonly string[];
  row: z.ZodType<Row>;
};

/** A table's contents, line by line, and the fault of a line or of its relation to the other ones in `lines`. */
export type Read<Row> = { rows: { line: number; row: Row }[]; faults: string[]; lines: number };

/** Reads a table whose first line names its columns. An empty cell counts as absent. */
export function readTable<Row>(text: string, form: Form<Row>): Read<Row> {
  const { lines, fault } = linesOf(text);
  if (fault) return { rows: [], faults: [fault], lines: 0 };
  const [head, ...rest] = lines;
  const names = head?.record ?? [];
  const inHead = headFaults(names, form);
  if (inHead.length > 0) return { rows: [], faults: inHead, lines: 0 };
  const read: Read<Row> = { rows: [], faults: [], lines: rest.length };
  for (const { record, info } of rest) {
    const line = info.lines;
    if (record.length !== names.length) {
      read.faults.push(`line ${line}: it has ${record.length} cells, and the first line has ${names.length}`);
      continue;
    }
    const { data, error } = form.row.safeParse(said(names, record, form.numbers));
    if (data !== undefined) read.rows.push({ line, row: data });
    else read.faults.push(...error!.issues.map(({ path, message }) => at(line, String(path[0]), message)));
  }
  return read;
}

export const at = (line: number, column: string, message: string) =>
  `line ${line}, column ${column}: ${message}`;

function linesOf(text: string): { lines: Line[]; fault?: string } {
  try {
    const options: Options<string[], string[]> = {
      info: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    };
    return { lines: parse(text, options) as unknown as Line[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { lines: [], fault: `line ${error.lines}: a quotation mark is missing or out of place` };
  }
}

function headFaults(
  names: readonly string[],
  { columns, needed }: Pick<Form<never>, "columns" | "needed">,
): string[] {
  const [first = ""] = names;
  if (names.length === 1 && first.includes(";"))
    return [at(1, printable(first), "has semicolons where the commas must be")];
  const wrong = names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return at(1, printable(name), "is there twice");
    if (columns.includes(name)) return [];
    return at(1, printable(name), `is unknown${didYouMean(closest(name, columns))}`);
  });
  const missing = needed.filter((name) => !names.includes(name)).map((name) => at(1, name, "is missing"));
  return [...wrong, ...missing];
}

/** The cells of a line by their columns. */
function said(names: string[], cells: string[], numbers: readonly string[]): Record<string, unknown> {
  const filled = names.map((name, index) => [name, cells[index]!] as const).filter(([, cell]) => cell !== "");
  return Object.fromEntries(
    filled.map(([name, cell]) => [name, numbers.includes(name) && /^\d+$/.test(cell) ? Number(cell) : cell]),
  );
}
