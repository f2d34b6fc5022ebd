import { DatabaseSync, type SQLInputValue } from "node:sqlite";

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
