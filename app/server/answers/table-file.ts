import { byteOrderMark, csvLine, spreadsheetLine } from "../../../services/providers/csv.ts";

/**
 * A table to download: plain CSV, or what a spreadsheet takes as it is where the address says `for=spreadsheet`.
 * @param name of the file, without its ending
 * @param rows with the heading first
 */
export function tableFile(query: URLSearchParams, name: string, rows: readonly unknown[][]): Response {
  const isForSpreadsheet = query.get("for") === "spreadsheet";
  const text = rows.map(isForSpreadsheet ? spreadsheetLine : csvLine).join("");
  return new Response(isForSpreadsheet ? byteOrderMark + text : text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
