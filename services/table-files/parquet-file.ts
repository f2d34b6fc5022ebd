import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { FileColumn, Kind } from "./columns.ts";
import type { TableFile } from "./formats.ts";

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
export function parquetFile(columns: readonly FileColumn[]): TableFile {
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
