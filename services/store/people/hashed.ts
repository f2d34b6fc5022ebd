import { type ContactPoints, keyedHash, normalEmail, normalPhone } from "../address-hash.ts";
import { phoneCodeHash } from "../phone-codes.ts";

/** The keys under which addresses are hashed: `codes` has those of verification codes, the old ones too. */
export type Keys = { addresses: string; codes: readonly string[] };

/** What the rows that hold only hashes have of these addresses, by table. Never empty, as `in` wants it. */
export function hashesIn(keys: Keys, reaches: ContactPoints[]) {
  const emails = reaches.flatMap(({ email }) => normalEmail(email) ?? []);
  const dialled = reaches.flatMap(({ phone }) => normalPhone(phone) ?? []).map((digits) => `+1${digits}`);
  const codeHashes = (hash: (key: string, number: string) => string) =>
    keys.codes.flatMap((key) => dialled.map((number) => hash(key, number)));
  return {
    badEmails: ["", ...emails.map((email) => keyedHash(keys.addresses, email))],
    phoneCodes: ["", ...codeHashes(phoneCodeHash)],
    phoneCodeTries: ["", ...codeHashes(keyedHash)],
  };
}
