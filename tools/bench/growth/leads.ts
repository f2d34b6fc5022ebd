import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { silentLog } from "../../../services/observe/log.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import { openStore, type Store } from "../../../services/store/store.ts";
import { aSubmission, aVisit } from "../../../test/support/submissions.ts";
import { Curves, type Figure } from "../report.ts";

const rounds = 3;
const perRound = 50;
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** One message of a hundred waits, as where a buyer is slow. */
const nearlyAll = "case when n.i % 100 = 0 then 'waiting' else 'delivered' end";

/** What is done with leads, in milliseconds each, in a SQLite store of so many. */
export function growthOfLeads(sizes: readonly number[]): Promise<Figure[]> {
  return growthOfStore(sizes, "leads stored", nearlyAll, async (store, timed) => {
    await timed("store a lead", perRound, () => storeLead(store));
    await timed("claim a message", perRound, () => store.outbox.claim([destination], Date.now()));
    await timed("list the newest 50", 5, () => store.leads.list({ limit: 50 }));
    await timed("count what waits, 1 % of all", 1, () => store.outbox.depth());
    const ages = { visits: yearMs, codes: yearMs, payloads: yearMs, leads: yearMs, undelivered: yearMs };
    await timed("retention, nothing due", 1, () => store.retention.sweep(ages));
  });
}

/** What a long queue costs: nothing is delivered, as where a buyer is down for long, and all of it is due. */
export function growthOfBacklog(sizes: readonly number[]): Promise<Figure[]> {
  return growthOfStore(sizes, "messages due", "'waiting'", async (store, timed) => {
    await timed("claim a message of a queue", perRound, () => store.outbox.claim([destination], Date.now()));
    await timed("count what waits, all of it", 1, () => store.outbox.depth());
  });
}

type Timed = (name: string, times: number, work: () => Promise<unknown>) => Promise<void>;

async function growthOfStore(
  sizes: readonly number[],
  of: string,
  status: string,
  measure: (store: Store, timed: Timed) => Promise<void>,
): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-growth-"));
  const file = join(folder.path, "claimpath.db");
  const curves = new Curves();
  for (const size of sizes) {
    await fillWithLeads(file, size, status);
    const store = await openLeads(file);
    for (let round = 0; round < rounds; round++) {
      await measure(store, async (name, times, work) => {
        const began = performance.now();
        for (let count = 0; count < times; count++) await work();
        curves.note(`${name}, ms`, size, (performance.now() - began) / times);
      });
    }
    await store.close();
  }
  return curves.figures(of);
}

const destination = "lead-prosper";
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

function storeLead(store: Store) {
  const lead = aSubmission([destination], Date.now());
  return store.submit(aVisit({ id: uuid7(Date.now()) }), 0, [], lead);
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
