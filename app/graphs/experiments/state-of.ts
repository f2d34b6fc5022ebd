import type { Experiment } from "../../../services/experiments/experiment.ts";

export function stateOf({ start, stop, winner }: Experiment, now: number): string {
  if (now < start) return "not started";
  if (stop === undefined || now < stop) return "running";
  return winner ? `ended; everyone sees ${winner}` : "ended";
}
