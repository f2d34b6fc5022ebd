import { expect, it } from "vitest";
import { createRegistry } from "../../services/metrics/registry.ts";
import { sumOf } from "../../services/metrics/sum.ts";

/** What a process says that counted these. */
async function counted(routes: string[], seconds: number[]): Promise<string> {
  const registry = createRegistry();
  const posts = registry.counter<"route">("posts_total", "Posts.");
  const calls = registry.histogram<"to">("calls_seconds", "Calls.");
  registry.gauge("ready", "Ready.", async () => [[{}, 1]]);
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
