import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { callOf, type Run, type Steps, type SurveySnapshot } from "../visit/replay.ts";
import { type Microstep, observedLogic } from "../visit/xstate-internals.ts";
import { edgesTaken } from "./edge-id.ts";

/** A chart after an event, and the id of every transition that was taken to get there, routers included. */
export type Stepped = { snapshot: SurveySnapshot; taken: string[] };

export type Stepper = { start: Stepped; send(snapshot: SurveySnapshot, event: SurveyEvent): Stepped };

/** A stepper for one way in. */
export function stepperOf(machine: SurveyMachine, input: SurveyInput): Stepper {
  let seen: Microstep[] = [];
  const logic = observedLogic(machine, input, (microstep) => seen.push(microstep));
  const stepped = (step: () => SurveySnapshot): Stepped => {
    seen = [];
    const snapshot = step();
    return { snapshot, taken: edgesTaken(seen) };
  };
  return {
    start: stepped(() => logic.begin()),
    send: (snapshot, event) => stepped(() => logic.send(snapshot, event)),
  };
}

/**
 * Steps for the visit's core that report what they do.
 * @param observe is given each event, where the chart was before it, and what came of it
 */
export function observedSteps(
  { start, send }: Stepper,
  observe: (event: SurveyEvent, before: SurveySnapshot, stepped: Stepped) => void,
): Steps {
  const run = ({ snapshot }: Stepped): Run => {
    const id = callOf(snapshot);
    return { snapshot, call: id ? { id, input: undefined } : null, effects: [] };
  };
  return {
    begin: () => run(start),
    send(snapshot, event) {
      const stepped = send(snapshot, event);
      observe(event, snapshot, stepped);
      return run(stepped);
    },
  };
}
