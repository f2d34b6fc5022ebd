import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../../services/settings/env.ts";
import { drawn } from "../../../tools/bench/cost.ts";
import {
  fillWithLeads,
  growthOfBacklog,
  growthOfLeads,
  openLeads,
} from "../../../tools/bench/growth/leads.ts";
import { files, most } from "../../../tools/bench/growth/sites.ts";
import { curve, exponent, table } from "../../../tools/bench/report.ts";
import { claimpathIn } from "../../support/files.ts";

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

it.each(Object.keys(files))("a start takes a file with as many of %s as growth asks of it", (what) => {
  expect(() => readSettings({ CLAIMPATH_FILE: claimpathIn(files[what]!(most[what]!)) })).not.toThrow();
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

describe("the picture of cost", () => {
  // After an edit of the record by hand: `npx vitest run test/tools/bench -u`.
  it("is that of the record", async () => {
    const lines = readFileSync("docs/measurements/cost.jsonl", "utf8").trim().split("\n");
    await expect(drawn(lines.map((line) => JSON.parse(line)))).toMatchFileSnapshot(
      "../../../docs/pictures/cost.svg",
    );
  });

  it("has a line for each figure with a limit, and marks one that is over it", () => {
    const run = (commit: string, dear: number) => ({
      commit,
      figures: { dear, cheap: 1, none: 0 },
      limits: { dear: 2, cheap: 2, none: 0 },
    });
    const picture = drawn([run("a1", 1), run("b2", 3)]);
    expect(picture.match(/class="line"/g)).toHaveLength(2);
    expect(picture.match(/class="over"/g)).toHaveLength(1);
    expect(picture).toContain(">150 %<");
    expect(picture).toContain(">50 %<");
  });
});
