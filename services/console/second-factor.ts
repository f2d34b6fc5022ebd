import { Secret, TOTP } from "otpauth";

const issuer = "Claimpath";
const periodMs = 30_000;

/** @returns a new secret in base32, which the person's app and our file have */
export function newSecondFactor(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that authenticator apps take, as a link or a QR code. */
export function secondFactorAddress(secret: string, name: string): string {
  return totpOf(secret, name).toString();
}

/**
 * Checks a code of six digits, and those just before and after it, since clocks differ.
 * @returns when the period of the code began, so that nobody uses it twice; undefined for a wrong one
 */
export function periodOfCode(secret: string, code: string, at: number): number | undefined {
  const token = code.replace(/\s/g, "");
  // otpauth throws for six characters that are not six bytes, which would reveal that the password was right.
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret, "").validate({ token, timestamp: at, window: 1 });
  return delta === null ? undefined : at - (at % periodMs) + delta * periodMs;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });
}
