import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";
import { sqlitePath } from "../../services/store/engine/sqlite-file.ts";
import { inText, textsIn } from "../../services/store/sealed/bytes.ts";
import { sealedTables } from "../../services/store/sealed/places.ts";
import { openedText, sealedText } from "./sealed.ts";
import type { Site } from "./site.ts";
import { waitFor } from "./wait-for.ts";

/** The site's stored lead, read behind its back by a connection of the test's own. */
export type StoredLead = {
  id: string;
  origin: string;
  kind: string;
  qualified: number | null;
  dqReason: string | null;
  location: string;
  record: Record<string, unknown>;
  derived: { field: string; rule: string }[];
};

/** Which sealed tables a statement reads, whose seals are opened for it; what writes finds them as they are. */
function readBy(sql: string) {
  if (!/^\s*(select|with)\b/i.test(sql)) return [];
  return Object.entries(sealedTables).filter(([table]) => new RegExp(`\\b${table}\\b`).test(sql));
}

/** For what reads on this connection the sealed tables are views of themselves, in which all is open. */
function openSeals(database: DatabaseSync, sql: string): void {
  database.function("opened", { varargs: true }, (found, table, column, ...row) => {
    const stored = inText(found);
    return typeof stored === "string"
      ? openedText(stored, { table: String(table), column: String(column), row: row as (string | number)[] })
      : (stored as SQLInputValue);
  });
  for (const [table, { columns, row }] of readBy(sql)) {
    const names = database.prepare(`select name from pragma_table_info('${table}', 'main')`).all();
    const shown = names.map(({ name }) =>
      columns.includes(String(name)) ? `opened(${name}, '${table}', '${name}', ${row}) as ${name}` : name,
    );
    if (names.length > 0) database.exec(`create temp view ${table} as select ${shown} from main.${table}`);
  }
}

/** The same for a connection to PostgreSQL: the tables are copied for a transaction. */
async function openCopies(client: pg.Client, sql: string): Promise<void> {
  for (const [table, { columns, row }] of readBy(sql)) {
    await client.query(`create temp table ${table} on commit drop as select * from public.${table}`);
    const { rows } = await client.query<Record<string, string | number>>(
      `select ctid as place, ${[...row, ...columns]} from pg_temp.${table}`,
    );
    for (const each of rows) {
      const ids = row.map((key) => each[key]!);
      const texts = columns.map((column) => {
        const stored = each[column] as string | number | null;
        return typeof stored === "string" ? openedText(stored, { table, column, row: ids }) : stored;
      });
      const changes = columns.map((column, index) => `${column} = $${index + 2}`);
      await client.query(`update pg_temp.${table} set ${changes} where ctid = $1`, [each.place, ...texts]);
    }
  }
}

export function query<Row = Record<string, unknown>>(file: string, sql: string, ...values: unknown[]): Row[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    openSeals(database, sql);
    return database.prepare(sql).all(...(values as SQLInputValue[])) as Row[];
  } finally {
    database.close();
  }
}

export function storedLeads(file: string): StoredLead[] {
  const rows = query<Record<string, unknown>>(file, "select * from leads order by id");
  return rows.map((row) => ({
    id: String(row.id),
    origin: String(row.origin),
    kind: String(row.kind),
    qualified: row.qualified as number | null,
    dqReason: row.dq_reason as string | null,
    location: String(row.location),
    record: JSON.parse(String(row.record)),
    derived: JSON.parse(String(row.derived)),
  }));
}

export type Counts = { visits: number; leads: number; consents: number; outbox: number };

export function counts(file: string): Counts {
  const [row] = query<Counts>(
    file,
    `select (select count(*) from visits) visits, (select count(*) from leads) leads,
            (select count(*) from consents) consents, (select count(*) from outbox) outbox`,
  );
  return row!;
}

/** Changes the store behind the site's back: a lock that another process holds, or damage. */
export function change<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * Changes a sealed text behind the site's back, as if the program itself had written it so.
 * @returns how many rows it changed
 */
export function rewrite(file: string, place: string, where: string, to: (text: string) => string): number {
  const [table, column] = place.split(".") as [string, string];
  const { row } = sealedTables[table]!;
  const found = query<Record<string, string | number>>(file, `select * from ${table} where ${where}`);
  const changed = found.filter((each) => to(String(each[column])) !== each[column]);
  change(file, (database) => {
    const update = `update ${table} set ${column} = ? where ${row.map((key) => `${key} = ?`).join(" and ")}`;
    for (const each of changed) {
      const ids = row.map((key) => each[key]!);
      database.prepare(update).run(sealedText(to(String(each[column])), { table, column, row: ids }), ...ids);
    }
  });
  return changed.length;
}

/** Holds the write lock until the returned function is called. */
export function holdWriteLock(file: string): () => void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec("begin immediate");
  return () => {
    database.exec("rollback");
    database.close();
  };
}

/** The stored leads with this e-mail address, oldest first. */
export function leadsOf({ databaseFile }: Site, email: string): StoredLead[] {
  return storedLeads(databaseFile).filter(({ record }) => record.email === email);
}

/** The answers in the log of the newest visit, in order: step and recorded fields. */
export function loggedAnswers(site: Site): { step: string; answers: Record<string, string> }[] {
  return logged(site, "answer");
}

/** Forms' refusals in the newest visit, in order. */
export function loggedRefusals(site: Site): { step: string; fields: string[] }[] {
  return logged(site, "refused");
}

function logged<Body>({ databaseFile }: Site, kind: string): Body[] {
  const rows = query<{ body: string }>(
    databaseFile,
    `select body from visit_log where kind = ? and visit_id =
       (select id from visits order by created_at desc, rowid desc limit 1) order by seq`,
    kind,
  );
  return rows.map(({ body }) => JSON.parse(body));
}

/** Waits until the newest visit's log holds these steps' answers, and of no other: before, the newest is an older one. */
export async function untilLogged(site: Site, steps: readonly string[]): Promise<void> {
  const logged = () => new Set(loggedAnswers(site).map(({ step }) => step));
  await waitFor(`the answers to ${steps.join(", ")}`, () => [...logged()].join() === steps.join());
}

/** The buyer's arrival of this lead, once it is there. */
export async function delivered({ stubs }: Site, { id }: Pick<StoredLead, "id">) {
  const arrived = () => stubs.leadProsper.received.get(`${id}.lead-prosper`);
  await waitFor("the delivery", () => arrived() !== undefined);
  return arrived()!;
}

/** Unfinished consequences of leads and sales: lines of the books, and unread news. */
export const unfollowed =
  "select message_id as id from sales where to_book is not null union all select id from affiliate_news union all select id from news union all select id from refusals";

/** The names of all tables of either kind of store. */
export async function tablesOn(url: string): Promise<string[]> {
  const names = url.startsWith("file:")
    ? "select name from sqlite_master where type = 'table'"
    : "select tablename as name from pg_tables where schemaname = 'public'";
  return (await sqlOn<{ name: string }>(url, names)).map(({ name }) => name);
}

/**
 * Runs one statement on either kind of store, past the program, on a connection of the test's own. What it reads is open where
 * the tests' own key sealed it.
 */
export async function sqlOn<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  if (!url.startsWith("file:")) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      if (readBy(text).length > 0) await client.query("begin");
      await openCopies(client, text);
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
  const database = new DatabaseSync(sqlitePath(url), { timeout: 5_000 });
  try {
    openSeals(database, text);
    const statement = database.prepare(text);
    if (statement.columns().length === 0) {
      statement.run();
      return [];
    }
    const rows = statement.all();
    const open = textsIn(statement);
    if (open) rows.forEach(open);
    return rows as Row[];
  } finally {
    database.close();
  }
}
