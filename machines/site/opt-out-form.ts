import type { ErrorKey } from "../fields/parse-answer.ts";
import { fieldSchemas } from "../fields/schemas.ts";

export const optOutFields = ["email", "phone"] as const;
export type OptOutField = (typeof optOutFields)[number];
export type OptOutValues = { [field in OptOutField]?: string };
/** `either`: the visitor gave neither of the two. */
export type OptOutErrors = { [field in OptOutField]?: ErrorKey | "either" };

/**
 * Judges one post of the do-not-sell form: an e-mail address, a phone number or both. Never throws. `values` is what
 * was typed, to be shown again.
 */
export function parseOptOut(
  posted: Record<string, string | undefined>,
): { ok: true; values: OptOutValues } | { ok: false; errors: OptOutErrors; values: OptOutValues } {
  const typed: OptOutValues = {};
  const values: OptOutValues = {};
  const errors: OptOutErrors = {};
  for (const field of optOutFields) {
    typed[field] = (Object.hasOwn(posted, field) && posted[field]) || "";
    if (typed[field].trim() === "") continue;
    const parsed = fieldSchemas[field].safeParse(typed[field]);
    if (parsed.success) values[field] = parsed.data;
    else errors[field] = parsed.error.issues[0]?.message as ErrorKey;
  }
  const isWrong = Object.keys(errors).length > 0;
  if (!isWrong && Object.keys(values).length === 0) errors.email = "either";
  return isWrong || errors.email ? { ok: false, errors, values: typed } : { ok: true, values };
}
