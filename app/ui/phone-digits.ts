/**
 * Drops a leading "+1" or "1" from text typed or pasted where the number begins. No US area code
 * starts with 1, so it can only be the country code. `before` is what already is in front.
 */
export function withoutCountryCode(typed: string, before: string): string {
  return /\d/.test(before) ? typed : typed.replace(/^[^\d]*1/, "");
}
