import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { DeliveryResult, Destination } from "../ports.ts";

const longest = 200;
/** What is read of a reason: the patterns' time grows with the square of the length. */
const longestRead = 2_000;

/** A vendor's reason in its own words, cut, and without what may be an address or a number of the visitor's. */
export function reasonOf(given: string | null | undefined): string {
  const text = (given ?? "")
    .slice(0, longestRead)
    .replace(/\S+@\S+/g, "…")
    .replace(/[+(]*\d[\d\s().-]{5,}\d/g, "…")
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim();
  return text.slice(0, longest) || "no reason given";
}

const message = z.object({
  certificate: z.url(),
  email: z.string(),
  phone: z.string(),
  /** The lead's id. */
  reference: z.string(),
});

const answer = z.object({
  outcome: z.enum(["success", "failure", "error"]),
  reason: z.string().nullish(),
});

/**
 * Claims a lead's certificate and has its e-mail address and number compared (TrustedForm's Certificate API 4.0). The
 * request goes to the certificate's own address, and the key with it: an address that is not on the list is
 * never called.
 */
export function trustedFormCertificate(
  callJson: CallJson,
  settings: { apiKey: string; origins: string[]; firstRetryMs?: number; timeoutMs?: number },
): Destination {
  const { apiKey, origins, firstRetryMs = 10_000, timeoutMs = 10_000 } = settings;
  const name = "trustedform-certificate";
  const headers = {
    Authorization: `Basic ${Buffer.from(`API:${apiKey}`).toString("base64")}`,
    "Api-Version": "4.0",
  };
  return {
    name,
    configured: true,
    firstRetryMs,
    async deliver({ payload }) {
      const { certificate: url, email, phone, reference } = message.parse(payload);
      if (!origins.includes(new URL(url).origin)) {
        throw new Error(
          "the certificate lies at an address that scripts.trustedform-cert-origins does not list",
        );
      }
      const body = { match_lead: { email, phone: tenDigits(phone) }, retain: { reference } };
      const call = { provider: name, url, headers, body, timeoutMs, readRefusals: true };
      return verdict(await callJson({ ...call, schema: answer }));
    },
  };
}

/** An error is about the request itself: the same one would be answered the same way again. */
function verdict({ outcome, reason }: z.infer<typeof answer>): DeliveryResult {
  if (outcome === "success") return { outcome: "accepted", detail: "claimed, and it matches the lead" };
  const detail = reasonOf(reason);
  return { outcome: "rejected", detail: outcome === "error" ? `the request was refused: ${detail}` : detail };
}

function tenDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-10);
}
