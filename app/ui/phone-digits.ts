import { phoneDigits } from "../../machines/rules/digits.ts";

/**
 * Drops a leading "+1", "1" or "001" from text typed or pasted where the number begins. No area code starts with 0 or 1,
 * so it can only be the country code. `before` is what already is in front.
 */
export function withoutCountryCode(typed: string, before: string): string {
  const digits = phoneDigits(typed);
  if (/\d/.test(before)) return digits;
  // Key by key, a 0 can only be the beginning of 001.
  return digits.replace(/^(?:\D*(?:00)?1|0$)/, "");
}
