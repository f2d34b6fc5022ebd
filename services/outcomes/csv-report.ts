import { createHash } from "node:crypto";
import type { KeptOutcome } from "../store/rows.ts";
import { readTable } from "./csv-table.ts";
import { columns, needed, report } from "./report.ts";

export type CsvReport = { reported: { line: number; outcome: KeptOutcome }[]; faults: string[] };

/**
 * Reads a table of outcomes. An outcome's id is made of all that it says, so the same line means the same outcome in every
 * file.
 */
export function csvReport(text: string): CsvReport {
  const { rows, faults } = readTable(text, { columns, needed, numbers: ["amount_cents"], row: report });
  return { reported: rows.map(({ line, row }) => ({ line, outcome: { id: idOf(row), ...row } })), faults };
}

function idOf(outcome: Omit<KeptOutcome, "id">): string {
  return createHash("sha256")
    .update(JSON.stringify(Object.values(outcome)))
    .digest("base64url");
}
