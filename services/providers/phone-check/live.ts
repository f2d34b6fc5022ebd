import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { PhoneCheck } from "../ports.ts";
import { score, verdict } from "../verdict.ts";

/** On smaller plans several fields hold a text such as "N/A"; unknown activity counts as active. */
const answer = z.union([
  z.object({
    success: verdict().pipe(z.literal(true)),
    message: z.string().catch(""),
    valid: verdict(),
    fraud_score: score.catch(0),
    line_type: z.string().catch("N/A"),
    active: verdict().catch(true),
  }),
  z.object({ success: verdict().pipe(z.literal(false)), message: z.string().catch("") }),
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
