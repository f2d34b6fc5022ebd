type SealedTable = {
  columns: readonly string[];
  /** What names a row. */
  row: readonly string[];
  /** Those of the columns whose text another one may replace, in the same row. */
  replaced?: readonly string[];
  /** Those of the columns that are sealed since 27 November 2026: a store in which all was sealed before has them plain. */
  later?: readonly string[];
  /** Those of the columns whose texts are ours, JSON or addresses, and are stored packed (packing.ts). */
  packed?: readonly string[];
};

/** The columns that hold personal data, by table; the others hold none (docs/privacy.md). */
export const sealedTables: Record<string, SealedTable> = {
  leads: { columns: ["record", "derived", "location"], row: ["id"], packed: ["record", "location"] },
  visit_log: { columns: ["body"], row: ["visit_id", "seq"], packed: ["body"] },
  // A receiver's answer may say anything, of the person too.
  outbox: {
    columns: ["payload", "last_error"],
    row: ["id"],
    replaced: ["last_error", "payload"],
    later: ["last_error"],
    packed: ["payload"],
  },
  outbox_attempts: { columns: ["detail"], row: ["outbox_id", "attempt"], later: ["detail"] },
  consents: { columns: ["body"], row: ["lead_id"], packed: ["body"] },
  consent_chain: { columns: ["body"], row: ["seq"] },
  lead_notes: { columns: ["remark"], row: ["lead_id", "id"] },
  // What somebody notes about a payment may say anything.
  invoice_marks: { columns: ["remark"], row: ["id"] },
};

/** Where a text is stored. It is sealed in: what was moved to another place cannot be opened there. */
export type Place = { table: string; column: string; row: readonly (string | number)[] };

/** Whether what is there was not sealed before 27 November 2026. */
export function isLater({ table, column }: Place): boolean {
  return sealedTables[table]?.later?.includes(column) ?? false;
}

/** Texts that say nothing of anybody stay as they are, so that an erasure can write them to many rows at once. */
export function saysNothing(text: string): boolean {
  return text === "" || text === "{}" || text === "[]";
}
