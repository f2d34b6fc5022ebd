import * as z from "zod";
import type { CallJson } from "../http.ts";
import { type EmailCheck, ProviderFailure } from "../ports.ts";

const answer = z.discriminatedUnion("success", [
  z.object({
    success: z.literal(true),
    valid: z.boolean(),
    disposable: z.boolean(),
    timed_out: z.boolean().catch(false),
    suspect: z.boolean().catch(false),
  }),
  z.object({ success: z.literal(false) }),
]);

/**
 * Asks IPQualityScore. It is told to give up after 5 s, so that our own deadline is never the first to strike.
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
      const report = await callJson({ provider: "email-check", url, timeoutMs, schema: answer });
      if (!report.success) throw new ProviderFailure("refused", "email-check refused the look-up");
      const { valid, disposable, timed_out, suspect } = report;
      if (!valid && !disposable && (timed_out || suspect)) {
        throw new ProviderFailure("unavailable", "email-check could not find out");
      }
      return { valid, disposable };
    },
  };
}
