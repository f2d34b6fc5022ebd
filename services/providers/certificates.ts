import * as z from "zod";
import { hidden, personIn } from "../observe/telling.ts";
import type { CallJson } from "./http.ts";
import type { DeliveryResult, Destination } from "./ports.ts";
import type { DestinationProvider } from "./provider.ts";

const longest = 200;
/** How much of a reason is read: the patterns' time grows with the square of the length. */
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

const claimMessage = z.object({
  certificate: z.url(),
  email: z.string(),
  phone: z.string(),
  /** The lead's id. */
  reference: z.string(),
});

const claimAnswer = z.object({
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
    async deliver({ payload, record }) {
      const { certificate: url, email, phone, reference } = claimMessage.parse(payload);
      if (!origins.includes(new URL(url).origin)) {
        throw new Error(
          "the certificate lies at an address that scripts.trustedform-cert-origins does not list",
        );
      }
      const body = { match_lead: { email, phone: tenDigits(phone) }, retain: { reference } };
      const call = { provider: name, url, headers, body, timeoutMs, readRefusals: true };
      const said = await callJson({ ...call, schema: claimAnswer });
      const person = personIn((await record?.()) ?? { email, phone });
      return claimVerdict({ ...said, reason: hidden(said.reason ?? "", person) });
    },
  };
}

/** An error is about the request itself: the same one would be answered the same way again. */
function claimVerdict({ outcome, reason }: z.infer<typeof claimAnswer>): DeliveryResult {
  if (outcome === "success") return { outcome: "accepted", detail: "claimed, and it matches the lead" };
  const detail = reasonOf(reason);
  return { outcome: "rejected", detail: outcome === "error" ? `the request was refused: ${detail}` : detail };
}

function tenDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-10);
}

const message = z.object({ token: z.guid() });

const flag = z.union([z.literal(0), z.literal(1), z.enum(["0", "1"]).transform(Number)]);
const finding = z.object({ authentic: flag, reason: z.coerce.number().nullish().catch(null) });
const answer = z.union([
  z.object({ authenticate: finding }).transform(({ authenticate }) => authenticate),
  z.object({ audit: finding }).transform(({ audit }) => audit),
]);

const optedOut = 3;

/** A token's fault, by the vendor's number. */
const reasons: Record<number, string> = {
  1: "the token is unknown or older than a year",
  2: "the token was looked up too often",
  [optedOut]: "the visitor has opted out at Jornaya: do not process this lead",
  4: "this is no real token",
};

/**
 * Asks Jornaya whether a lead's token is its own, before anybody gets the lead: its visitor may have opted out there.
 * Its failures are answers with status 200 too.
 */
export function jornayaAudit(
  callJson: CallJson,
  settings: { url: string; account: string; firstRetryMs?: number; timeoutMs?: number },
): Destination {
  const { url, account, firstRetryMs = 10_000, timeoutMs = 10_000 } = settings;
  const name = "jornaya-audit";
  return {
    name,
    configured: true,
    goesFirst: true,
    firstRetryMs,
    async deliver({ payload }) {
      const { token } = message.parse(payload);
      const query = new URLSearchParams({ lac: account, id: token });
      const call = { provider: name, url: `${url}/Authenticate?${query}`, timeoutMs };
      return verdict(await callJson({ ...call, schema: answer }));
    },
  };
}

function verdict({ authentic, reason }: z.infer<typeof answer>): DeliveryResult {
  if (authentic === 1) return { outcome: "accepted", detail: "the token is authentic" };
  const detail = reasons[reason ?? 0] ?? "the token is not authentic";
  return { outcome: "rejected", detail, ...(reason === optedOut && { optedOut: true as const }) };
}

/**
 * The certifier is asked about the consent's certificate once the lead is stored. Without an account there is nobody to
 * ask, and nothing is kept for later: the certificate itself is on the lead.
 */
export const certificates: DestinationProvider = {
  addresses: ({ certificates: { origins, trustedForm, jornaya } }) => [
    ...(trustedForm ? origins : []),
    jornaya?.url,
  ],
  destinations({ certificates: { origins, trustedForm, jornaya } }, callJson) {
    const how = "certificate checks";
    return [
      ...(trustedForm ? [{ port: trustedFormCertificate(callJson, { ...trustedForm, origins }), how }] : []),
      ...(jornaya ? [{ port: jornayaAudit(callJson, jornaya), how }] : []),
    ];
  },
};
