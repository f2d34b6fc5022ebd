import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { DeliveryResult, Destination } from "../ports.ts";

const message = z.object({ token: z.guid() });

const flag = z.union([z.literal(0), z.literal(1), z.enum(["0", "1"]).transform(Number)]);
const finding = z.object({ authentic: flag, reason: z.coerce.number().nullish().catch(null) });
const answer = z.union([
  z.object({ authenticate: finding }).transform(({ authenticate }) => authenticate),
  z.object({ audit: finding }).transform(({ audit }) => audit),
]);

const optedOut = 3;

/** What is wrong with a token, by the vendor's number. */
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
