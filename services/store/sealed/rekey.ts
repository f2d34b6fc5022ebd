import { type Kysely, sql } from "kysely";
import type { Connection } from "../engine/connection.ts";
import { type Cipher, createCipher } from "./cipher.ts";
import { personCipher } from "./person-cipher.ts";
import { openPersonKeys, type PersonKeys } from "./person-keys.ts";
import { type Place, saysNothing, sealedTables } from "./places.ts";

/** A text that only the right key opens. */
const check: Place = { table: "store_keys", column: "data-check", row: [] };
/** The same, for a store in which everything is sealed. */
const whole: Place = { table: "store_keys", column: "data-sealed-2", row: [] };
/** The same, for a store in which everything is sealed that was sealed before 27 November 2026. */
const earlier: Place = { table: "store_keys", column: "data-sealed", row: [] };

/** @param personKeys path of a file of keys @throws an Error in plain words when it has nothing to be sealed with */
export function ciphersOf(
  secrets: readonly string[] | undefined,
  personKeys: string | undefined,
): { cipher?: Cipher; persons?: PersonKeys } {
  const [newest, ...older] = secrets ?? [];
  if (newest === undefined) {
    if (personKeys === undefined) return {};
    throw new Error("PERSON_KEYS needs DATA_KEYS, which seal the file of keys.");
  }
  const master = createCipher([newest, ...older]);
  if (personKeys === undefined) return { cipher: master };
  const persons = openPersonKeys(personKeys, master);
  return { cipher: personCipher(master, persons), persons };
}

/**
 * Makes sure that what is sealed in the store can be opened, and marks a store in which something will be. Where all is
 * sealed, in a new store from the first start on, what is not is refused from now on.
 * @throws an Error in plain words when a key is missing: the program should not start then
 */
export async function checkDataKeys(connection: Connection, cipher: Cipher | undefined): Promise<void> {
  const marks = await marksIn(connection);
  const markOf = ({ column }: Place) => marks.find(({ name }) => name === column)?.value;
  const kept = markOf(check);
  if (kept !== undefined) {
    if (!cipher) throw new Error("DATA_KEYS must be set: personal data in the store is sealed.");
    const sealed = markOf(whole);
    const formerlySealed = markOf(earlier);
    try {
      cipher.open(kept, check);
      if (sealed !== undefined) cipher.open(sealed, whole);
      if (formerlySealed !== undefined) cipher.open(formerlySealed, earlier);
    } catch (error) {
      throw new Error("DATA_KEYS must have the key with which personal data in the store is sealed.", {
        cause: error,
      });
    }
    if (sealed !== undefined) cipher.refuseUnsealed("all");
    else if (formerlySealed !== undefined) cipher.refuseUnsealed("earlier");
  } else if (cipher) {
    if (await isEmpty(connection)) await markSealed(connection, cipher);
    else await mark(connection, cipher, check);
  }
}

/** The store's state by its marks; without a key they cannot be checked. */
export async function sealedState(connection: Connection): Promise<"none" | "partly" | "all"> {
  const names = (await marksIn(connection)).map(({ name }) => name);
  if (names.includes(whole.column)) return "all";
  return names.length > 0 ? "partly" : "none";
}

function marksIn(connection: Connection) {
  return connection.read((db) =>
    db
      .selectFrom("storeKeys")
      .selectAll()
      .where(
        "name",
        "in",
        [check, whole, earlier].map(({ column }) => column),
      )
      .execute(),
  );
}

async function isEmpty(connection: Connection): Promise<boolean> {
  const found = await connection.read((db) => {
    const plain = db as unknown as AnyTable;
    const any = (table: string) => plain.selectFrom(table).select(sql.lit(1).as("one")).limit(1).execute();
    return Promise.all(Object.keys(sealedTables).map(any));
  });
  return found.every((rows) => rows.length === 0);
}

/** From now on the store opens with the newest key alone, and what is not sealed is refused: call it when all is. */
async function markSealed(connection: Connection, cipher: Cipher): Promise<void> {
  await mark(connection, cipher, check);
  await mark(connection, cipher, earlier);
  await mark(connection, cipher, whole);
  cipher.refuseUnsealed("all");
}

async function mark(connection: Connection, cipher: Cipher, place: Place): Promise<void> {
  const value = cipher.seal("readable", place);
  await connection.write((trx) =>
    trx
      .insertInto("storeKeys")
      .values({ name: place.column, value })
      .onConflict((c) => c.column("name").doUpdateSet({ value }))
      .execute(),
  );
}

/** How many rows are sealed per transaction: other requests get their turn in between. */
const batch = 200;

type Row = Record<string, string | number | null>;
/** These queries are the same for every table. */
type AnyTable = Kysely<Record<string, Row>>;

/** Seals everything with the newest key that is not yet; the site may run meanwhile. @returns how many rows changed */
export async function rekey(
  connection: Connection,
  cipher: Cipher,
  persons: PersonKeys | undefined,
): Promise<number> {
  let changed = 0;
  for (const [table, { columns, row: keys }] of Object.entries(sealedTables)) {
    let after: Row | undefined;
    do {
      const from = after;
      const rows = await connection.write(async (trx) => {
        const plain = trx.withoutPlugins() as unknown as AnyTable;
        const found = await pageOf(plain, table, [...keys, ...columns], keys, from);
        for (const row of found) {
          if (await sealAgain(connection.kind, plain, table, row, cipher)) changed += 1;
        }
        return found;
      });
      after = rows.length < batch ? undefined : rows.at(-1);
    } while (after);
  }
  persons?.rekey();
  await markSealed(connection, cipher);
  await connection.scrub();
  return changed;
}

function pageOf(
  db: AnyTable,
  table: string,
  columns: string[],
  keys: readonly string[],
  after: Row | undefined,
) {
  let query = db.selectFrom(table).select(columns).limit(batch);
  for (const key of keys) query = query.orderBy(key);
  if (after) {
    const names = sql.join(keys.map((key) => sql.ref(key)));
    query = query.where(sql<boolean>`(${names}) > (${sql.join(keys.map((key) => after[key]))})`);
  }
  return query.execute();
}

async function sealAgain(
  kind: Connection["kind"],
  db: AnyTable,
  table: string,
  row: Row,
  cipher: Cipher,
): Promise<boolean> {
  const { columns, row: keys } = sealedTables[table]!;
  let isChanged = false;
  for (const column of columns) {
    const stored = row[column] ?? "";
    const place = { table, column, row: keys.map((key) => row[key]!) };
    if (saysNothing(String(stored)) || cipher.isNewest(String(stored), place)) continue;
    const text = cipher.seal(cipher.open(String(stored), place), place);
    let update = db.updateTable(table).set({ [column]: text });
    for (const key of keys) update = update.where(key, "=", row[key]!);
    // A change since then has sealed it with the newest key; it must not keep the row's other columns as they are. On SQLite
    // nobody else writes meanwhile, and the same may be stored in two forms.
    if (kind === "postgres") update = update.where(column, "=", stored);
    await update.execute();
    isChanged = true;
  }
  return isChanged;
}
