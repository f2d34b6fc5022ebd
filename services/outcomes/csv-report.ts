import { createHash } from "node:crypto";
import { CsvError, type Options, parse } from "csv-parse/sync";
import { printable } from "../observe/printable.ts";
import { closest } from "../settings/destinations/closest.ts";
import type { KeptOutcome } from "../store/outcomes.ts";
import { columns, faultsOf, needed, report } from "./report.ts";

/** `line`: where it ends in the file, from 1. */
type Line = { record: string[]; info: { lines: number } };

export type CsvReport = { reported: { line: number; outcome: KeptOutcome }[]; faults: string[] };

/**
 * Reads a table of outcomes, whose first line names its columns. An outcome's id is made of all that it says, so the same
 * line means the same outcome in every file.
 */
export function csvReport(text: string): CsvReport {
  const { lines, fault } = linesOf(text);
  if (fault) return { reported: [], faults: [fault] };
  const [head, ...rows] = lines;
  const names = head?.record ?? [];
  const inHead = headFaults(names);
  if (inHead.length > 0) return { reported: [], faults: inHead };
  const read: CsvReport = { reported: [], faults: [] };
  for (const { record, info } of rows) {
    const line = info.lines;
    if (record.length !== names.length) {
      read.faults.push(`line ${line}: it has ${record.length} cells, and the first line has ${names.length}`);
      continue;
    }
    const { data, error } = report.safeParse(said(names, record));
    if (data) read.reported.push({ line, outcome: { id: idOf(data), ...data } });
    else read.faults.push(...faultsOf(error).map(({ field, message }) => at(line, field, message)));
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

function headFaults(names: string[]): string[] {
  const known: readonly string[] = columns;
  const wrong = names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return at(1, printable(name), "is there twice");
    if (known.includes(name)) return [];
    const meant = closest(name, columns);
    return at(1, printable(name), `is unknown${meant ? `; did you mean ${meant}?` : ""}`);
  });
  const missing = needed.filter((name) => !names.includes(name)).map((name) => at(1, name, "is missing"));
  return [...wrong, ...missing];
}

/** The cells of a line by their columns; an empty one says nothing. */
function said(names: string[], cells: string[]): Record<string, unknown> {
  const filled = names.map((name, index) => [name, cells[index]!] as const).filter(([, cell]) => cell !== "");
  return Object.fromEntries(
    filled.map(([name, cell]) => [name, name === "amount_cents" && /^\d+$/.test(cell) ? Number(cell) : cell]),
  );
}

function idOf(outcome: Omit<KeptOutcome, "id">): string {
  return createHash("sha256")
    .update(JSON.stringify(Object.values(outcome)))
    .digest("base64url");
}
