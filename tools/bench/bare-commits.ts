import { uuid7 } from "../../services/store/engine/uuid7.ts";
import type { Store } from "../../services/store/store.ts";
import { sqlOn } from "../../test/support/sql-on.ts";
import { aSubmission, aVisit } from "../../test/support/submissions.ts";
import { openBareStore } from "./bare-store.ts";

type Row = Record<string, unknown>;

/** Rows as the site made them for a lead and for an answer, to be written again under other ids. */
export type LeadRows = Record<"visits" | "leads" | "consents" | "outbox", Row>;
export type Rows = { lead: LeadRows; answer: Row };

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
 * The same rows straight through the driver into tables of the same shape, each time in one durable transaction.
 * @param url of a store without visitors
 */
export async function bareWriter(url: string, { lead, answer }: Rows): Promise<BareWriter> {
  const store = await openBareStore(url);
  const insert = (table: string, row: Row, own: Row) => {
    const all = { ...row, ...Object.fromEntries(Object.entries(own).filter(([name]) => name in row)) };
    const places = Object.keys(all).map(() => "?");
    const statement = `insert into ${table} (${Object.keys(all)}) values (${places})`;
    return store.run(statement, Object.values(all));
  };
  const commit = async (write: () => Promise<void>) => {
    await store.run("begin");
    await write();
    await store.run("commit");
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
        await store.run("update visits set log_length = ?, updated_at = ? where id = ?", [
          entries,
          Date.now(),
          visit,
        ]);
      }),
    close: store.close,
  };
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
