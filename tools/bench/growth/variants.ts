import { graphOf } from "../../../machines/graph/graph.ts";
import { track } from "../../../machines/lead/tracking.ts";
import { registryOf, variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { stepsOf } from "../../../machines/visit/replay.ts";
import { Curves, type Figure } from "../figure.ts";

const sizes = [35, 100, 300, 1_000];
const rounds = 5;
const times = 200;

/** What more variants cost: the copies are charts of their own, under paths of their own. */
export async function growthOfVariants(): Promise<Figure[]> {
  const curves = new Curves();
  for (const size of sizes) {
    for (let round = 0; round < rounds; round++) {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      const made = timed(1, () => registryOf(copies(size)));
      globalThis.gc?.();
      const heap = (process.memoryUsage().heapUsed - before) / 1e6;
      const path = `/survey/copy-${size - 1}`;
      const entry = made.result.findEntry(path)!;
      const input = { path, tracking: track({ path, query: {}, referer: "" }, {}), today };
      const found = timed(times, () => made.result.findEntry(path));
      const begun = timed(times, () => stepsOf(entry.variant.machine).begin(input));
      const drawn = timed(1, () => [...made.result.variants.values()].map((one) => graphOf(one)));
      curves.note("charts made, ms", size, made.ms);
      if (globalThis.gc) curves.note("memory of the charts, MB", size, heap);
      curves.note("survey found by its path, us", size, found.ms * 1000);
      curves.note("first state of a visit, us", size, begun.ms * 1000);
      curves.note("graphs of all charts, ms", size, drawn.ms);
    }
  }
  return curves.figures("variants");
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
