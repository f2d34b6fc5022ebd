import type { FileCell, FileColumn } from "./columns.ts";
import { csvFile } from "./csv-file.ts";
import { parquetFile } from "./parquet-file.ts";

/** A file that is written piece by piece: each call returns the next bytes, so that no file is held in memory whole. */
export type TableFile = {
  /** @param rows cells in the order of the columns */
  add(rows: readonly (readonly FileCell[])[]): Uint8Array;
  end(): Uint8Array;
};

type Format = {
  type: string;
  begin(columns: readonly FileColumn[]): TableFile;
  /** Rows to add in one call: enough for good compression, few enough to hold in memory. */
  rowsAtOnce: number;
};

/** File formats of tables, by file extension. */
export const tableFormats = {
  csv: { type: "text/csv; charset=utf-8", begin: csvFile, rowsAtOnce: 1_000 },
  parquet: { type: "application/vnd.apache.parquet", begin: parquetFile, rowsAtOnce: 20_000 },
} satisfies Record<string, Format>;

export type TableFormat = keyof typeof tableFormats;

export function isTableFormat(text: string): text is TableFormat {
  return Object.hasOwn(tableFormats, text);
}
