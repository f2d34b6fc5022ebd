import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../../services/store/store.ts";
import { Curves, type Figure } from "../figure.ts";
import { destination, fillWithLeads, openLeads, storeLead } from "./many-leads.ts";

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
