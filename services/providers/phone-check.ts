import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";
import * as z from "zod";
import type { PhoneReport } from "../../machines/rules/phone.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import { hasRealBuyer } from "../settings/public-site.ts";
import type { CallJson } from "./http.ts";
import type { PhoneCheck } from "./ports.ts";
import type { Provider } from "./provider.ts";
import { score, verdict } from "./verdict.ts";

/** On smaller plans several fields hold a text such as "N/A"; unknown activity counts as active. */
const answer = z.union([
  z.object({
    success: verdict.pipe(z.literal(true)),
    message: z.string().catch(""),
    valid: verdict,
    fraud_score: score.catch(0),
    line_type: z.string().catch("N/A"),
    active: verdict.catch(true),
  }),
  z.object({ success: verdict.pipe(z.literal(false)), message: z.string().catch("") }),
]);

/** The vendor words the end of this message in more than one way. */
const impossible = /^invalid\/nonexistent phone number/i;

/**
 * Asks IPQualityScore. An impossible number is an answer (`success: false` with the vendor's message, see
 * spec 5.6); any other refusal, such as a bad key or a used-up quota, is a failure.
 */
export function livePhoneCheck(
  callJson: CallJson,
  { baseUrl, key }: { baseUrl: string; key: string },
  timeoutMs = 5_000,
): PhoneCheck {
  return {
    async check(digits) {
      const number = encodeURIComponent(digits);
      const url = `${baseUrl}/phone/${encodeURIComponent(key)}/${number}?country[]=US&strictness=0`;
      const report = await callJson({ provider: "phone-check", url, timeoutMs, schema: answer });
      if (report.success) return report;
      if (!impossible.test(report.message))
        throw new ProviderFailure("refused", "phone-check refused the look-up");
      return { ...report, valid: false, fraud_score: 0, line_type: "N/A", active: false };
    },
  };
}

/** Area codes and exchanges begin with 2 to 9, and neither is a service code such as 411 or 911. */
const plan = /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/;

/** Some of the plan's toll-free codes, such as 822 and 880, are not in use yet. */
const tollFree = /^8(\d)\1/;

/** 555-0100 to 555-0199 are set aside for fiction: nobody answers there. */
function isFictitious(digits: string): boolean {
  return /^\d{3}55501\d{2}$/.test(digits);
}

/** Typed to get past the form. */
function isPattern(digits: string): boolean {
  return /^(\d)\1{9}$/.test(digits);
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
 * Judges a number by the grammar of the numbering plan. Whether it is in use, and by whom, cannot be known offline:
 * every possible number counts as active and without fraud, even one whose area code is newer than the library's list.
 * @param options.rejectFictitious 555-01xx numbers are refused; off while no real buyer is connected, since they are
 * the only numbers fit for trying the site out
 */
export function embeddedPhoneCheck(options: { rejectFictitious: boolean }): PhoneCheck {
  return {
    async check(digits) {
      const known = knownNumber(digits);
      const refused =
        !plan.test(digits) ||
        (known && !unitedStates.has(known.country ?? "")) ||
        isPattern(digits) ||
        (options.rejectFictitious && isFictitious(digits));
      const unlisted = tollFree.test(digits) ? lineTypes.TOLL_FREE : undefined;
      return report(!refused, lineTypes[known?.getType() ?? "UAN"] ?? unlisted ?? "N/A");
    },
  };
}

/** The number as the library's list knows it, if it does. */
function knownNumber(digits: string) {
  const number = parsePhoneNumberFromString(digits, "US");
  return number?.isValid() ? number : undefined;
}

/** Everything else is toll-free, charged extra or no telephone. */
const textableTypes = new Set<NumberType>(["MOBILE", "FIXED_LINE_OR_MOBILE", "VOIP"]);

/** Whether a number in +1 form is possible and may take a text; landlines cannot be recognized. */
export function textableNumbers(options: { rejectFictitious: boolean }): (phone: string) => Promise<boolean> {
  const numbers = embeddedPhoneCheck(options);
  return async (phone) => {
    const digits = phone.slice(2);
    const { valid, line_type } = await numbers.check(digits);
    const known = knownNumber(digits);
    return valid && (known ? textableTypes.has(known.getType()) : line_type === "N/A");
  };
}

function report(valid: boolean, line_type: string): PhoneReport {
  const message = valid ? "Phone is valid." : "Phone is not valid.";
  return { success: true, valid, fraud_score: 0, line_type, active: valid, message };
}

export const phoneCheck: Provider<PhoneCheck> = {
  name: "phone-check",
  words: "phone check",
  addresses: ({ ipqs }) => [ipqs?.baseUrl],
  choose(settings, { callJson, withCallLog }) {
    const { ipqs } = settings;
    if (ipqs) return { port: withCallLog(livePhoneCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
    const rejectFictitious = hasRealBuyer(settings);
    const how = rejectFictitious ? "numbering plan" : "numbering plan; 555-01xx passes";
    return { port: embeddedPhoneCheck({ rejectFictitious }), mode: "embedded", how };
  },
};
