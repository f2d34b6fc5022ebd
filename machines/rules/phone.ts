import { PHONE_FRAUD_SCORE_MAX } from "./limits.ts";

/** The provider's word on a number (spec 7), which spec 5.6 judges. */
export type PhoneReport = {
  success: boolean;
  valid: boolean;
  fraud_score: number;
  line_type: string;
  active: boolean;
  message: string;
};

/**
 * The part of a report that a visitor's browser gets. Pages of the previous release judge by themselves, and fail
 * without an empty `message`; a later release drops it.
 */
export type JudgedPhone = { good: boolean; message: "" };

export type PhoneVerdict = { valid: boolean; active: boolean };

const FORCED_INACTIVE_PATHS = new Set([
  "/survey/v2",
  "/survey/v3",
  "/survey/v4",
  "/survey/v5",
  "/survey-sd/v3",
  "/survey-sd/v3b",
]);
const IMPOSSIBLE = /^invalid\/nonexistent phone number/i;
const TOLL_FREE = /^toll[ _-]?free$/i;

/**
 * Judges a number (spec 5.6; rulings 127 and 128). Only a number said to be impossible is
 * refused outright; every other failure of the check counts in the visitor's favour.
 * @param report null when the check gave none
 * @param path of the survey, as visited
 */
export function judgePhone(
  report: PhoneReport | JudgedPhone | null,
  path: string,
  { overrideForcedActivity = false }: { overrideForcedActivity?: boolean } = {},
): PhoneVerdict {
  const forcedInactive = !overrideForcedActivity && FORCED_INACTIVE_PATHS.has(plainPath(path));
  if (report && "good" in report) return { valid: report.good, active: report.good && !forcedInactive };
  if (report && isImpossible(report)) return { valid: false, active: false };
  if (!report?.success) return { valid: true, active: !forcedInactive };
  return {
    valid: report.fraud_score <= PHONE_FRAUD_SCORE_MAX && !isTollFree(report),
    active: report.active && !forcedInactive,
  };
}

/** True for a toll-free number, which is no person's own. */
export function isTollFree({ line_type }: PhoneReport): boolean {
  return TOLL_FREE.test(line_type.trim());
}

/** True for a number that cannot exist. */
export function isImpossible(report: PhoneReport): boolean {
  return IMPOSSIBLE.test(report.message.trim()) || (report.success && !report.valid);
}

function plainPath(path: string): string {
  return path.toLowerCase().replace(/\/$/, "");
}
