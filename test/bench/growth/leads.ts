import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { silentLog } from "../../../services/log.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Store } from "../../../services/store/types.ts";
import { uuid7 } from "../../../services/store/uuid7.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import type { Figure } from "../figure.ts";
import { curve, type Point } from "./points.ts";

/** More take longer to make than to measure: 10 million are some 30 GB. */
const sizes = [1_000, 10_000, 100_000, 1_000_000];
const rounds = 3;
const perRound = 50;
const destination = "lead-prosper";
const dayMs = 24 * 60 * 60 * 1000;

/** What is done with leads, in milliseconds each, in a store of so many. */
export async function growthOfLeads(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-growth-"));
  const file = join(folder, "claimpath.db");
  const points = new Map<string, Point[]>();
  try {
    for (const size of sizes) {
      const store = await openLeads(file);
      await store.submit(aVisit({ id: uuid7(Date.now()) }), 0, [], submission());
      await store.close();
      multiplyLeads(file, size);
      const filled = await openLeads(file);
      for (const [name, values] of Object.entries(await measure(filled))) {
        points.set(name, [...(points.get(name) ?? []), { size, values }]);
      }
      await filled.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [...points].flatMap(([name, found]) => curve(name, "ms", "leads stored", found));
}

export function openLeads(file: string): Promise<Store> {
  return openStore({ url: `file:${file}`, now: Date.now, log: silentLog, hashKey: "growth".repeat(6) });
}

const submission = () => aSubmission([destination], Date.now());

async function measure(store: Store): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  const timed = async (name: string, times: number, work: () => Promise<unknown>) => {
    const began = performance.now();
    for (let count = 0; count < times; count++) await work();
    found[name] = [...(found[name] ?? []), (performance.now() - began) / times];
  };
  const ages = { leads: 365 * dayMs, undelivered: 365 * dayMs, payloads: 365 * dayMs, visits: 365 * dayMs };
  for (let round = 0; round < rounds; round++) {
    await timed("store a lead", perRound, () =>
      store.submit(aVisit({ id: uuid7(Date.now()) }), 0, [], submission()),
    );
    await timed("claim a message", perRound, () => store.outbox.claim([destination], Date.now()));
    await timed("list the newest 50", 5, () => store.leads.list({ limit: 50 }));
    await timed("count what waits (metrics)", 1, () => store.outbox.depth());
    await timed("retention, nothing due", 1, () => store.retention.sweep(ages));
  }
  return found;
}

/**
 * Copies the newest lead with its visit, consent and message until there are so many. The copies are older, and
 * delivered; their consents make no chain.
 */
export function multiplyLeads(file: string, size: number): void {
  const db = new Sqlite(file);
  db.pragma("synchronous = OFF");
  const there = Number(db.prepare("select max(seq) from consents").pluck().get());
  const id = db.prepare("select id from leads order by created_at desc, id desc limit 1").pluck().get();
  const copy = "printf('00%012d', n.i)";
  const own: Record<string, string> = {
    id: copy,
    origin: copy,
    session_id: copy,
    lead_id: copy,
    seq: "n.i",
    status: "'delivered'",
  };
  const holder: Record<string, string> = {
    visits: "lead_id",
    leads: "id",
    consents: "lead_id",
    outbox: "lead_id",
  };
  for (const [table, key] of Object.entries(holder)) {
    const columns = db.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[];
    const values = columns.map((name) => own[name] ?? `seed.${name}`);
    db.prepare(
      `insert into ${table} (${columns}) with recursive n(i) as (
         select ${there + 1} union all select i + 1 from n where i < ${size})
       select ${values} from n, (select * from ${table} where ${key} = ?) as seed where n.i <= ${size}`,
    ).run(id);
  }
  db.close();
}
