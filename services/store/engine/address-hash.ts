import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";

/** Somebody's e-mail address and phone number; what is neither counts as not given. */
export type ContactPoints = { email?: unknown; phone?: unknown };
export type ReachKind = keyof ContactPoints;

/** Mail to these reaches the same mailbox with or without the dots in its name. */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address reaches, normalized: compatible and invisible characters, letter case, the domain's
 * alphabet, its trailing dot, and what follows a plus make no difference.
 * @returns undefined for an invalid address
 */
export function normalEmail(email: unknown): string | undefined {
  if (typeof email !== "string") return undefined;
  const plain = email
    .normalize("NFKC")
    .replace(/[\p{Cf}\s]/gu, "")
    .toLowerCase();
  const [, name, host] = /^(.+)@([^@]+)$/.exec(plain) ?? [];
  if (!name || !host) return undefined;
  const domain = (domainToASCII(host) || host).replace(/\.+$/, "");
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  return dotless.has(domain) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** As addresses were compared before `normalEmail` knew of mailboxes: entries that were hashed then are still found. */
function formerEmail(email: unknown): string | undefined {
  return typeof email === "string" ? email.trim().toLowerCase() : undefined;
}

/** @returns the ten digits after +1; undefined when it is no US number */
export function normalPhone(phone: unknown): string | undefined {
  if (typeof phone !== "string") return undefined;
  return /^1?(\d{10})$/.exec(phone.normalize("NFKC").replace(/\D/g, ""))?.[1];
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

/** Hashes under which entries about these addresses may be found; new entries get those of `hashesOf`. */
export function knownHashesOf(key: string, { email, phone }: ContactPoints): string[] {
  const former = formerEmail(email);
  const hashes = hashesOf(key, { email, phone }).map(({ hash }) => hash);
  return former === undefined ? hashes : [...hashes, keyedHash(key, `email:${former}`)];
}
