import { expect, it } from "vitest";
import { createRegistry } from "../../services/metrics/registry.ts";
import { ofWorker, sumOf } from "../../services/metrics/sum.ts";

/** What a process says that counted these. */
async function counted(routes: string[], seconds: number[]): Promise<string> {
  const registry = createRegistry();
  const posts = registry.counter<"route">("posts_total", "Posts.");
  const calls = registry.histogram<"to">("calls_seconds", "Calls.");
  registry.gauge("claimpath_ready", "Ready.", async () => [[{}, 1]]);
  for (const route of routes) posts.add({ route });
  for (const each of seconds) calls.observe({ to: 'a "b" {c}' }, each);
  return registry.text("counted");
}

it("adds up counters and histograms, series by series, below one head each", async () => {
  const one = await counted(["/a", "/a", "/b x"], [0.001, 20]);
  const other = await counted(["/b x", "/c"], [0.002, 0.03]);
  const all = await counted(["/a", "/a", "/b x", "/b x", "/c"], [0.001, 20, 0.002, 0.03]);
  expect(sumOf([one, other])).toBe(all);
  expect(sumOf([sumOf([one]), sumOf([]), other])).toBe(all);
  expect(all).not.toContain("ready");
});

it("keeps the head of what nobody has counted yet", async () => {
  expect(sumOf([await counted([], []), await counted([], [])])).toBe(await counted([], []));
});

it("what is of a process is told with its number", async () => {
  const registry = createRegistry();
  registry.gauge("process_bytes", "Bytes.", async () => [
    [{}, 1.5],
    [{ of: "a } b" }, 2],
  ]);
  registry.gauge("claimpath_ready", "Ready.", async () => [[{}, 1]]);
  const own = await registry.text("own");
  const both = sumOf([ofWorker(own, 1), ofWorker(own, 2)]);
  expect(both.split("\n")).toEqual([
    "# HELP process_bytes Bytes.",
    "# TYPE process_bytes gauge",
    'process_bytes{worker="1"} 1.5',
    'process_bytes{worker="1",of="a } b"} 2',
    'process_bytes{worker="2"} 1.5',
    'process_bytes{worker="2",of="a } b"} 2',
    "",
  ]);
  expect(await registry.text("shared")).toMatch(/^claimpath_ready 1$/m);
});
