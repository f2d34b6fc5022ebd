import * as z from "zod";
import { type KeptOutcome, outcomes } from "../store/outcomes.ts";

const text = (pattern: RegExp, expected: string) => z.string({ error: expected }).regex(pattern, expected);

const moment = "must be a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z";
const timeOfCall =
  "must be a time such as 2026-01-31T08:00:00Z: how long people wait for a call is counted from it";
const cents = "must be a whole number of cents, such as 4500";
/** A hundred million dollars, so that every store can keep and add it. */
export const mostCents = 10_000_000_000;

/**
 * What a buyer reports of one lead, by the same names in a message and in a file. Nothing fits in it that says who the
 * person is, and a field that is not listed is refused, so that no personal data comes in this way.
 */
export const report = z
  .strictObject({
    lead_id: text(/^[\w-]{1,64}$/, "must be the id of a lead"),
    outcome: z.enum(outcomes, `must be one of ${outcomes.join(", ")}`),
    at: z.union([z.iso.datetime({ offset: true }), z.iso.date()], moment),
    buyer: text(/^[\p{L}\p{N} .,&'’_-]{1,100}$/u, "must be the name of the buyer"),
    buyer_lead_id: text(/^[\w.:-]{1,100}$/, "must be 1 to 100 letters, digits and . : _ -").optional(),
    amount_cents: z.int(cents).min(0, cents).max(mostCents, cents).optional(),
    currency: text(/^[A-Z]{3}$/, "must be three capital letters, such as USD").optional(),
  })
  .refine(({ outcome, at }) => outcome !== "called" || at.includes("T"), { path: ["at"], error: timeOfCall })
  .transform(
    ({ lead_id, outcome, at, buyer, buyer_lead_id, amount_cents, currency }): Omit<KeptOutcome, "id"> => ({
      leadId: lead_id,
      outcome,
      at: Date.parse(at),
      buyer,
      buyerLeadId: buyer_lead_id ?? null,
      amountCents: amount_cents ?? null,
      currency: amount_cents === undefined ? null : (currency ?? "USD"),
    }),
  );

/** The columns of a file, those that it needs first. */
export const columns = report.in.keyof().options;
export const needed: readonly string[] = ["lead_id", "outcome", "at", "buyer"];

/** What is wrong with a report: a field, and a message that completes a sentence about it. */
export function faultsOf({ issues }: z.ZodError): { field: string; message: string }[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((field) => ({ field, message: "is not a field of an outcome" }))
      : [{ field: String(issue.path[0]), message: issue.message }],
  );
}
