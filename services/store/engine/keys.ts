import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { keyedHash } from "./address-hash.ts";
import type { Connection } from "./connection.ts";

/** The uses of session secrets. No secret is used itself: each purpose has keys of its own. */
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

/** The same as text, for functions that take a text key. */
export function purposeTexts(secrets: readonly string[], purpose: Purpose): string[] {
  return purposeKeys(secrets, purpose).map((key) => key.export().toString("base64url"));
}

/**
 * Until then a cookie or form is also taken that was signed with a session secret itself, as all were before 23 November
 * 2026: visits last for weeks. Epoch milliseconds.
 */
export const formerUntil = Date.UTC(2027, 1, 1);

/**
 * The key of every hash of an address: the given one, else one that is made once and kept in the store. It does not
 * depend on the session secrets, which are replaced from time to time, since the suppression list has to stay valid.
 * @throws an Error in plain words when the suppression list was made with another key and would stop nothing
 */
export async function hashKeyIn(connection: Connection, given: string | undefined): Promise<string> {
  const key = given ?? (await keptKey(connection));
  const other = await connection.read((db) =>
    db
      .selectFrom("suppressions")
      .select("kind")
      .where("keyMark", "!=", markOf(key))
      .limit(1)
      .executeTakeFirst(),
  );
  if (other) {
    throw new Error(
      "HASH_KEY must stay what it was (or unset): the suppression list was made with another key.",
    );
  }
  return key;
}

/** Tells keys apart without giving them away. */
export function markOf(key: string): string {
  return keyedHash(key, "mark").slice(0, 16);
}

/** Of processes that start together the first one's key is everybody's. */
function keptKey(connection: Connection): Promise<string> {
  return connection.write(async (trx) => {
    await trx
      .insertInto("storeKeys")
      .values({ name: "hash", value: randomBytes(32).toString("base64url") })
      .onConflict((c) => c.column("name").doNothing())
      .execute();
    const { value } = await trx
      .selectFrom("storeKeys")
      .select("value")
      .where("name", "=", "hash")
      .executeTakeFirstOrThrow();
    return value;
  });
}
