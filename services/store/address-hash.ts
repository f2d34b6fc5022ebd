import { createHmac } from "node:crypto";

/** Somebody's e-mail address and phone number; what is neither counts as not given. */
export type ContactPoints = { email?: unknown; phone?: unknown };
export type ReachKind = keyof ContactPoints;

/** @returns trimmed and in lower case; undefined when it is no address */
export function normalEmail(email: unknown): string | undefined {
  return typeof email === "string" && /\S@\S/.test(email) ? email.trim().toLowerCase() : undefined;
}

/** @returns ten digits without the country code; undefined when it is no US number */
export function normalPhone(phone: unknown): string | undefined {
  if (typeof phone !== "string") return undefined;
  return /^1?(\d{10})$/.exec(phone.replace(/\D/g, ""))?.[1];
}

/** HMAC-SHA256 in hex. Without the key it cannot be tried whose address it is. */
export function keyedHash(key: string, text: string): string {
  return createHmac("sha256", key).update(text, "utf8").digest("hex");
}

/** The hash of each address that was given, the same however it was written. */
export function hashesOf(key: string, { email, phone }: ContactPoints): { kind: ReachKind; hash: string }[] {
  const given = { email: normalEmail(email), phone: normalPhone(phone) };
  return (["email", "phone"] as const).flatMap((kind) =>
    given[kind] === undefined ? [] : [{ kind, hash: keyedHash(key, `${kind}:${given[kind]}`) }],
  );
}
