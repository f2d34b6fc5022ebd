import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growthOfBacklog, growthOfLeads } from "../../../tools/bench/growth/leads.ts";
import { fillWithLeads, openLeads } from "../../../tools/bench/growth/many-leads.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-leads-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a store is filled up to so many leads, each with its message, and goes on from there", async () => {
  const file = join(folder, "claimpath.db");
  const status = "case when n.i % 10 = 0 then 'waiting' else 'delivered' end";
  // Each time the one that is copied waits as well.
  for (const [size, waiting] of [
    [20, 3],
    [50, 7],
  ] as const) {
    await fillWithLeads(file, size, status);
    const store = await openLeads(file);
    expect(await store.leads.list({ limit: 100 })).toHaveLength(size);
    expect(await store.outbox.depth()).toMatchObject([{ status: "waiting", count: waiting }]);
    expect(await store.outbox.count()).toBe(size);
    await store.close();
  }
});

test("leads and queues are measured at every size", async () => {
  const figures = [...(await growthOfLeads([5])), ...(await growthOfBacklog([5, 10]))];
  expect(figures).toHaveLength(9);
  for (const { name, median } of figures) expect(median, name).toBeGreaterThan(0);
});
