import { randomBytes } from "node:crypto";
import { keyedHash } from "./address-hash.ts";
import type { Connection } from "./connection.ts";

/**
 * The key of every hash of an address: the one given, else one that is made once and kept in the store. It does
 * not follow from the session secrets, which are replaced from time to time: the suppression list must go on to fit.
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
