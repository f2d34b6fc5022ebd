/**
 * One cell (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front, also after what some
 * take for the end of a cell; a number cannot be one, not even in a text. Control characters, which drive terminals, become spaces but for line
 * breaks and tabs. Lists and objects are written as JSON.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (/^-\d+(\.\d+)?$/.test(text)) return text;
  const plain = text.replace(/(?![\t\r\n])\p{Cc}/gu, " ");
  const guarded = plain.replace(/^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/gu, "'");
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One line with its line break. */
export function csvLine(values: unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

/** What a spreadsheet would take for a number or a day, and write in another way: `02138`, `2026-01-31`, `45.00`. */
const changed = /^(?:0\d+|\d{12,}|\d+(?:[-/:.]\d+)+(?:T\d\d:\d\d:[\d.]+Z)?)$/;

/** The same for Excel, which leaves what is a formula's text as it is. */
function excelLine(values: unknown[]): string {
  const cells = values.map((value) =>
    typeof value === "string" && changed.test(value) ? `"=""${value}"""` : csvCell(value),
  );
  return `${cells.join(",")}\r\n`;
}

/** How a table is written, and how its file begins. Excel reads accents only behind a byte order mark. */
export const tables = {
  csv: { begin: "", line: csvLine },
  excel: { begin: "\uFEFF", line: excelLine },
};
