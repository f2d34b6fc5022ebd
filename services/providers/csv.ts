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
