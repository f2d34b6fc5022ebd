/** The columns that hold personal data, by table; the others hold none (docs/privacy.md). */
export const sealedColumns: Record<string, readonly string[]> = {
  leads: ["record", "derived", "location"],
  visit_log: ["body"],
  outbox: ["payload"],
  consents: ["body"],
};
