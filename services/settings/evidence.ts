import * as z from "zod";
import * as is from "./kinds.ts";

const minute = 60_000;

/** Settings of the log of consents and of those who witness it. */
export const evidenceShape = {
  CONSENT_LOG_KEY: z.string().min(32, "at least 32 characters").optional(),
  CONSENT_WITNESS_FILE: is.text().optional(),
  CONSENT_WITNESS_URL: is.httpUrl.optional(),
  CONSENT_TIMESTAMP_URL: is.httpUrl.optional(),
  CONSENT_WITNESS_MINUTES: is.wholeNumber(0, 24 * 60).default(10),
};

type Checked = z.infer<z.ZodObject<typeof evidenceShape>>;

/** Who gets the log's signed heads, each undefined where nobody does, and how often. */
export type WitnessSettings = {
  /** A file that lines are added to, best on another machine. */
  file?: string;
  /** An address that each head is posted to. */
  url?: string;
  /** A timestamp authority (RFC 3161). */
  timestampUrl?: string;
  everyMs: number;
};

export function evidenceSettings(given: Checked) {
  const witnesses: WitnessSettings = {
    file: given.CONSENT_WITNESS_FILE,
    url: given.CONSENT_WITNESS_URL,
    timestampUrl: given.CONSENT_TIMESTAMP_URL,
    everyMs: given.CONSENT_WITNESS_MINUTES * minute,
  };
  return {
    /** Undefined: kept beside the database file, or made from the first session secret. */
    consentLogKey: given.CONSENT_LOG_KEY,
    witnesses,
  };
}
