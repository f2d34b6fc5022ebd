import { createHash } from "node:crypto";
import * as z from "zod";
import { dayBegins, dayCounter, dayMs, dayNumber, dayText } from "../../calendar/days.ts";
import type { Settings } from "../../settings/env.ts";
import { type KeptOutcome, type Lead, type Message, outcomes, returnReasons } from "../../store/rows.ts";
import { closest, didYouMean } from "../../yaml/closest.ts";
import { type OwnReport, type OwnSaid, ownReports } from "./added.ts";
import { type Read, readTable } from "./csv-table.ts";
import type { NewOutcome } from "./outcomes.ts";
import { outcomesSecrets } from "./settings.ts";

const text = (pattern: RegExp, expected: string) => z.string({ error: expected }).regex(pattern, expected);

const moment = "must be a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z";
const timeOfCall =
  "must be a time such as 2026-01-31T08:00:00Z: how long people wait for a call is counted from it";
const cents = "must be a whole number of cents, such as 4500";
/** A hundred million dollars, so that every store can keep and add it. */
export const mostCents = 10_000_000_000;

const noteKind = "must be 1 to 200 characters in one line";

/**
 * What a buyer reports of one lead, by the same names in a message and in a file. Nothing fits in it that says who the
 * person is but `note`, which is kept as notes of leads are, and a field that is not listed is refused.
 */
const fieldsWith = (kinds: readonly string[]) =>
  z.strictObject({
    lead_id: text(/^[\w-]{1,64}$/, "must be the id of a lead"),
    outcome: z.enum(kinds, `must be one of ${kinds.join(", ")}`),
    at: z.union([z.iso.datetime({ offset: true }), z.iso.date()], moment),
    buyer: text(/^[\p{L}\p{N} .,&'’_-]{1,100}$/u, "must be the name of the buyer"),
    buyer_lead_id: text(/^[\w.:-]{1,100}$/, "must be 1 to 100 letters, digits and . : _ -").optional(),
    amount_cents: z.int(cents).min(0, cents).max(mostCents, cents).optional(),
    currency: text(/^[A-Z]{3}$/, "must be three capital letters, such as USD").optional(),
    reason: z.enum(returnReasons, `must be one of ${returnReasons.join(", ")}`).optional(),
    note: z
      .string(noteKind)
      .min(1, noteKind)
      .max(200, noteKind)
      .regex(/^[^\p{Cc}]*$/u, noteKind)
      .optional(),
  });

const isOfBooks = (outcome: string): outcome is KeptOutcome["outcome"] =>
  outcomes.some((each) => each === outcome);

/** The columns of a file, those that it needs first. */
export const columns = fieldsWith(outcomes).keyof().options;
export const needed: readonly string[] = ["lead_id", "outcome", "at", "buyer"];

/** A report of which the books have nothing to say, and who takes it. */
export type OtherReport = OwnSaid & { own: OwnReport };

/** @param timeZone whose day it is that a report gives without a time */
export function reportIn(timeZone: string) {
  const own = ownReports();
  const known = [...outcomes, ...own.keys()];
  const dayOf = dayCounter(timeZone);
  return fieldsWith(known)
    .refine(({ outcome, at }) => outcome !== "called" || at.includes("T"), {
      path: ["at"],
      error: timeOfCall,
    })
    .refine(({ outcome, reason }) => outcome === "returned" || reason === undefined, {
      path: ["reason"],
      error: "is for returned alone",
    })
    .refine(({ outcome, note }) => outcome === "returned" || note === undefined, {
      path: ["note"],
      error: "is for returned alone",
    })
    .refine(({ outcome, amount_cents }) => isOfBooks(outcome) || amount_cents === undefined, {
      path: ["amount_cents"],
      error: "is for what the books have",
    })
    .transform(
      ({
        lead_id: leadId,
        outcome,
        at,
        buyer,
        buyer_lead_id,
        amount_cents,
        currency,
        reason,
        note,
      }): Omit<NewOutcome, "id"> | OtherReport => {
        const when: { at: number; day?: number } = at.includes("T")
          ? { at: Date.parse(at) }
          : ofDay(dayNumber(at), timeZone);
        if (!isOfBooks(outcome))
          return { own: own.get(outcome)!, leadId, outcome, buyer, day: dayOf(when.at), ...when };
        return {
          leadId,
          outcome,
          ...when,
          buyer,
          buyerLeadId: buyer_lead_id ?? null,
          amountCents: amount_cents ?? null,
          currency: amount_cents === undefined ? null : (currency ?? "USD"),
          reason: reason ?? null,
          ...(note !== undefined && { note }),
        };
      },
    );
}

/**
 * A day as it is kept: its first moment in the zone that is of the same date in UTC, too, by which a program of before
 * November 28, which may still run beside this one, knows the day.
 */
function ofDay(day: number, timeZone: string): { at: number; day: number } {
  return { at: Math.max(dayBegins(day, timeZone), day * dayMs), day };
}

/** What is wrong with a report: a field, and a message that completes a sentence about it. */
export function faultsOf({ issues }: z.ZodError): { field: string; message: string }[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((field) => ({ field, message: "is not a field of an outcome" }))
      : [{ field: String(issue.path[0]), message: issue.message }],
  );
}

/** What of the site a report is checked against. @param sentTo the receivers that have, or may have, the lead */
export type Known = {
  lead: Pick<Lead, "createdAt" | "erasedAt">;
  sentTo: readonly string[];
  /** Names of receivers, and of others who may report. */
  receivers: readonly string[];
  others: readonly string[];
  /** Whether leads go to buyers behind a receiver, whose names nobody here knows. */
  isExchange: boolean;
  timeZone: string;
};

/**
 * What cannot be of this site's leads and receivers. A day more on either side is taken: where the buyer is, it may be
 * another than here.
 */
export function factFaults(
  { at, day, buyer }: Pick<NewOutcome, "at" | "day" | "buyer">,
  { lead, sentTo, receivers, others, isExchange, timeZone }: Known,
  now: number,
): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = [];
  const dayOf = dayCounter(timeZone);
  const its = day ?? dayOf(at);
  if (its < dayOf(lead.createdAt) - 1)
    faults.push({
      field: "at",
      message: `is before the lead, which is of ${dayText(dayOf(lead.createdAt))}`,
    });
  if (its > dayOf(now) + 1) faults.push({ field: "at", message: "is in the future" });
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
  const { destinations, buyers, leadProsperAccount, siteTimeZone } = settings;
  const listed = buyers ? [buyers.selectable, ...Object.values(buyers.lists)].flat() : [];
  const kinds = destinations.map(({ kind }) => kind);
  const isDirect = kinds.some((kind) => ["form", "json", "webhook"].includes(kind));
  return {
    receivers: destinations.map(({ name }) => name),
    others: [...outcomesSecrets(settings), ...listed].map(({ name }) => name),
    isExchange: leadProsperAccount !== undefined || kinds.includes("leadprosper") || !isDirect,
    timeZone: siteTimeZone,
  };
}

/** Receivers that a lead's messages reached, or may have. */
export function sentTo(messages: readonly Pick<Message, "destination" | "status">[]): string[] {
  return messages
    .filter(({ status }) => ["delivered", "sending", "parked"].includes(status))
    .map(({ destination }) => destination);
}

/** What a table says, line by line, and what is wrong with the lines that were left out. */
export type CsvReport = Omit<Read<NewOutcome>, "rows"> & {
  reported: { line: number; outcome: NewOutcome }[];
  others: { line: number; said: OtherReport }[];
};

/**
 * Reads a table of outcomes. An outcome's id is made of all that it says, so the same line means the same outcome in every
 * file.
 */
export function csvReport(text: string, timeZone: string): CsvReport {
  const form = { columns, needed, numbers: ["amount_cents"], row: reportIn(timeZone) };
  const { rows, ...read } = readTable(text, form);
  return {
    ...read,
    reported: rows.flatMap(({ line, row }) =>
      "own" in row ? [] : [{ line, outcome: { id: idOf(row), ...row } }],
    ),
    others: rows.flatMap(({ line, row }) => ("own" in row ? [{ line, said: row }] : [])),
  };
}

/** In it a day is the midnight of UTC on it, and what came later is there where it is said: what was said before keeps its id. */
function idOf({ leadId, outcome, at, day, buyer, ...said }: Omit<NewOutcome, "id">): string {
  const { buyerLeadId, amountCents, currency, reason } = said;
  const all = [
    leadId,
    outcome,
    day === undefined ? at : day * dayMs,
    buyer,
    buyerLeadId,
    amountCents,
    currency,
  ];
  return createHash("sha256")
    .update(JSON.stringify(reason ? [...all, reason] : all))
    .digest("base64url");
}
