/** The columns that hold personal data, by table; the others hold none (docs/privacy.md). `row`: what names a row. */
export const sealedTables: Record<string, { columns: readonly string[]; row: readonly string[] }> = {
  leads: { columns: ["record", "derived", "location"], row: ["id"] },
  visit_log: { columns: ["body"], row: ["visit_id", "seq"] },
  outbox: { columns: ["payload"], row: ["id"] },
  consents: { columns: ["body"], row: ["lead_id"] },
  consent_chain: { columns: ["body"], row: ["seq"] },
  lead_notes: { columns: ["remark"], row: ["lead_id", "id"] },
};

/** Where a text is stored. It is sealed in: what was moved to another place cannot be opened there. */
export type Place = { table: string; column: string; row: readonly (string | number)[] };

/** Texts that say nothing of anybody stay as they are, so that an erasure can write them to many rows at once. */
export function saysNothing(text: string): boolean {
  return text === "" || text === "{}" || text === "[]";
}
