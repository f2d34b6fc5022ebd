import type { TableFormat } from "../../../services/table-files/formats.ts";

/** Names of the formats that tables can be downloaded in. */
const formats: Record<TableFormat, string> = { csv: "CSV", parquet: "Parquet" };

/** Links to download a table. @param at URL of the file in a format */
export function FileLinks({ title, at }: { title: string; at: (format: TableFormat) => string }) {
  return Object.entries(formats).map(([format, name]) => (
    <a key={format} href={at(format as TableFormat)} download aria-label={`${title} as ${name}`}>
      {name}
    </a>
  ));
}
