import { expect, it } from "vitest";
import { createRegistry } from "../../services/metrics/registry.ts";
import { ofWorker, together } from "../../services/metrics/together.ts";

/** What a process says that counted these. */
async function counted(routes: string[], seconds: number[]): Promise<string> {
  const registry = createRegistry();
  const posts = registry.counter<"route">("posts_total", "Posts.");
  const calls = registry.histogram<"to">("calls_seconds", "Calls.");
  registry.gauge("ready", "Ready.", "min", async () => [[{}, 1]]);
  for (const route of routes) posts.add({ route });
  for (const each of seconds) calls.observe({ to: 'a "b" {c}' }, each);
  return registry.text("sum");
}

/** What a process says that reads these, by their label. */
async function read(values: Record<string, number>): Promise<string> {
  const registry = createRegistry();
  registry.gauge("level", "Level.", "max", async () =>
    Object.entries(values).map(([of, value]) => [{ of }, value]),
  );
  return registry.text("max");
}

it("adds up counters and histograms, series by series, below one head each", async () => {
  const one = await counted(["/a", "/a", "/b x"], [0.001, 20]);
  const other = await counted(["/b x", "/c"], [0.002, 0.03]);
  const all = await counted(["/a", "/a", "/b x", "/b x", "/c"], [0.001, 20, 0.002, 0.03]);
  expect(together([one, other], "sum")).toBe(all);
  expect(together([together([one], "sum"), together([], "sum"), other], "sum")).toBe(all);
  expect(all).not.toContain("ready");
});

it("keeps the head of what nobody has counted yet", async () => {
  expect(together([await counted([], []), await counted([], [])], "sum")).toBe(await counted([], []));
});

it("tells the least or the greatest of what is read, series by series", async () => {
  const texts = await Promise.all([read({ a: 3, b: -1 }), read({ a: 2, b: 0 }), read({ a: 2.5 })]);
  expect(together(texts, "min")).toBe(await read({ a: 2, b: -1 }));
  expect(together(texts, "max")).toBe(await read({ a: 3, b: 0 }));
});

it("what is of a process is told with its number", async () => {
  const registry = createRegistry();
  registry.gauge("process_bytes", "Bytes.", "each", async () => [
    [{}, 1.5],
    [{ of: "a } b" }, 2],
  ]);
  registry.gauge("ready", "Ready.", "any", async () => [[{}, 1]]);
  const own = await registry.text("each");
  const both = together([ofWorker(own, 1), ofWorker(own, 2)], "sum");
  expect(both.split("\n")).toEqual([
    "# HELP process_bytes Bytes.",
    "# TYPE process_bytes gauge",
    'process_bytes{worker="1"} 1.5',
    'process_bytes{worker="1",of="a } b"} 2',
    'process_bytes{worker="2"} 1.5',
    'process_bytes{worker="2",of="a } b"} 2',
    "",
  ]);
  expect(await registry.text("any")).toMatch(/^ready 1$/m);
});
