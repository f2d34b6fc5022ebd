import type { Connection, Writer } from "../engine/connection.ts";
import type { PersonKeys } from "../sealed/person-keys.ts";

/** The name of the mark of a store that has keys of persons, whose value names their file. */
export const personKeysMark = "person-keys";

/**
 * Notes whose keys are to be forgotten, in the transaction that erases them. A store without such keys notes nothing.
 */
export async function queueForgetting(trx: Writer, owners: readonly string[]): Promise<void> {
  const mark = await trx
    .selectFrom("storeKeys")
    .select("name")
    .where("name", "=", personKeysMark)
    .executeTakeFirst();
  if (!mark || owners.length === 0) return;
  await trx
    .insertInto("forgottenKeys")
    .values(owners.map((owner) => ({ owner })))
    .onConflict((c) => c.column("owner").doNothing())
    .execute();
}

const batch = 500;

/** Forgets the keys of all who were erased; what was begun and not finished, too. */
export async function forgetKeys(connection: Connection, keys: PersonKeys | undefined): Promise<void> {
  if (!keys) return;
  for (;;) {
    const rows = await connection.read((db) =>
      db.selectFrom("forgottenKeys").select("owner").limit(batch).execute(),
    );
    if (rows.length === 0) return;
    const owners = rows.map(({ owner }) => owner);
    keys.forget(owners);
    await connection.write((trx) => trx.deleteFrom("forgottenKeys").where("owner", "in", owners).execute());
  }
}

/**
 * Makes sure that the file of keys is this store's.
 * @throws an Error in plain words when it is not: what it seals could not be opened, and what it forgets not be erased
 */
export async function checkPersonKeys(connection: Connection, keys: PersonKeys | undefined): Promise<void> {
  const kept = await connection.read((db) =>
    db.selectFrom("storeKeys").select("value").where("name", "=", personKeysMark).executeTakeFirst(),
  );
  if (kept?.value === keys?.id) return;
  if (kept)
    throw new Error("PERSON_KEYS must name the file of keys that personal data in the store is sealed with.");
  const row = { name: personKeysMark, value: keys!.id };
  await connection.write((trx) =>
    trx
      .insertInto("storeKeys")
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute(),
  );
}
