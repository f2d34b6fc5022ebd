import type { Experiment } from "./experiment.ts";

/**
 * Where each experiment's share of visitors begins, 0 to 1: those of a group that run at the same time lie beside each
 * other, the earlier in the file first, so that one that is added moves none. An experiment that does not fit has none.
 */
export function rangesOf(list: readonly Experiment[]): Map<string, number> {
  const ranges = new Map<string, number>();
  for (const [index, experiment] of list.entries()) {
    const beside = list
      .slice(0, index)
      .filter((other) => experiment.group !== undefined && other.group === experiment.group)
      .filter((other) => ranges.has(other.id) && runTogether(other, experiment))
      .map(({ id, share }) => [ranges.get(id)!, ranges.get(id)! + share] as const);
    const isFree = (from: number) =>
      // Shares are decimal fractions, whose sums are a little off.
      from + experiment.share <= 1 + 1e-9 &&
      beside.every(([first, end]) => from >= end - 1e-9 || from + experiment.share <= first + 1e-9);
    const from = [0, ...beside.map(([, end]) => end)].sort((one, other) => one - other).find(isFree);
    if (from !== undefined) ranges.set(experiment.id, from);
  }
  return ranges;
}

/** True where there is a moment at which both run. */
export function runTogether(one: Experiment, other: Experiment): boolean {
  const end = ({ stop }: Experiment) => stop ?? Number.POSITIVE_INFINITY;
  return one.start < end(other) && other.start < end(one);
}
