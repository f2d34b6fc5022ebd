/** Rules of the North American numbering plan that the metadata library does not know. */

/** The middle three digits of a subscriber's number are never a service code such as 411 or 911. */
export function hasServiceCodeExchange(digits: string): boolean {
  return /^\d{4}11\d{4}$/.test(digits);
}

/** 555-0100 to 555-0199 are set aside for fiction: nobody answers there. */
export function isFictitious(digits: string): boolean {
  return /^\d{3}55501\d{2}$/.test(digits);
}

/** Typed to get past the form. */
export function isPattern(digits: string): boolean {
  return /^(\d)\1{9}$/.test(digits) || digits === "1234567890" || digits === "0123456789";
}
