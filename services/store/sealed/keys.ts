import type { Connection } from "../connection.ts";
import { type Cipher, createCipher } from "./cipher.ts";

const name = "data-check";

/** @returns undefined when no key is given */
export function cipherOf(secrets: readonly string[] | undefined): Cipher | undefined {
  const [newest, ...older] = secrets ?? [];
  return newest === undefined ? undefined : createCipher([newest, ...older]);
}

/**
 * Makes sure that what is sealed in the store can be opened, and marks a store in which something will be.
 * @throws an Error in plain words when a key is missing: the program should not start then
 */
export async function checkDataKeys(connection: Connection, cipher: Cipher | undefined): Promise<void> {
  const kept = await connection.read((db) =>
    db.selectFrom("store_keys").select("value").where("name", "=", name).executeTakeFirst(),
  );
  if (!kept) {
    if (cipher) await markNewest(connection, cipher);
    return;
  }
  if (!cipher) throw new Error("DATA_KEYS must be set: personal data in the store is sealed.");
  try {
    cipher.open(kept.value, name);
  } catch (error) {
    throw new Error("DATA_KEYS must have the key with which personal data in the store is sealed.", {
      cause: error,
    });
  }
}

/** From now on the store opens with the newest key alone; call it when everything is sealed with it. */
export async function markNewest(connection: Connection, cipher: Cipher): Promise<void> {
  const value = cipher.seal("readable", name);
  await connection.write((trx) =>
    trx
      .insertInto("store_keys")
      .values({ name, value })
      .onConflict((c) => c.column("name").doUpdateSet({ value }))
      .execute(),
  );
}
