import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Store } from "../../services/store/types.ts";
import { uuid7 } from "../../services/store/uuid7.ts";
import { aSubmission, aVisit } from "../../test/support/submissions.ts";

/** Rows as the site made them for a lead, to be written again under other ids. */
export type LeadRows = Record<"visits" | "leads" | "consents" | "outbox", Record<string, unknown>>;

/** The newest lead's rows. @param file of a store that has one */
export function readLeadRows(file: string): LeadRows {
  const db = new DatabaseSync(file, { readOnly: true });
  const newest = (table: string) => db.prepare(`select * from ${table} order by rowid desc limit 1`).get();
  const rows = Object.fromEntries(
    ["visits", "leads", "consents", "outbox"].map((table) => [table, newest(table)]),
  ) as LeadRows;
  db.close();
  return rows;
}

/**
 * The same rows straight through the driver into tables of the same shape: one visit, one lead, one consent,
 * one message, one durable transaction each time.
 * @param file of an empty store @returns writes one set of rows
 */
export function bareWriter(file: string, rows: LeadRows): { write(): void; close(): void } {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full");
  const inserts = Object.entries(rows).map(([table, row]) => {
    const names = Object.keys(row);
    return db.prepare(`insert into ${table} (${names}) values (${names.map((name) => `@${name}`)})`);
  });
  let seq = Number(db.prepare("select coalesce(max(seq), 0) as seq from consents").get()!.seq);
  const write = () => {
    db.exec("begin immediate");
    const id = uuid7(Date.now());
    const ids = { id, lead_id: id, origin: id, seq: ++seq };
    for (const [index, row] of Object.values(rows).entries()) {
      const own = Object.entries(ids).filter(([name]) => name in row);
      inserts[index]!.run({ ...row, ...Object.fromEntries(own) } as Record<string, SQLInputValue>);
    }
    db.exec("commit");
  };
  return { write, close: () => db.close() };
}

/** The same lead through the store, as a visit of its own. */
export function submitCopy(store: Store, { leads, consents, outbox }: LeadRows) {
  const at = Number(consents.at);
  const copy = aSubmission([String(outbox.destination)], Date.now());
  copy.lead.record = JSON.parse(String(leads.record));
  copy.lead.derived = JSON.parse(String(leads.derived));
  copy.lead.location = String(leads.location);
  copy.consent = { at, body: JSON.parse(String(consents.body)) };
  copy.outbox[0]!.payload = JSON.parse(String(outbox.payload));
  return store.submit(aVisit({ id: copy.lead.id }), 0, [], copy);
}
