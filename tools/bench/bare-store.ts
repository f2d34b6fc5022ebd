import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";
import { sqlitePath } from "../../services/store/engine/sqlite-file.ts";

/** A store straight through its driver: no query builder, no pool, every commit durable. */
export type BareStore = {
  /** Runs one statement, whose values stand as `?`; it is prepared once. */
  run(statement: string, values?: readonly unknown[]): unknown;
  close(): unknown;
};

/** @param url of a store as the program makes it */
export function openBareStore(url: string): Promise<BareStore> | BareStore {
  return url.startsWith("file:") ? sqlite(sqlitePath(url)) : postgres(url);
}

function sqlite(file: string): BareStore {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full");
  const prepare = memo((statement) => db.prepare(statement));
  return {
    run: (statement, values = []) => prepare(statement).run(...(values as SQLInputValue[])),
    close: () => db.close(),
  };
}

async function postgres(url: string): Promise<BareStore> {
  const client = new pg.Client(url);
  await client.connect();
  let names = 0;
  const prepare = memo((statement) => {
    let place = 0;
    return { name: `bare_${++names}`, text: statement.replaceAll("?", () => `$${++place}`) };
  });
  return {
    run: (statement, values = []) => client.query({ ...prepare(statement), values: [...values] }),
    close: () => client.end(),
  };
}

function memo<Prepared>(make: (statement: string) => Prepared): (statement: string) => Prepared {
  const known = new Map<string, Prepared>();
  return (statement) => {
    const prepared = known.get(statement) ?? make(statement);
    known.set(statement, prepared);
    return prepared;
  };
}
