import { createHash } from "node:crypto";
import * as z from "zod";
import { closest, didYouMean } from "../settings/closest.ts";
import type { Settings } from "../settings/env.ts";
import { type KeptOutcome, type Lead, type Message, outcomes } from "../store/rows.ts";
import { readTable } from "./csv-table.ts";

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

const dayMs = 24 * 60 * 60_000;

/** What of the site a report is checked against. @param sentTo the receivers that have, or may have, the lead */
export type Known = {
  lead: Pick<Lead, "createdAt" | "erasedAt">;
  sentTo: readonly string[];
  /** Names of receivers, and of others who may report. */
  receivers: readonly string[];
  others: readonly string[];
  /** Whether leads go to buyers behind a receiver, whose names nobody here knows. */
  isExchange: boolean;
};

/** What cannot be of this site's leads and receivers. A day begins somewhere else before it does here. */
export function factFaults(
  { at, buyer }: Pick<KeptOutcome, "at" | "buyer">,
  { lead, sentTo, receivers, others, isExchange }: Known,
  now: number,
): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = [];
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (at < lead.createdAt - dayMs) {
    faults.push({ field: "at", message: `is before the lead, which is of ${day(lead.createdAt)}` });
  }
  if (at > now + dayMs) faults.push({ field: "at", message: "is in the future" });
  const isIt = (name: string) => name.toLowerCase() === buyer.toLowerCase();
  const names = [...receivers, ...others];
  // Of an erased lead nobody knows any more whom it was sent to.
  if (receivers.some(isIt) && !sentTo.some(isIt) && lead.erasedAt === null) {
    faults.push({ field: "buyer", message: `was not sent this lead: ${buyer}` });
  }
  const meant = closest(buyer, names);
  if (!names.some(isIt) && (meant || !isExchange)) {
    const text = `is no receiver, and has no secret in OUTCOMES_SECRETS: ${buyer}${didYouMean(meant)}`;
    faults.push({ field: "buyer", message: text });
  }
  return faults;
}

/** Who may report what became of leads, by the site's settings. */
export function reportersOf(settings: Settings): Omit<Known, "lead" | "sentTo"> {
  const { destinations, outcomesSecrets, buyers, leadProsperAccount } = settings;
  const listed = buyers ? [buyers.selectable, ...Object.values(buyers.lists)].flat() : [];
  const kinds = destinations.map(({ kind }) => kind);
  const isDirect = kinds.some((kind) => ["form", "json", "webhook"].includes(kind));
  return {
    receivers: destinations.map(({ name }) => name),
    others: [...outcomesSecrets, ...listed].map(({ name }) => name),
    isExchange: leadProsperAccount !== undefined || kinds.includes("leadprosper") || !isDirect,
  };
}

/** Receivers that a lead's messages reached, or may have. */
export function sentTo(messages: readonly Pick<Message, "destination" | "status">[]): string[] {
  return messages
    .filter(({ status }) => ["delivered", "sending", "parked"].includes(status))
    .map(({ destination }) => destination);
}

type CsvReport = { reported: { line: number; outcome: KeptOutcome }[]; faults: string[] };

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
