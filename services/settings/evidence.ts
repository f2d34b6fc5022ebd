import * as z from "zod";
import type { DestinationsFile } from "./destinations/destinations-file.ts";
import type { Declared } from "./destinations/shape.ts";
import * as is from "./kinds.ts";

const minute = 60_000;

/** Settings of the log of consents and of those who witness it. */
export const evidenceShape = {
  CONSENT_LOG_KEY: is.secret.optional(),
  CONSENT_WITNESS_FILE: is.text().optional(),
  CONSENT_WITNESS_URL: is.httpUrl.optional(),
  CONSENT_WITNESS_EMAIL: z.email("an e-mail address").optional(),
  CONSENT_TIMESTAMP_URL: is.httpUrl.optional(),
  CONSENT_WITNESS_MINUTES: is.wholeNumber(0, 24 * 60).default(10),
  RECEIPTS_PER_DAY: is.wholeNumber(0, 1_000_000).default(0),
};

type Checked = z.infer<z.ZodObject<typeof evidenceShape>>;

/** Who gets the log's signed heads, each undefined where nobody does, and how often. */
export type WitnessSettings = {
  /** A file that lines are added to, best on another machine. */
  file?: string;
  /** An address that each head is posted to. */
  url?: string;
  /** A mailbox, and the mail server and sender of the operator's first destination of kind email. */
  email?: { to: string; smtp: string; from: string };
  /** A timestamp authority (RFC 3161). */
  timestampUrl?: string;
  everyMs: number;
};

const isEmail = (declared: Declared): declared is Declared<"email"> => declared.kind === "email";

/** @param wanted what takes a mail server, by its name */
export function mailFaults(wanted: Record<string, boolean>, file: DestinationsFile): string[] {
  // One with faults has no destinations, and says so.
  if (file.faults.length > 0 || file.destinations.some(isEmail)) return [];
  return Object.entries(wanted)
    .filter(([, isWanted]) => isWanted)
    .map(
      ([name]) => `${name} needs a destination of kind email in DESTINATIONS_FILE, whose mail server sends`,
    );
}

export function evidenceSettings(given: Checked, destinations: Declared[]) {
  const to = given.CONSENT_WITNESS_EMAIL;
  const mail = destinations.find(isEmail);
  const witnesses: WitnessSettings = {
    file: given.CONSENT_WITNESS_FILE,
    url: given.CONSENT_WITNESS_URL,
    email: to && mail ? { to, smtp: mail.smtp, from: mail.from } : undefined,
    timestampUrl: given.CONSENT_TIMESTAMP_URL,
    everyMs: given.CONSENT_WITNESS_MINUTES * minute,
  };
  return {
    /** Undefined: kept beside the database file, or made from the first session secret. */
    consentLogKey: given.CONSENT_LOG_KEY,
    witnesses,
    /** Letters to visitors with what they agreed to, by the same mail server; undefined: there are none. */
    receipts:
      given.RECEIPTS_PER_DAY > 0 && mail
        ? { smtp: mail.smtp, from: mail.from, perDay: given.RECEIPTS_PER_DAY }
        : undefined,
  };
}
