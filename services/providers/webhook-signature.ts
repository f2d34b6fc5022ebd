import { createHmac } from "node:crypto";

/**
 * The headers of one message by the Standard Webhooks specification: its id, when it is sent, and one signature
 * per secret, `v1,<base64 of HMAC-SHA256 over id.timestamp.body>`, separated by spaces. A receiver accepts the
 * message when any of them fits the one secret it knows, so it can be moved to a new secret without a gap.
 * @param secrets each `whsec_<base64 of the key>`; without one the message is named but not signed
 * @param body exactly what is sent
 * @param now epoch milliseconds; what is sent again later has a new timestamp and the same id
 */
export function webhookHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): Record<string, string> {
  if (secrets.length === 0) return { "webhook-id": id };
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return createHmac("sha256", key).update(signed, "utf8").digest("base64");
}
