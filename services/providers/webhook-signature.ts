import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

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

/** A message's timestamp may be so far from now, in seconds, either way. */
const mostSecondsOff = 5 * 60;

/**
 * Checks the signature of an incoming message.
 * @param secrets of the accepted senders; one name may have several
 * @param now epoch milliseconds
 * @returns the name that goes with the secret, and the message's id; or the faulty header
 */
export function webhookSigner(
  secrets: readonly { name: string; secret: string }[],
  headers: Headers,
  body: string,
  now: number,
): { name: string; id: string } | { wrong: string } {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (!/^[!-~]{1,200}$/.test(id)) return { wrong: "webhook-id" };
  const isNear = Math.abs(now / 1000 - Number(timestamp)) <= mostSecondsOff;
  if (!/^\d{1,12}$/.test(timestamp) || !isNear) return { wrong: "webhook-timestamp" };
  const given = (headers.get("webhook-signature") ?? "").split(" ").map((one) => Buffer.from(one));
  const signer = secrets.find(({ secret }) => {
    const right = Buffer.from(`v1,${signature(secret, `${id}.${timestamp}.${body}`)}`);
    return given.some((one) => one.length === right.length && timingSafeEqual(one, right));
  });
  return signer ? { name: signer.name, id } : { wrong: "webhook-signature" };
}

function signature(secret: string, signed: string): string {
  const key = createSecretKey(secret.slice("whsec_".length), "base64");
  return createHmac("sha256", key).update(signed, "utf8").digest("base64");
}
