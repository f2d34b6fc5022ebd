/** Parameters that a thank-you address says of a lead, and the ones of the survey's own pages. */
const ours: ReadonlySet<string> = new Set([
  "email",
  "city",
  "state",
  "zip_code",
  "phone",
  "state_long",
  "ef_transaction_id",
  "_ef_transaction_id",
  "q",
  "dq_reason",
  "is_disqualified",
  "cl",
  "lang",
  "referer",
  "step",
]);

/**
 * True for a parameter that only we set: a visitor's own value of it is never kept (spec 2.4;
 * ruling 40). affid and sub_id are not among them: they are added where absent.
 */
export function isOurs(name: string): boolean {
  return ours.has(name);
}
