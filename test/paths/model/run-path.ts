import type { Case } from "../../../machines/simulator/cases.ts";
import { type SurveySnapshot, topState } from "../../../machines/visit/replay.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";
import type { Model } from "./model.ts";
import { modelVisit } from "./model-visit.ts";

/** What the visitor sees between two presses of a button. */
export type Screen = { state: string; progress: number | null; errors: Record<string, string> };

export type Walked = { screens: Screen[]; snapshot: SurveySnapshot };

/**
 * Runs cases through a chart; the screens are those at which it waits for the visitor, and the end.
 * @param onStep called with every state the chart comes to, those in which it waits for a service included
 */
export function walkCases(
  model: Pick<Model, "machine" | "input">,
  onStep: (snapshot: SurveySnapshot) => void = () => {},
) {
  const { begun, attempt } = modelVisit(model);
  return (cases: readonly Case[]): Walked => {
    let { state } = begun;
    const screens = [screenOf(state.replay.snapshot)];
    for (const tried of cases) {
      ({ state } = attempt(state, tried));
      const { snapshot, call } = state.replay;
      onStep(snapshot);
      if (tried.kind !== "page" && !call) screens.push(screenOf(snapshot));
    }
    return { screens, snapshot: state.replay.snapshot };
  };
}

export function screenOf(snapshot: SurveySnapshot): Screen {
  const state = leafState(snapshot);
  const meta = snapshot.machine.root.states[topState(snapshot)]?.meta;
  return { state, progress: meta?.progress ?? null, errors: snapshot.context.errors };
}

/** A step's name, or for any other state its full path: `submitting.unsent`. */
function leafState(snapshot: SurveySnapshot): string {
  const [leaf] = activeNodes(snapshot)
    .filter(({ type }) => type === "atomic" || type === "final")
    .slice(-1);
  return leaf!.path.join(".").replace(/\.asking$/, "");
}
