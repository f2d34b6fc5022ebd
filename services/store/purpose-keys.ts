import { hkdfSync } from "node:crypto";

/** What session secrets protect. No secret is used itself: each purpose has keys of its own. */
export type Purpose =
  | "visit token"
  | "session cookie"
  | "referrer in the cookie"
  | "contact form"
  | "opt-out form"
  | "consent shown"
  | "verification codes"
  | "networks"
  | "repeated leads"
  | "proof of work"
  | "analysts' cookie";

/**
 * Keys for one purpose, one from each session secret and in their order (HKDF-SHA256): what is signed for one purpose is
 * never valid for another.
 */
export function purposeKeys(secrets: readonly string[], purpose: Purpose): Buffer[] {
  return secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", `claimpath ${purpose}`, 32)));
}

/** The same as text, for what takes text as its key. */
export function purposeTexts(secrets: readonly string[], purpose: Purpose): string[] {
  return purposeKeys(secrets, purpose).map((key) => key.toString("base64url"));
}

/**
 * Until then a cookie or form is also taken that was signed with a session secret itself, as all were before 23 November
 * 2026: visits last for weeks. Epoch milliseconds.
 */
export const formerUntil = Date.UTC(2027, 1, 1);
