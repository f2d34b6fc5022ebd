import { stepperOf } from "../../../machines/graph/stepper.ts";
import type { Case } from "../../../machines/simulator/cases.ts";
import { eventOf } from "../../../machines/simulator/moves.ts";
import { callOf, type SurveySnapshot, topState } from "../../../machines/visit/replay.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";
import type { Model } from "./model.ts";

/** What the visitor sees between two presses of a button. */
export type Screen = { state: string; progress: number | null; errors: Record<string, string> };

export type Walked = { screens: Screen[]; snapshot: SurveySnapshot };

/**
 * Runs cases through a chart; the screens are those at which it waits for the visitor, and the end. An answer
 * that a check refused is taken back before the step is answered anew, as the log and the browser do it.
 * @param onStep told of every state the chart comes to, those in which it waits for a service included
 */
export function walkCases(
  { machine, input }: Pick<Model, "machine" | "input">,
  onStep: (snapshot: SurveySnapshot) => void = () => {},
) {
  const { start, send } = stepperOf(machine, input);
  return (cases: readonly Case[]): Walked => {
    let { snapshot } = start;
    const screens = [screenOf(snapshot)];
    let before = snapshot;
    for (const tried of cases) {
      if (tried.kind === "answer" && topState(snapshot) !== topState(before)) before = snapshot;
      if (tried.kind === "answer") snapshot = before;
      ({ snapshot } = send(snapshot, eventOf(tried)));
      onStep(snapshot);
      if (tried.kind !== "page" && !callOf(snapshot)) screens.push(screenOf(snapshot));
    }
    return { screens, snapshot };
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
