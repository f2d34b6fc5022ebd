import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { EmailCheck } from "../ports.ts";
import { score, verdict } from "../verdict.ts";

const report = z.object({
  success: verdict().pipe(z.literal(true)),
  valid: verdict(),
  disposable: verdict(),
  fraud_score: score.optional().catch(undefined),
  dns_valid: verdict().optional().catch(undefined),
  timed_out: verdict().catch(false),
  suspect: verdict().catch(false),
});
const refusal = z.object({ success: verdict().pipe(z.literal(false)) });

/**
 * Asks IPQualityScore. It is asked to give up after 5 s, so that our own deadline never comes first.
 * "Not valid" from a look-up that timed out or is suspect is not trusted: that is no answer.
 */
export function liveEmailCheck(
  callJson: CallJson,
  { baseUrl, key }: { baseUrl: string; key: string },
  timeoutMs = 8_000,
): EmailCheck {
  return {
    async check(email) {
      const url = `${baseUrl}/email/${encodeURIComponent(key)}/${encodeURIComponent(email)}?fast=true&timeout=5`;
      const schema = z.union([report, refusal]);
      const said = await callJson({ provider: "email-check", url, timeoutMs, schema });
      if (!said.success) throw new ProviderFailure("refused", "email-check refused the look-up");
      const { valid, disposable, timed_out, suspect, fraud_score, dns_valid } = said;
      if (!valid && !disposable && (timed_out || suspect)) {
        throw new ProviderFailure("unavailable", "email-check could not find out");
      }
      return {
        valid,
        disposable,
        ...(fraud_score !== undefined && { fraud_score }),
        ...(dns_valid !== undefined && { dns_valid }),
      };
    },
  };
}
