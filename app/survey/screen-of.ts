import { progressAt, shortestWay } from "../../machines/progress.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import type { ScreenState } from "./page-data.ts";

/** The parts of a screen that follow from where its question lies on the visitor's way. */
export function screenOf(
  machine: SurveyMachine,
  path: readonly string[],
  step: string,
  isStep: (name: string) => boolean,
): Pick<ScreenState, "step" | "progress" | "position" | "overlay" | "backdrop" | "canGoBack"> {
  const at = Math.max(0, path.indexOf(step));
  return {
    step,
    progress: progressAt(machine, path.slice(0, at + 1), isStep).value,
    position: { number: at + 1, total: at + shortestWay(machine, step, isStep) },
    overlay: false,
    backdrop: machine.root.states[step]?.meta?.overlay ?? false,
    canGoBack: at > 0,
  };
}

/** A survey's address at one question, with the visit's own traffic parameters and nothing else. */
export function stepAddress(path: string, query: Record<string, string>, step: string): string {
  return `${path}?${new URLSearchParams({ ...query, step })}`;
}
