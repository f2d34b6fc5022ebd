import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { PhoneReport } from "../../../machines/rules/phone.ts";
import type { PhoneCheck } from "../ports.ts";

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

/** The country and its territories that share the numbering plan. */
const unitedStates = new Set(["US", "PR", "VI", "GU", "AS", "MP"]);

/** Line types in the provider's words, as spec 5.6 reads them; the rest cannot be known offline. */
const lineTypes: { [type in NonNullable<NumberType>]?: string } = {
  TOLL_FREE: "Toll Free",
  PREMIUM_RATE: "Premium Rate",
  MOBILE: "Wireless",
  FIXED_LINE: "Landline",
  VOIP: "VOIP",
  PAGER: "Pager",
};

/**
 * Judges a number by the numbering plan. Whether it is in use, and by whom, cannot be known offline: every number
 * that can exist counts as active and without fraud.
 * @param options.rejectFictitious 555-01xx numbers are refused; off while no real buyer is connected, since they
 *   are the only numbers fit for trying the site out
 */
export function embeddedPhoneCheck(options: { rejectFictitious: boolean }): PhoneCheck {
  return {
    async check(digits) {
      const number = /^\d{10}$/.test(digits) ? parsePhoneNumberFromString(digits, "US") : undefined;
      const refused =
        !number?.isValid() ||
        !unitedStates.has(number.country ?? "") ||
        hasServiceCodeExchange(digits) ||
        isPattern(digits) ||
        (options.rejectFictitious && isFictitious(digits));
      return report(!refused, lineTypes[number?.getType() ?? "UAN"] ?? "N/A");
    },
  };
}

/** Everything else is toll-free, charged extra or no telephone. */
const textableTypes = new Set<NumberType>(["MOBILE", "FIXED_LINE_OR_MOBILE", "VOIP"]);

/** Whether a number in +1 form can exist and may take a text; that it is a landline cannot be known. */
export function textableNumbers(options: { rejectFictitious: boolean }): (phone: string) => Promise<boolean> {
  const plan = embeddedPhoneCheck(options);
  return async (phone) => {
    const { valid } = await plan.check(phone.slice(2));
    return valid && textableTypes.has(parsePhoneNumberFromString(phone)?.getType());
  };
}

function report(valid: boolean, line_type: string): PhoneReport {
  const message = valid ? "Phone is valid." : "Phone is not valid.";
  return { success: true, valid, fraud_score: 0, line_type, active: valid, message };
}
