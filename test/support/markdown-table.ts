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
