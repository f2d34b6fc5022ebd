import type { ShortestWay } from "./shortest-way.ts";

/** One of the steps that are counted. `name` and `label` are those of the question that is at its place. */
export type TrackedStep = {
  number: number;
  name: string;
  label: string;
  completed: boolean;
  active: boolean;
};

/** The progress tracker (spec 3.3): what "Step n of m", its dots and its spoken text are read from. */
export type ProgressTracker = {
  total: number;
  /** Which of the questions at its step the one on screen is, from 1: a side branch has several at one step. */
  part: number;
  steps: TrackedStep[];
};

/**
 * Where a question is. `total` is the length of the shortest way from the first question, so it never changes; a
 * question's number is what the shortest way from it leaves over, so the last one is `total`. A question that lies on
 * no shortest way belongs to the one before it and keeps its number, as a further part of it.
 * @param path the questions on the visitor's way
 * @param active the one on screen
 * @param completed steps that the chart has marked complete without asking them
 * @param labelOf what a question is called
 */
export function progressTracker(
  { steps, left, next }: ShortestWay,
  path: readonly string[],
  active: string,
  completed: readonly string[],
  labelOf: (name: string) => string,
): ProgressTracker {
  const total = steps.length;
  const placeOf = (name: string) => Math.min(total - 1, total - (left[name] ?? total));
  const before = path.slice(0, Math.max(0, path.indexOf(active)));
  const names = [...steps];
  const done = new Set<number>();
  let here = 0;
  let part = 1;
  const goTo = (name: string, isFirst: boolean) => {
    const place = Math.max(here, placeOf(name));
    part = place === here && !isFirst ? part + 1 : 1;
    here = place;
  };
  for (const [index, name] of before.entries()) {
    goTo(name, index === 0);
    if (!done.has(here)) names[here] = name;
    done.add(here);
  }
  for (const name of completed) done.add(placeOf(name));
  goTo(active, before.length === 0);
  names[here] = active;
  for (let name = next[active]; name; name = next[name])
    if (placeOf(name) > here) names[placeOf(name)] = name;
  return {
    total,
    part,
    steps: names.map((name, index) => ({
      number: index + 1,
      name,
      label: labelOf(name),
      completed: index < here && done.has(index),
      active: index === here,
    })),
  };
}
