import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { meteredStore, timed } from "../../services/metrics/metered.ts";
import { createMetrics } from "../../services/metrics/metrics.ts";
import { createRegistry } from "../../services/metrics/registry.ts";
import { ProviderFailure } from "../../services/ports.ts";
import type { Store } from "../../services/store/types.ts";
import { aSubmission, aVisit } from "../support/submissions.ts";

/** Every metric, those that need a store included. */
function allMetrics() {
  const metrics = createMetrics();
  const outbox = {
    depth: async () => [
      { destination: "a", status: "waiting", count: 2, oldestAt: 1_000 },
      { destination: "a", status: "parked", count: 1, oldestAt: 500 },
    ],
  } as unknown as Store["outbox"];
  metrics.watchFloods({ isFlooded: () => true });
  metrics.watchStore({ outbox, ready: async () => true }, () => 61_000);
  return metrics;
}

describe("the text", () => {
  it("tells a counter by its labels, which are escaped", async () => {
    const registry = createRegistry();
    const counter = registry.counter<"of">("c_total", "Counts.");
    counter.add({ of: "a" });
    counter.add({ of: "a" });
    counter.add({ of: 'b"\\\n' });
    expect(await registry.text()).toBe(
      '# HELP c_total Counts.\n# TYPE c_total counter\nc_total{of="a"} 2\nc_total{of="b\\"\\\\\\n"} 1\n',
    );
  });

  it("tells what a counter begins with as 0", async () => {
    const registry = createRegistry();
    const counter = registry.counter<"of">("c_total", "Counts.", [{ of: "a" }, { of: "b" }]);
    counter.add({ of: "b" });
    expect(await registry.text()).toContain('c_total{of="a"} 0\nc_total{of="b"} 1\n');
  });

  it("tells a histogram by buckets that hold all that is below them", async () => {
    const registry = createRegistry();
    const histogram = registry.histogram<never>("h_seconds", "Takes.");
    for (const seconds of [0.005, 0.3, 60]) histogram.observe({}, seconds);
    const text = await registry.text();
    expect(text).toContain('h_seconds_bucket{le="0.005"} 1\n');
    expect(text).toContain('h_seconds_bucket{le="0.25"} 1\nh_seconds_bucket{le="0.5"} 2\n');
    expect(text).toContain('h_seconds_bucket{le="10"} 2\nh_seconds_bucket{le="+Inf"} 3\n');
    expect(text).toContain("h_seconds_sum 60.305\nh_seconds_count 3\n");
  });

  it("leaves out what cannot be read", async () => {
    const registry = createRegistry();
    registry.gauge("g", "Is.", "any", () => Promise.reject(new Error("down")));
    expect(await registry.text()).toBe("# HELP g Is.\n# TYPE g gauge\n");
  });
});

describe("metrics", () => {
  it("show the outbox's depth and the age of what waits", async () => {
    const text = await allMetrics().text();
    expect(text).toContain('claimpath_outbox_messages{destination="a",status="parked"} 1\n');
    expect(text).toMatch(/oldest_seconds\{destination="a"\} 60\n(?!claimpath)/);
    expect(text).toContain("claimpath_store_ready 1\n");
    expect(text).toContain("claimpath_flooded 1\n");
  });

  it("call a store not ready that says nothing", async () => {
    const metrics = createMetrics();
    metrics.watchStore(
      { outbox: { depth: async () => [] } as never, ready: () => new Promise(() => {}) },
      () => 0,
    );
    expect(await metrics.text()).toContain("claimpath_store_ready 0\n");
  });

  it("count a lead once, by variant and whether it qualifies", async () => {
    const metrics = createMetrics();
    const statuses = ["stored", "duplicate", "conflict"];
    const submit = async () => ({ status: statuses.shift() });
    const store = meteredStore({ submit } as unknown as Store, metrics);
    for (let tries = 0; tries < 3; tries++) await store.submit(aVisit(), 0, [], aSubmission());
    expect(await metrics.text()).toContain('claimpath_leads_total{variant="c",qualified="yes"} 1\n');
  });

  it("tell calls by how they end", async () => {
    const metrics = createMetrics();
    await timed(metrics, "zip-lookup", async () => "place");
    const failing = timed(metrics, "zip-lookup", () =>
      Promise.reject(new ProviderFailure("timeout", "late")),
    );
    await expect(failing).rejects.toThrow("late");
    const text = await metrics.text();
    for (const outcome of ["answered", "timeout"]) {
      expect(text).toContain(`_seconds_count{provider="zip-lookup",outcome="${outcome}"} 1\n`);
    }
  });
});

describe.each(["docs/alerts.yml", "docs/dashboard.json"])("%s", (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const named = [...new Set(text.match(/claimpath_\w+/g))];
  const exported = allMetrics().names();
  const isHistogram = (name: string) => name.endsWith("_duration_seconds");

  it("names metrics that there are", () => {
    const series = exported.flatMap((name) =>
      isHistogram(name) ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    expect(named.filter((name) => !series.includes(name))).toEqual([]);
  });

  it("leaves none out", () => {
    const base = named.map((name) => name.replace(/_(bucket|count|sum)$/, ""));
    expect(exported.filter((name) => !base.includes(name))).toEqual([]);
  });
});

it("the dashboard is JSON with a query in every panel", () => {
  const { panels } = JSON.parse(
    readFileSync(new URL("../../docs/dashboard.json", import.meta.url), "utf8"),
  ) as { panels: { targets: { expr: string }[] }[] };
  expect(panels.length).toBeGreaterThan(8);
  for (const { targets } of panels)
    expect(targets.every(({ expr }) => expr.includes("claimpath_"))).toBe(true);
});
