import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { allFeatures } from "../../features.ts";
import type { Log } from "../../observe/log.ts";
import { textsIn } from "../sealed/bytes.ts";
import { type Connection, openConnection } from "./connection.ts";
import { codeOf } from "./failures.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";

/** Every table of the store, those first that others refer to. A test compares the list with both databases. */
export const movedTables = [
  "turns",
  "store_keys",
  "forgotten_keys",
  "visits",
  "visit_log",
  "progress_saves",
  "leads",
  "lead_marks",
  "lead_notes",
  "lead_keys",
  "outbox",
  "outbox_attempts",
  "consents",
  "consent_chain",
  "consent_nodes",
  "consent_heads",
  "consent_pages",
  "suppressions",
  "own_lists",
  "privacy_requests",
  "readings",
  "velocity",
  "daily_places",
  "sales",
  "outcomes",
  "lead_sources",
  "sales_ledger",
  "closed_months",
  "affiliate_news",
  "news",
  "refusals",
  "bad_emails",
  "phone_codes",
  "phone_code_tries",
  "post_counts",
  "verdicts",
  "spent_proofs",
  "analytics_sources",
  "analytics_traces",
  "analytics_sessions",
  "analytics_views",
  "alarm_notices",
  "saved_views",
  "console_sessions",
  "pauses",
  "terms_changes",
  ...allFeatures.flatMap(({ tables }) => tables?.names ?? []),
];

/** A row of `store_keys` that a release before this one left in a database which it had filled in part. */
const mark = "moved-from";

export type Move = readonly { name: string; rows: number }[];

/**
 * Fills an empty PostgreSQL database with a SQLite store, row by row: sealed texts, hashes and proofs as they are. It is one
 * transaction, so the database has all of the store or nothing. Nobody can open the store meanwhile.
 * @param path of the SQLite store, which is only read
 * @returns how many rows each table has on both sides
 * @throws an Error in plain words; then the database is as it was, but for empty tables
 */
export async function moveStore(path: string, url: string, log: Log): Promise<Move> {
  const source = openSource(path);
  try {
    refuseOtherTables(source);
    const target = new pg.Client({ connectionString: url, application_name: "claimpath move" });
    target.on("error", () => undefined);
    await target.connect().catch((error: unknown) => {
      throw new Error("The database cannot be reached.", { cause: error });
    });
    try {
      await makeTables(target, url, log);
      await target.query("begin; delete from turns");
      const moved = [];
      for (const name of movedTables) moved.push({ name, rows: await copy(source, target, name) });
      await target.query("commit");
      return moved;
    } finally {
      await target.end().catch(() => undefined);
    }
  } finally {
    source.close();
  }
}

/** @throws an Error in plain words in a database that an earlier release filled in part */
export async function refuseHalfMoved(connection: Connection): Promise<void> {
  const begun = await connection.read((db) =>
    db.selectFrom("storeKeys").select("name").where("name", "=", mark).executeTakeFirst(),
  );
  if (begun) {
    throw new Error(
      "A move of an earlier release into this database is not finished: stop the site, make an empty database and run claimpath move into that one.",
    );
  }
}

/** The store, which nobody else can open until it is closed. @throws an Error in plain words where somebody has it open */
function openSource(path: string): DatabaseSync {
  const source = new DatabaseSync(path, { timeout: 1_000 });
  try {
    // In this mode a connection takes the whole file, which it gets only if no other one is there.
    source.exec("pragma locking_mode = exclusive; begin exclusive");
    return source;
  } catch (error) {
    source.close();
    throw /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
      ? new Error(
          "A program has the store open: stop the site, and Litestream where it runs, and run the same command again.",
        )
      : new Error(`The lead store ${path} cannot be opened.`, { cause: error });
  }
}

/** @throws an Error in plain words when the tables of the store are not those of this release */
function refuseOtherTables(source: DatabaseSync): void {
  const isStore = source.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  const done = isStore ? source.prepare("select name from kysely_migration order by name").all() : [];
  if (done.map(({ name }) => name).join() !== Object.keys(migrations).join()) {
    throw new Error(
      "The tables of the SQLite store are of another release: start the site of this one on it once.",
    );
  }
}

/** Makes the tables. @throws an Error in plain words where the database has rows, or tables of somebody else */
async function makeTables(target: pg.Client, url: string, log: Log): Promise<void> {
  const { rows: tables } = await target.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace",
  );
  for (const { name } of tables) {
    if (name === "turns" || name.startsWith("kysely_migration")) continue;
    const { rows } = await target.query(`select * from ${target.escapeIdentifier(name)} limit 1`);
    if (rows.length > 0 || !(movedTables as readonly string[]).includes(name))
      throw new Error(`The database is not empty (${name}): a move needs an empty one of its own.`);
  }
  const connection = await openConnection(url, log);
  try {
    await migrate(connection);
  } finally {
    await connection.close();
  }
}

/** So many rows are written at a time; pages of consents are large. */
const atOnce = (table: string) => (table === "consent_pages" ? 20 : 1_000);

/** @returns how many rows there are. @throws when a table has not as many on both sides */
async function copy(source: DatabaseSync, target: pg.Client, table: string): Promise<number> {
  const columns = source
    .prepare(`select * from ${table} limit 0`)
    .columns()
    .map(({ name }) => name)
    .join(", ");
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`;
  const write = (rows: string[]) => target.query({ name: table, text, values: [`[${rows.join(",")}]`] });
  let rows: string[] = [];
  const all = source.prepare(`select ${columns} from ${table}`);
  const open = textsIn(all);
  for (const row of all.iterate()) {
    open?.(row);
    rows.push(JSON.stringify(row));
    if (rows.length < atOnce(table)) continue;
    await write(rows);
    rows = [];
  }
  if (rows.length > 0) await write(rows);
  const counting = `select count(*) as rows from ${table}`;
  const here = Number(source.prepare(counting).get()!.rows);
  const there = Number((await target.query<{ rows: string }>(counting)).rows[0]!.rows);
  if (here !== there) throw new Error(`${table} has ${here} rows in the store and ${there} in the database.`);
  return there;
}
