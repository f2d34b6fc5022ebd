import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { keyedHash } from "../address-hash.ts";

/** What begins like this is sealed; no JSON and no path does. */
const prefix = "~1.";
const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export type Cipher = {
  /** @param column is sealed in: text cannot be moved to another column. Empty text stays empty. */
  seal(text: string, column: string): string;
  /**
   * Text that is not sealed comes back as it is.
   * @throws an Error in plain words when it was altered, or sealed with a key that is not known
   */
  open(stored: string, column: string): string;
  /** Whether it is sealed with the newest key. */
  isNewest(stored: string): boolean;
};

/** Seals text with AES-256-GCM. @param secrets the first seals, all open, so that a key can be replaced */
export function createCipher(secrets: readonly [string, ...string[]]): Cipher {
  const keys = secrets.map((secret) => ({
    mark: `${prefix}${keyedHash(secret, "data").slice(0, 8)}.`,
    key: Buffer.from(hkdfSync("sha256", secret, "", "claimpath data", 32)),
  }));
  const newest = keys[0]!;
  return {
    seal(text, column) {
      if (text === "") return "";
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, newest.key, iv).setAAD(Buffer.from(column));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return newest.mark + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(stored, column) {
      if (!stored.startsWith(prefix)) return stored;
      const known = keys.find(({ mark }) => stored.startsWith(mark));
      if (!known) throw new Error("DATA_KEYS lacks the key that sealed this.");
      const bytes = Buffer.from(stored.slice(known.mark.length), "base64url");
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      const decipher = createDecipheriv(algorithm, known.key, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(column)).setAuthTag(tag);
      try {
        return (
          decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
        );
      } catch (error) {
        throw new Error(`What is sealed in ${column} was altered.`, { cause: error });
      }
    },
    isNewest: (stored) => stored.startsWith(newest.mark),
  };
}
