import { parquetMetadata, parquetReadObjects } from "hyparquet";

/** Reads CSV (RFC 4180) into its lines' cells. */
export function parseCsv(text: string): string[][] {
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
        quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
      ),
    );
}

/** A column's type as the file says it, of a list that of its parts. */
export type ReadColumn = { name: string; type: string };

/** Reads a file as an engine would: its rows as objects, its columns with their types, the sizes of its row groups. */
export async function readParquet(bytes: Uint8Array) {
  const file = Uint8Array.from(bytes).buffer;
  const { schema, row_groups } = parquetMetadata(file);
  const columns = schema.slice(1).flatMap((element, at, all): ReadColumn[] => {
    const { name, type, converted_type, num_children } = element;
    if (num_children === 1 && converted_type === "LIST") {
      const part = all[at + 2]!;
      return [{ name, type: `LIST ${part.converted_type ?? part.type}` }];
    }
    return ["list", "element"].includes(name) ? [] : [{ name, type: converted_type ?? type! }];
  });
  const rows = await parquetReadObjects({ file });
  return { rows, columns, groups: row_groups.map(({ num_rows }) => Number(num_rows)) };
}

/** Rows as a Markdown table, its columns as wide as what is in them. @param rows the first is the head */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[], filler = " ") =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!, filler)).join(" | ")} |`;
  const rule = line(
    head.map(() => ""),
    "-",
  );
  return [line(head), rule, ...others.map((row) => line(row))].join("\n");
}
