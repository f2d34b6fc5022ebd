import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  fillWithLeads,
  growthOfBacklog,
  growthOfLeads,
  openLeads,
} from "../../../tools/bench/growth/leads.ts";
import { curve, exponent, table } from "../../../tools/bench/report.ts";

it("a store is filled up to so many leads, each with its message, and goes on from there", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-leads-"));
  const file = join(folder.path, "claimpath.db");
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

it("leads and queues are measured at every size", async () => {
  const figures = [...(await growthOfLeads([5])), ...(await growthOfBacklog([5, 10]))];
  expect(figures).toHaveLength(9);
  for (const { name, median } of figures) expect(median, name).toBeGreaterThan(0);
});

const at = (size: number, value: number) => ({ size, values: [value, value * 0.9, value * 1.1] });

describe("the growth of a cost", () => {
  it.each([
    ["flat", 5, 5, 0],
    ["linear", 5, 50, 1],
    ["quadratic", 5, 500, 2],
    ["falling", 5, 0.5, -1],
  ])("is %s", (_word, before, after, wanted) => {
    expect(exponent(at(1_000, before), at(10_000, after))).toBeCloseTo(wanted);
  });

  it("is in the table beside each point but the first", () => {
    const figures = curve("a list", "ms", "leads", [at(1_000, 2), at(10_000, 20)]);
    const lines = table({ benchmark: "growth", about: "", figures }).split("\n");
    expect(lines.find((line) => line.includes("1,000 leads"))).not.toContain("n^");
    expect(lines.find((line) => line.includes("10,000 leads"))).toContain("n^1.00");
  });
});
