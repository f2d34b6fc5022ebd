import { DatabaseSync } from "node:sqlite";
import { silentLog } from "../../../services/observe/log.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import type { Submission } from "../../../services/store/rows.ts";
import type { Store } from "../../../services/store/store.ts";
import { openStore } from "../../../services/store/store.ts";
import { aSubmission, aVisit } from "../../../test/support/submissions.ts";

export const destination = "lead-prosper";
/** So many per transaction: the write-ahead log stays small beside the file. */
const step = 200_000;
const tables: Record<string, string> = {
  visits: "lead_id",
  leads: "id",
  consents: "lead_id",
  outbox: "lead_id",
};

export function openLeads(file: string): Promise<Store> {
  return openStore({ url: `file:${file}`, now: Date.now, log: silentLog, hashKey: "growth".repeat(6) });
}

export const aLead = (): Submission => aSubmission([destination], Date.now());

export function storeLead(store: Store) {
  return store.submit(aVisit({ id: uuid7(Date.now()) }), 0, [], aLead());
}

/**
 * Fills a SQLite file, new or of an earlier call, until it has so many leads: copies of one with its visit, consent
 * and message. They are older than that one; their consents are in no log.
 * @param status of their messages: SQL, in which `n.i` is the number of the copy
 */
export async function fillWithLeads(file: string, size: number, status = "'delivered'"): Promise<void> {
  const store = await openLeads(file);
  await storeLead(store);
  await store.close();
  const db = new DatabaseSync(file);
  db.exec("pragma synchronous = off");
  const id = String(db.prepare("select id from leads order by created_at desc, id desc limit 1").get()!.id);
  const there = Number(db.prepare("select count(*) as there from consents").get()!.there);
  for (let from = there; from < size; from += step)
    copyLead(db, id, from, Math.min(from + step, size), status);
  db.close();
}

function copyLead(db: DatabaseSync, lead: string, from: number, to: number, status: string): void {
  const copy = "printf('00%012d', n.i)";
  const own: Record<string, string> = {
    id: copy,
    origin: copy,
    session_id: copy,
    lead_id: copy,
    seq: "n.i",
    status,
  };
  for (const [table, key] of Object.entries(tables)) {
    const columns = db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((name) => own[name] ?? `seed.${name}`);
    db.prepare(
      `insert into ${table} (${columns}) with recursive n(i) as (
         select ${from + 1} union all select i + 1 from n where i < ${to})
       select ${values} from n, (select * from ${table} where ${key} = ?) as seed`,
    ).run(lead);
  }
}
