import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { sqlitePath } from "../../services/store/engine/sqlite-file.ts";
import { rowsOf } from "./postgres.ts";
import type { Site } from "./site.ts";
import { waitFor } from "./wait-for.ts";

/** What the site stored, read past it by a connection of the test's own. */
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

export function query<Row = Record<string, unknown>>(file: string, sql: string, ...values: unknown[]): Row[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
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

/** What forms refused in the newest visit, in order. */
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

/** What arrived at the buyer of this lead, once it has. */
export async function delivered({ stubs }: Site, { id }: Pick<StoredLead, "id">) {
  const arrived = () => stubs.leadProsper.received.get(`${id}.lead-prosper`);
  await waitFor("the delivery", () => arrived() !== undefined);
  return arrived()!;
}

/** What follows from sales and is not done: lines of the books, messages to affiliates that are to be queued. */
export const unfollowed =
  "select message_id as id from sales where to_book is not null union all select id from affiliate_news";

/** Runs one statement on either kind of store, past the program, on a connection of the test's own. */
export async function sqlOn<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  if (!url.startsWith("file:")) return rowsOf<Row>(url, text);
  const database = new DatabaseSync(sqlitePath(url), { timeout: 5_000 });
  try {
    const statement = database.prepare(text);
    if (statement.columns().length > 0) return statement.all() as Row[];
    statement.run();
    return [];
  } finally {
    database.close();
  }
}
