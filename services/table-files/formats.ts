import type { FileCell, FileColumn } from "./columns.ts";
import { csvFile } from "./csv-file.ts";
import { parquetFile } from "./parquet-file.ts";

/** A file as it grows: each call gives the bytes that come next, so that none is ever held whole. */
export type TableFile = {
  /** @param rows cells in the order of the columns */
  add(rows: readonly (readonly FileCell[])[]): Uint8Array;
  end(): Uint8Array;
};

type Format = {
  type: string;
  begin(columns: readonly FileColumn[]): TableFile;
  /** So many rows of a long table are added at once: many enough to be packed well, few enough to be held. */
  rowsAtOnce: number;
};

/** The formats of tables, by the endings of their names. */
export const tableFormats = {
  csv: { type: "text/csv; charset=utf-8", begin: csvFile, rowsAtOnce: 1_000 },
  parquet: { type: "application/vnd.apache.parquet", begin: parquetFile, rowsAtOnce: 20_000 },
} satisfies Record<string, Format>;

export type TableFormat = keyof typeof tableFormats;

export function isTableFormat(text: string): text is TableFormat {
  return Object.hasOwn(tableFormats, text);
}
