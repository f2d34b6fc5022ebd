import { EMAIL_BLOCK_AFTER_BAD_RESULTS } from "./limits.ts";

/** The e-mail check's result for an address; the last two only where it knows them. */
export type EmailReport = { valid: boolean; disposable: boolean; fraud_score?: number; dns_valid?: boolean };

/** A report with how often the same address was bad earlier in the session; a blocked address is not asked about. */
export type EmailVerdict = (EmailReport & { timesBadBefore: number }) | { blocked: true };

/** Bad addresses do not exist or are disposable (spec 5.7). */
export function isBadEmail(report: EmailReport): boolean {
  return !report.valid || report.disposable;
}

/**
 * Whether an address is blocked for the rest of the session (spec 5.7; ruling 129).
 * @param timesBad how often it was bad in the session
 */
export function isBlockedEmail(timesBad: number): boolean {
  return timesBad >= EMAIL_BLOCK_AFTER_BAD_RESULTS;
}

/** Whether the visitor is asked for another address, or for this one once more. */
export function isRefusedEmail(verdict: EmailVerdict): boolean {
  return "blocked" in verdict || isBadEmail(verdict);
}

/** Whether that address is refused for the rest of the session. */
export function isRefusedForGood(verdict: EmailVerdict): boolean {
  return "blocked" in verdict || (isBadEmail(verdict) && isBlockedEmail(verdict.timesBadBefore + 1));
}

/** Letter case and space around an address do not make it another one (ruling 130). */
export function comparableEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** An address that tells operators enough to act without identifying its owner: `m***@mailinator.com`. */
export function maskedEmail(email: string): string {
  const [first = ""] = email;
  return `${first}***${email.slice(email.lastIndexOf("@"))}`;
}
