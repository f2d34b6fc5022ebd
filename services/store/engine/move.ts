import { createHash } from "node:crypto";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";
import { allFeatures } from "../../features.ts";
import type { Log } from "../../observe/log.ts";
import { type Connection, openConnection } from "./connection.ts";
import { codeOf } from "./failures.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";

/** Every table of the store, those first that others refer to. A test compares the list with both databases. */
export const movedTables = [
  ...["turns", "store_keys", "forgotten_keys"],
  ...["visits", "visit_log", "progress_saves"],
  ...["leads", "lead_marks", "lead_notes", "lead_keys", "outbox", "outbox_attempts"],
  ...["consents", "consent_chain", "consent_nodes", "consent_heads", "consent_pages"],
  ...["suppressions", "own_lists", "privacy_requests", "readings", "velocity", "daily_places", "sales"],
  ...["outcomes", "lead_sources", "source_costs", "sales_ledger", "closed_months", "affiliate_news"],
  ...["bad_emails", "phone_codes", "phone_code_tries", "post_counts", "verdicts", "spent_proofs"],
  ...["analytics_sources", "analytics_traces", "analytics_sessions", "analytics_views"],
  ...["alarm_notices", "day_notes", "saved_views", "console_sessions", "pauses", "terms_changes"],
  ...allFeatures.flatMap(({ tables }) => tables?.names ?? []),
];

/** A row of `store_keys` in a database that a move fills and has not filled yet; its value says from which store. */
const mark = "moved-from";
/** The table of such a database that says which rows were written, by pages of their table, and what they were. */
const pages = "moved_pages";

export type Move = {
  /** False while a site has the SQLite store open: what it stores meanwhile is not there yet. */
  isWhole: boolean;
  /** Rows that were added, replaced or removed. */
  changed: number;
  /** The same on both sides. */
  tables: readonly { name: string; rows: number }[];
};

/**
 * Makes a PostgreSQL database the same as a SQLite store, row by row: sealed texts, hashes and proofs as they are. What is
 * there already is left alone, so a second call takes up what an interrupted one had begun, and one that follows while the
 * site stands still moves what has changed since. Where nobody else has the store open, nobody can open it meanwhile, and
 * the move is finished. Otherwise the store is read as it is when the call begins, and the site goes on.
 * @param path of the SQLite store, which is only read
 * @throws an Error in plain words; then the database is still marked as unfinished, or as it was
 */
export async function moveStore(path: string, url: string, log: Log): Promise<Move> {
  const { source, isAlone } = openSource(path);
  try {
    const origin = originOf(source);
    const target = new pg.Client({ connectionString: url, application_name: "claimpath move" });
    target.on("error", () => undefined);
    await target.connect().catch((error: unknown) => {
      throw new Error("The database cannot be reached.", { cause: error });
    });
    try {
      await claim(target, url, origin, log);
      const changed = await copy(source, target);
      const tables = await counted(source, target);
      if (isAlone) await target.query(`drop table ${pages}; delete from store_keys where name = '${mark}'`);
      return { isWhole: isAlone, changed, tables };
    } finally {
      await target.end().catch(() => undefined);
    }
  } finally {
    source.close();
  }
}

/** @throws an Error in plain words in a database that was only filled in part */
export async function refuseHalfMoved(connection: Connection): Promise<void> {
  const begun = await connection.read((db) =>
    db.selectFrom("storeKeys").select("name").where("name", "=", mark).executeTakeFirst(),
  );
  if (begun) {
    throw new Error("A move into this database is not finished: stop the site and run claimpath move again.");
  }
}

/** The store as it is now, until it is closed. Where nobody has it open, nobody else can open it either. */
function openSource(path: string): { source: DatabaseSync; isAlone: boolean } {
  const alone = new DatabaseSync(path, { timeout: 1_000 });
  try {
    // In this mode a connection takes the whole file, which it gets only if no other one is there.
    alone.exec("pragma locking_mode = exclusive; begin exclusive");
    return { source: alone, isAlone: true };
  } catch (error) {
    alone.close();
    if (!/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))) {
      throw new Error(`The lead store ${path} cannot be opened.`, { cause: error });
    }
  }
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  source.exec("begin; select 1 from sqlite_schema");
  return { source, isAlone: false };
}

/**
 * Tells a store from all others.
 * @throws an Error in plain words when its tables are not those of this release
 */
function originOf(source: DatabaseSync): string {
  const names = Object.keys(migrations);
  const isStore = source.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  const done = isStore
    ? source.prepare("select name, timestamp from kysely_migration order by name").all()
    : [];
  if (done.map(({ name }) => name).join() !== names.join()) {
    throw new Error(
      "The tables of the SQLite store are of another release: start the site of this one on it once.",
    );
  }
  return createHash("sha256").update(JSON.stringify(done[0])).digest("hex");
}

/** Makes the tables, and marks the database as one that this move fills. @throws when it is another's */
async function claim(target: pg.Client, url: string, origin: string, log: Log): Promise<void> {
  const { rows: tables } = await target.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace",
  );
  const others = [];
  for (const { name } of tables) {
    if (name === "turns" || name.startsWith("kysely_migration")) continue;
    const { rows } = await target.query(`select * from ${target.escapeIdentifier(name)} limit 1`);
    if (rows.length > 0 || !isMoved(name)) others.push(name);
  }
  const isOurs =
    others.includes("store_keys") &&
    (await target.query("select 1 from store_keys where name = $1 and value = $2", [mark, origin])).rowCount;
  if (others.length > 0 && !isOurs) {
    throw new Error(`The database is not empty (${others[0]}): a move needs an empty one of its own.`);
  }
  const connection = await openConnection(url, log);
  try {
    await migrate(connection);
  } finally {
    await connection.close();
  }
  // One transaction: with either of them alone the next call would take the database for another's.
  await target.query(
    `create table if not exists ${pages} (name text, page bigint, digest text, primary key (name, page));
     insert into store_keys values ('${mark}', '${origin}') on conflict do nothing`,
  );
}

const isMoved = (name: string) => (movedTables as readonly string[]).includes(name);

/** @returns how many rows of the target changed */
async function copy(source: DatabaseSync, target: pg.Client): Promise<number> {
  let changed = 0;
  for (const table of movedTables) {
    const key = await keyOf(target, table);
    if (key.length === 0) changed += await forget(target, table);
    const removeGone = () => removeRows(source, target, table, key);
    changed += await copyPages(source, target, table, key, removeGone);
    // All of the source is there now.
    if (rowsIn(source, table) !== (await rowsThere(target, table))) changed += await removeGone();
  }
  return changed;
}

/** Of a table without a key, whose few rows are copied again each time. */
async function forget(target: pg.Client, table: string): Promise<number> {
  const { rowCount } = await target.query(
    `with known as (delete from ${pages} where name = '${table}') delete from ${table}`,
  );
  return rowCount ?? 0;
}

/** The columns of the table's primary key; none where it has no key. */
async function keyOf(target: pg.Client, table: string): Promise<string[]> {
  const { rows } = await target.query<{ name: string }>(
    `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = $1::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** So many keys are compared at a time. */
const keysAtOnce = 10_000;

/** Removes what the source has no longer. */
async function removeRows(
  source: DatabaseSync,
  target: pg.Client,
  table: string,
  key: string[],
): Promise<number> {
  const has = source.prepare(
    `select 1 from ${table} where ${key.map((name) => `${name} = ?`).join(" and ")}`,
  );
  const names = key.join(", ");
  let removed = 0;
  let after: unknown[] | undefined;
  for (;;) {
    const from = after ? `where (${names}) > (${after.map((_, index) => `$${index + 1}`).join(", ")})` : "";
    const { rows } = await target.query<Record<string, SQLInputValue>>(
      `select ${names} from ${table} ${from} order by ${names} limit ${keysAtOnce}`,
      after,
    );
    const gone = rows.filter((row) => {
      const isMark = table === "store_keys" && row.name === mark;
      return !isMark && has.get(...key.map((name) => row[name]!)) === undefined;
    });
    if (gone.length > 0) {
      const { rowCount } = await target.query(
        `delete from ${table} where (${names}) in (select ${names} from json_populate_recordset(null::${table}, $1))`,
        [JSON.stringify(gone)],
      );
      removed += rowCount ?? 0;
    }
    if (rows.length < keysAtOnce) return removed;
    after = key.map((name) => rows.at(-1)![name]);
  }
}

/** So many rows in a row, by SQLite's own numbers of them, are looked at and written together. */
const pageOf = (table: string) => (table === "consent_pages" ? 20 : 1_000);

/**
 * Adds the rows that are not there, and replaces those that are others. A page that is as it was when it was last written is
 * not sent again.
 * @param removeGone makes room where a row has the place of one that is gone
 */
async function copyPages(
  source: DatabaseSync,
  target: pg.Client,
  table: string,
  key: string[],
  removeGone: () => Promise<number>,
): Promise<number> {
  const known = await target.query<{ page: string; digest: string }>(
    `select page, digest from ${pages} where name = $1`,
    [table],
  );
  const digests = new Map(known.rows.map(({ page, digest }) => [Number(page), digest]));
  const columns = source
    .prepare(`select * from ${table} limit 0`)
    .columns()
    .map(({ name }) => name);
  const text = writing(table, columns, key);
  let changed = 0;
  const write = async (page: number, rows: string[]) => {
    const all = `[${rows.join(",")}]`;
    const digest = createHash("sha256").update(all).digest("base64");
    if (digests.get(page) === digest) return;
    const ask = async () => {
      const { rows } = await target.query({ name: table, text, values: [all, page, digest] });
      changed += Number(rows[0].written);
    };
    await ask().catch(async (error) => {
      if (codeOf(error) !== alreadyThere) throw error;
      changed += await removeGone();
      await ask();
    });
  };
  let page = 0;
  let rows: string[] = [];
  const found = source.prepare(
    `select rowid / ${pageOf(table)} as moved_page, ${columns.join(", ")} from ${table} order by rowid`,
  );
  for (const row of found.iterate()) {
    if (row.moved_page !== page && rows.length > 0) {
      await write(page, rows);
      rows = [];
    }
    page = Number(row.moved_page);
    rows.push(JSON.stringify(row));
  }
  if (rows.length > 0) await write(page, rows);
  return changed;
}

/** PostgreSQL's code for a row that another one has the place of. */
const alreadyThere = "23505";

/** The statement that writes the rows of a page, and what it was when it was written. */
function writing(table: string, columns: string[], key: string[]): string {
  const names = columns.join(", ");
  const rest = columns.filter((name) => !key.includes(name));
  const listed = (from: string) => rest.map((name) => `${from}.${name}`).join(", ");
  const values = rest.map((name) => `${name} = excluded.${name}`).join(", ");
  const onConflict =
    rest.length === 0 || key.length === 0
      ? "on conflict do nothing"
      : `on conflict (${key.join(", ")}) do update set ${values} where (${listed("t")}) is distinct from (${listed("excluded")})`;
  return `with written as (
      insert into ${table} as t (${names})
      select ${names} from json_populate_recordset(null::${table}, $1) ${onConflict} returning 1
    ), known as (
      insert into ${pages} values ('${table}', $2, $3)
      on conflict (name, page) do update set digest = excluded.digest
    ) select count(*) as written from written`;
}

const counting = (table: string) =>
  `select count(*) as rows from ${table}${table === "store_keys" ? ` where name <> '${mark}'` : ""}`;

function rowsIn(source: DatabaseSync, table: string): number {
  return Number(source.prepare(counting(table)).get()!.rows);
}

async function rowsThere(target: pg.Client, table: string): Promise<number> {
  return Number((await target.query<{ rows: string }>(counting(table))).rows[0]!.rows);
}

/** @throws when a table has not as many rows on both sides */
async function counted(source: DatabaseSync, target: pg.Client): Promise<Move["tables"]> {
  const tables = [];
  for (const name of movedTables) {
    const rows = rowsIn(source, name);
    const there = await rowsThere(target, name);
    if (rows !== there)
      throw new Error(`${name} has ${rows} rows in the store and ${there} in the database.`);
    tables.push({ name, rows });
  }
  return tables;
}
