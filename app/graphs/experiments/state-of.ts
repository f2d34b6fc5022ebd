import type { Experiment } from "../../../services/experiments/experiment.ts";

/** What is going on with an experiment, in words. */
export function stateOf({ start, stop, winner }: Experiment, now: number): string {
  if (now < start) return "not begun";
  if (stop === undefined || now < stop) return "running";
  return winner ? `over, everybody is shown ${winner}` : "over";
}
