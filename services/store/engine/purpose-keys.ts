import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** What session secrets protect. No secret is used itself: each purpose has keys of its own. */
export type Purpose =
  | "visit token"
  | "session cookie"
  | "referrer in the cookie"
  | "contact form"
  | "opt-out form"
  | "hidden origin"
  | "consent shown"
  | "verification codes"
  | "networks"
  | "repeated leads"
  | "proof of work"
  | "analysts' cookie"
  | "known browser"
  | "identity provider"
  | "second factor";

/**
 * Keys for one purpose, one from each session secret and in their order (HKDF-SHA256): what is signed for one purpose is
 * never valid for another. Node takes several times as long to sign with a key that is a Buffer.
 */
export function purposeKeys(secrets: readonly string[], purpose: Purpose): KeyObject[] {
  return secrets.map((secret) => secretKey(secret, `claimpath ${purpose}`));
}

/** The key for one purpose that follows from a secret. */
export function secretKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32)));
}

/** The same as text, for what takes text as its key. */
export function purposeTexts(secrets: readonly string[], purpose: Purpose): string[] {
  return purposeKeys(secrets, purpose).map((key) => key.export().toString("base64url"));
}

/**
 * Until then a cookie or form is also taken that was signed with a session secret itself, as all were before 23 November
 * 2026: visits last for weeks. Epoch milliseconds.
 */
export const formerUntil = Date.UTC(2027, 1, 1);
