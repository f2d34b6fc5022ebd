/** The reference: the site's rows straight through the driver, without a query builder or a pool, every commit durable. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";
import { sqlitePath } from "../../services/store/engine/sqlite-file.ts";
import { uuid7 } from "../../services/store/engine/uuid7.ts";
import { sqlOn } from "../../test/support/store-reader.ts";

type Row = Record<string, unknown>;

/** Rows as the site made them for a lead and for an answer, to be written again under other ids. */
export type Rows = { lead: Record<"visits" | "leads" | "consents" | "outbox", Row>; answer: Row };

/** Of the newest lead, and of some answer. @param url of a store that has them */
export async function readRows(url: string): Promise<Rows> {
  const one = async (what: string) => (await sqlOn<Row>(url, `select * from ${what} limit 1`))[0]!;
  const newest = (table: string, by = "id") => one(`${table} order by ${by} desc`);
  return {
    lead: {
      visits: await newest("visits"),
      leads: await newest("leads"),
      consents: await newest("consents", "lead_id"),
      outbox: await newest("outbox"),
    },
    answer: await one("visit_log where kind = 'answer'"),
  };
}

export type BareWriter = {
  /** One visit, one lead, one consent, one message. */
  lead(): Promise<void>;
  /** One entry of a visit's log, and the visit. */
  answer(): Promise<void>;
  close(): unknown;
};

/** Of the last consent: writers at once number theirs together. */
let seq = 1_000_000;

/**
 * Writes the same rows into tables of the same shape, each time in one durable transaction.
 * @param url of a store without visitors, as the program makes it
 */
export async function bareWriter(url: string, { lead, answer }: Rows): Promise<BareWriter> {
  const { run, close } = url.startsWith("file:") ? sqlite(sqlitePath(url)) : await postgres(url);
  const insert = (table: string, row: Row, own: Row) => {
    const all = { ...row, ...Object.fromEntries(Object.entries(own).filter(([name]) => name in row)) };
    const places = Object.keys(all).map(() => "?");
    return run(`insert into ${table} (${Object.keys(all)}) values (${places})`, Object.values(all));
  };
  const commit = async (write: () => Promise<void>) => {
    await run("begin");
    await write();
    await run("commit");
  };
  const visit = uuid7(Date.now());
  await insert("visits", lead.visits, { id: visit });
  let entries = 0;
  return {
    lead: () =>
      commit(async () => {
        const id = uuid7(Date.now());
        const ids = { id, lead_id: id, origin: id, seq: ++seq };
        for (const [table, row] of Object.entries(lead)) await insert(table, row, ids);
      }),
    answer: () =>
      commit(async () => {
        await insert("visit_log", answer, { visit_id: visit, seq: ++entries });
        const grown = [entries, Date.now(), visit];
        await run("update visits set log_length = ?, updated_at = ? where id = ?", grown);
      }),
    close,
  };
}

/** `run` runs one statement, whose values stand as `?`; it is prepared once. */
type Driver = {
  run(statement: string, values?: readonly unknown[]): unknown;
  close(): unknown;
};

function sqlite(file: string): Driver {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full");
  const prepare = memo((statement) => db.prepare(statement));
  return {
    run: (statement, values = []) => prepare(statement).run(...(values as SQLInputValue[])),
    close: () => db.close(),
  };
}

async function postgres(url: string): Promise<Driver> {
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
