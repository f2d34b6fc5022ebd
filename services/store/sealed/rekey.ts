import { type Kysely, sql } from "kysely";
import type { Connection } from "../connection.ts";
import type { Cipher } from "./cipher.ts";
import { sealedColumns } from "./columns.ts";
import { markNewest } from "./keys.ts";

/** So many rows go per transaction: other requests get their turn in between. */
const batch = 200;

const keysOf: Record<string, string[]> = {
  leads: ["id"],
  visit_log: ["visit_id", "seq"],
  outbox: ["id"],
  consents: ["seq"],
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
