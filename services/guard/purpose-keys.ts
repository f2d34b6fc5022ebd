import { hkdfSync } from "node:crypto";

/**
 * Keys for one purpose, one from each session secret and in their order: what is signed for one purpose is never valid
 * for another. @param purpose a name of our own, such as `consent shown`
 */
export function purposeKeys(secrets: readonly string[], purpose: string): Buffer[] {
  return secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", `claimpath ${purpose}`, 32)));
}
