import { EMAIL_BLOCK_AFTER_BAD_RESULTS } from "./limits.ts";

/** What the e-mail check says of an address. */
export type EmailReport = { valid: boolean; disposable: boolean };

/** Bad addresses do not exist or are disposable (specification 5.7). */
export function isBadEmail(report: EmailReport): boolean {
  return !report.valid || report.disposable;
}

/**
 * Whether a bad result blocks the address for the session (specification 5.7; decision 129).
 * @param timesBadBefore bad results for the same address earlier in the session, without this one
 */
export function isBlockedEmail(timesBadBefore: number): boolean {
  return timesBadBefore + 1 >= EMAIL_BLOCK_AFTER_BAD_RESULTS;
}
