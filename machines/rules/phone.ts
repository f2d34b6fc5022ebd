import { PHONE_FRAUD_SCORE_MAX } from "./limits.ts";

/** Area codes of the numbering plan's other countries: Canada, Bermuda and the Caribbean. Each stays theirs. */
const ABROAD = new Set(
  (
    "204 226 236 242 246 249 250 257 263 264 268 273 284 289 306 343 345 354 365 367 368 382 403 416 418 428 431 437 438 " +
    "441 450 468 473 474 506 514 519 548 579 581 584 587 600 604 613 622 633 639 647 649 658 664 672 683 705 709 721 742 " +
    "753 758 767 778 780 782 784 807 809 819 825 829 849 867 868 869 873 876 879 902 905 942"
  ).split(" "),
);

/** True for ten digits that are another country's number, though they look like ours. */
export function isAbroad(digits: string): boolean {
  return ABROAD.has(digits.slice(0, 3));
}

/** The provider's word on a number (spec 7), which spec 5.6 judges. */
export type PhoneReport = {
  success: boolean;
  valid: boolean;
  fraud_score: number;
  line_type: string;
  active: boolean;
  message: string;
};

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
  report: PhoneReport | null,
  path: string,
  { overrideForcedActivity = false }: { overrideForcedActivity?: boolean } = {},
): PhoneVerdict {
  const forcedInactive = !overrideForcedActivity && FORCED_INACTIVE_PATHS.has(plainPath(path));
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
