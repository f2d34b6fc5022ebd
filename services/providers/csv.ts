/**
 * One cell (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front, also after what
 * some take for the end of a cell; a number cannot be one, not even as text. Control characters, which drive terminals,
 * become spaces except for line breaks and tabs. Lists and objects are written as JSON.
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

/** The beginning of a file that spreadsheets are to read as UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Text that a spreadsheet would take for a number or a date: `02138`, `(213) 555-0123`, `2026-11-21`, `1e5`. */
const likeNumber = /^(?=.*\d)[\d\s().,:/-]{1,40}$|^\d+e\d+$/i;

/** The same line for a person's spreadsheet, which shows such texts unchanged: each is a formula that yields itself. */
export function spreadsheetLine(values: unknown[]): string {
  const cells = values.map((value) =>
    typeof value === "string" && likeNumber.test(value)
      ? `"=""${value.replace(/\s/g, " ")}"""`
      : csvCell(value),
  );
  return `${cells.join(",")}\r\n`;
}
