import type { AnyStateMachine } from "xstate";
import { outline } from "./outline.ts";

/** A step's progress, 0 to 100; `derived` where the specification gives none. */
export type Progress = { value: number; derived: boolean };

/**
 * What the progress indicator shows at the last step of `path`. The specification's own number stands as
 * it is; without one it is the share of steps done on the shortest way from here, never less than shown
 * before and below 100 until the survey is submitted (decision 64).
 * @param path the steps from the first to the one on screen
 */
export function progressAt(
  machine: AnyStateMachine,
  path: readonly string[],
  isStep: (name: string) => boolean,
): Progress {
  const given = givenProgress(machine, path.at(-1) ?? "");
  if (given !== undefined) return { value: given, derived: false };
  const shown = path.map((step, done) => givenProgress(machine, step) ?? share(machine, step, done, isStep));
  return { value: Math.min(99, Math.max(0, ...shown)), derived: true };
}

function givenProgress(machine: AnyStateMachine, state: string): number | undefined {
  return machine.root.states[state]?.meta?.progress;
}

function share(
  machine: AnyStateMachine,
  step: string,
  done: number,
  isStep: (name: string) => boolean,
): number {
  return Math.round((100 * done) / (done + shortestWay(machine, step, isStep)));
}

/** How many questions lie on the shortest way from `from` to the end, itself included. */
export function shortestWay(
  machine: AnyStateMachine,
  from: string,
  isStep: (name: string) => boolean,
): number {
  const next = outline(machine);
  const counts = new Map<string, number>([[from, isStep(from) ? 1 : 0]]);
  const waiting = [from];
  for (const state of waiting) {
    for (const to of next.get(state) ?? []) {
      const count = counts.get(state)! + (isStep(to) ? 1 : 0);
      if (count >= (counts.get(to) ?? Number.POSITIVE_INFINITY)) continue;
      counts.set(to, count);
      waiting.push(to);
    }
  }
  const ends = [...counts].filter(([state]) => machine.root.states[state]?.type === "final");
  return Math.min(...ends.map(([, count]) => count));
}
