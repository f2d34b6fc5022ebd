import type { AnyStateMachine } from "xstate";
import type { ShortestWay } from "./shortest-way.ts";

/** A step's progress, 0 to 100; `derived` where the specification gives none. */
export type Progress = { value: number; derived: boolean };

/**
 * What the progress indicator shows at the last step of `path`. The specification's own number is as
 * it is; without one it is the share of steps done on the shortest way from here, never less than shown
 * before and below 100 until the survey is submitted (ruling 64).
 * @param path the steps from the first to the one on screen
 */
export function progressAt(
  machine: AnyStateMachine,
  { left }: Pick<ShortestWay, "left">,
  path: readonly string[],
): Progress {
  const given = givenProgress(machine, path.at(-1) ?? "");
  if (given !== undefined) return { value: given, derived: false };
  const share = (done: number, toDo = Number.POSITIVE_INFINITY) => Math.round((100 * done) / (done + toDo));
  const shown = path.map((step, done) => givenProgress(machine, step) ?? share(done, left[step]));
  return { value: Math.min(99, Math.max(0, ...shown)), derived: true };
}

function givenProgress(machine: AnyStateMachine, state: string): number | undefined {
  return machine.root.states[state]?.meta?.progress;
}
