import { type AskedGuard, traced } from "../simulator/traced.ts";
import type { SurveyMachine } from "../variant.ts";
import { type Run, type Steps, stepsOf } from "../visit/replay.ts";

/** A chart after an event, and the guards that it asked to get there. */
export type WatchedRun = Run & { asked: readonly AskedGuard[] };

export type WatchedSteps = {
  begin(...given: Parameters<Steps["begin"]>): WatchedRun;
  send(...given: Parameters<Steps["send"]>): WatchedRun;
};

/** The steps of a chart that say what decided them. */
export function watchedSteps(machine: SurveyMachine): WatchedSteps {
  const { machine: watched, asked } = traced(machine);
  const steps = stepsOf(watched);
  const watch = (step: () => Run): WatchedRun => {
    asked();
    return { ...step(), asked: asked() };
  };
  return {
    begin: (input) => watch(() => steps.begin(input)),
    send: (snapshot, event) => watch(() => steps.send(snapshot, event)),
  };
}

/** True where every guard of a chart is asked by its name alone, so that all are watched. */
export function areGuardsNamed(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return true;
  return Object.entries(part).every(([key, inner]) =>
    key === "guard" ? inner === undefined || typeof inner === "string" : areGuardsNamed(inner),
  );
}
