import { graphOf } from "../../../machines/graph/graph.ts";
import { track } from "../../../machines/lead/tracking.ts";
import { registryOf, variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { stepsOf } from "../../../machines/visit/replay.ts";
import type { Figure } from "../figure.ts";
import { curve, type Point } from "./points.ts";

const sizes = [35, 100, 300, 1_000];
const rounds = 5;
const times = 200;

/** What more variants cost: the copies are charts of their own, under paths of their own. */
export async function growthOfVariants(): Promise<Figure[]> {
  const points = new Map<string, Point[]>();
  const add = (name: string, size: number, values: number[]) =>
    points.set(name, [...(points.get(name) ?? []), { size, values }]);
  for (const size of sizes) {
    const found: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round++) {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      const made = timed(1, () => registryOf(copies(size)));
      globalThis.gc?.();
      const heap = (process.memoryUsage().heapUsed - before) / 1e6;
      const path = `/survey/copy-${size - 1}`;
      const entry = made.result.findEntry(path)!;
      const input = { path, tracking: track({ path, query: {}, referer: "" }, {}), today };
      const each = {
        "charts made, ms": made.ms,
        ...(globalThis.gc && { "memory of the charts, MB": heap }),
        "survey found by its path, us": timed(times, () => made.result.findEntry(path)).ms * 1000,
        "first state of a visit, us":
          timed(times, () => stepsOf(entry.variant.machine).begin(input)).ms * 1000,
        "graphs of all charts, ms": timed(1, () =>
          [...made.result.variants.values()].map((one) => graphOf(one)),
        ).ms,
      };
      for (const [name, value] of Object.entries(each)) found[name] = [...(found[name] ?? []), value];
    }
    for (const [name, values] of Object.entries(found)) add(name, size, values);
  }
  return [...points].flatMap(([name, found]) => {
    const [what = "", unit = ""] = name.split(", ");
    return curve(what, unit, "variants", found);
  });
}

const today = { year: 2026, month: 5, day: 14 };

function copies(size: number): Required<Variant>[] {
  const originals = [...variants.values()];
  return Array.from({ length: size }, (_, index) => {
    const original = originals[index % originals.length]!;
    const code = `copy-${index}`;
    return { ...original, code, entries: { [`/survey/${code}`]: {} }, machine: original.machine.provide({}) };
  });
}

function timed<Result>(count: number, work: () => Result): { ms: number; result: Result } {
  const began = performance.now();
  let result = work();
  for (let done = 1; done < count; done++) result = work();
  return { ms: (performance.now() - began) / count, result };
}
