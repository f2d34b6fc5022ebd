import { type Kysely, sql } from "kysely";
import type { Connection } from "../connection.ts";
import { type Cipher, createCipher } from "./cipher.ts";
import { sealedColumns } from "./plugin.ts";

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
    db.selectFrom("storeKeys").select("value").where("name", "=", name).executeTakeFirst(),
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
      .insertInto("storeKeys")
      .values({ name, value })
      .onConflict((c) => c.column("name").doUpdateSet({ value }))
      .execute(),
  );
}

/** So many rows go per transaction: other requests get their turn in between. */
const batch = 200;

const keysOf: Record<string, string[]> = {
  leads: ["id"],
  visit_log: ["visit_id", "seq"],
  outbox: ["id"],
  consents: ["lead_id"],
  consent_chain: ["seq"],
  lead_notes: ["id"],
};

type Row = Record<string, string | number>;
/** These queries are the same for every table. */
type AnyTable = Kysely<Record<string, Row>>;

/** Seals with the newest key whatever is not; the site may go on meanwhile. @returns how many rows changed */
export async function rekey(connection: Connection, cipher: Cipher): Promise<number> {
  let changed = 0;
  for (const [table, columns] of Object.entries(sealedColumns)) {
    const keys = keysOf[table]!;
    let after: Row | undefined;
    do {
      const from = after;
      const rows = await connection.write(async (trx) => {
        const plain = trx.withoutPlugins() as unknown as AnyTable;
        const found = await pageOf(plain, table, [...keys, ...columns], keys, from);
        for (const row of found) {
          if (await sealAgain(plain, table, row, keys, columns, cipher)) changed += 1;
        }
        return found;
      });
      after = rows.length < batch ? undefined : rows.at(-1);
    } while (after);
  }
  await markNewest(connection, cipher);
  await connection.scrub();
  return changed;
}

function pageOf(db: AnyTable, table: string, columns: string[], keys: string[], after: Row | undefined) {
  let query = db.selectFrom(table).select(columns).limit(batch);
  for (const key of keys) query = query.orderBy(key);
  if (after) {
    const names = sql.join(keys.map((key) => sql.ref(key)));
    query = query.where(sql<boolean>`(${names}) > (${sql.join(keys.map((key) => after[key]))})`);
  }
  return query.execute();
}

async function sealAgain(
  db: AnyTable,
  table: string,
  row: Row,
  keys: string[],
  columns: readonly string[],
  cipher: Cipher,
): Promise<boolean> {
  const old = columns.filter((column) => row[column] !== "" && !cipher.isNewest(String(row[column])));
  if (old.length === 0) return false;
  const sealed = old.map((column) => [column, cipher.seal(cipher.open(String(row[column]), column), column)]);
  let update = db.updateTable(table).set(Object.fromEntries(sealed));
  for (const key of keys) update = update.where(key, "=", row[key]!);
  // A change since then has sealed it with the newest key.
  for (const column of old) update = update.where(column, "=", row[column]!);
  await update.execute();
  return true;
}
