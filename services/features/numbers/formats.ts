import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { csvLine } from "../../providers/csv.ts";

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];
type Element = Schema[number];

const types: Record<Exclude<Kind, "texts" | "numbers">, Partial<Element>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  count: { type: "INT32" },
  number: { type: "DOUBLE" },
  isSo: { type: "BOOLEAN" },
  moment: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  day: { type: "INT32", converted_type: "DATE" },
};
const listed = { texts: "text", numbers: "number" } as const;

/** Writes Apache Parquet, compressed with Snappy, for query engines; each call of `add` makes one row group. */
function parquetFile(columns: readonly FileColumn[]): TableFile {
  const names = uniqueNames(columns);
  const writer = new ByteWriter();
  const schema: Schema = [
    { name: "table", num_children: columns.length },
    ...columns.flatMap(({ kind }, at) => elementsOf(names[at]!, kind)),
  ];
  const file = new ParquetWriter({ writer, schema, createdBy: "claimpath" });
  // The buffer is emptied after each piece; the writer counts its offset separately.
  const take = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  return {
    add(rows) {
      if (rows.length > 0) {
        const columnData = names.map((name, at) => ({ name, data: rows.map((cells) => cells[at]) }));
        file.write({ columnData, rowGroupSize: rows.length });
      }
      return take();
    },
    end() {
      file.finish();
      return take();
    },
  };
}

function elementsOf(name: string, kind: Kind): Element[] {
  if (kind !== "texts" && kind !== "numbers") return [{ name, repetition_type: "OPTIONAL", ...types[kind] }];
  return [
    { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "OPTIONAL", ...types[listed[kind]] },
  ];
}

/** Numbers repeated names, because readers would take columns of the same name for one. */
function uniqueNames(columns: readonly FileColumn[]): string[] {
  const taken = new Map<string, number>();
  return columns.map(({ name }) => {
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

const dayMs = 86_400_000;

const asText: Partial<Record<Kind, (value: never) => string>> = {
  moment: (at: number) => new Date(at).toISOString(),
  day: (day: number) => new Date(day * dayMs).toISOString().slice(0, 10),
  texts: (all: readonly string[]) => all.join(" "),
  numbers: (all: readonly number[]) => all.join(" "),
};

/** Writes CSV (RFC 4180) for spreadsheets: moments and days in ISO 8601, lists separated by spaces. */
function csvFile(columns: readonly FileColumn[]): TableFile {
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

/** Type of the values of a column, for formats that have types. */
export type Kind = keyof Values;

type Values = {
  text: string;
  count: number;
  number: number;
  isSo: boolean;
  /** Epoch milliseconds. */
  moment: number;
  /** Days since 1970. */
  day: number;
  texts: readonly string[];
  numbers: readonly number[];
};

export type FileColumn = { name: string; kind: Kind };

/** Null for an empty cell. */
export type FileCell = Values[Kind] | null;

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
