import type { TableFormat } from "../../../services/table-files/formats.ts";

/** Every format that a table can be had in, as pages name it. */
const formats: Record<TableFormat, string> = { csv: "CSV", parquet: "Parquet" };

/** A table as files. @param at the address of one */
export function FileLinks({ title, at }: { title: string; at: (format: TableFormat) => string }) {
  return Object.entries(formats).map(([format, name]) => (
    <a key={format} href={at(format as TableFormat)} download aria-label={`${title} as ${name}`}>
      {name}
    </a>
  ));
}
