import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { type Run, type Steps, type SurveySnapshot, stepsOf } from "../visit/replay.ts";
import type { Microstep } from "../visit/xstate-internals.ts";
import { edgesTaken } from "./leaves.ts";

/** A chart after an event, and the id of every transition taken on the way, routers included. */
export type Stepped = Run & { taken: string[] };

/** Steps that also say which transitions were taken. */
export type Stepper = {
  begin(input: SurveyInput): Stepped;
  send(snapshot: SurveySnapshot, event: SurveyEvent): Stepped;
};

/** A stepper for a chart. */
export function stepperOf(machine: SurveyMachine): Stepper {
  let seen: Microstep[] = [];
  const steps = stepsOf(machine, (event) => {
    if (event.type === "@xstate.microstep") seen.push(event);
  });
  const stepped = (step: () => Run): Stepped => {
    seen = [];
    return { ...step(), taken: edgesTaken(seen) };
  };
  return {
    begin: (input) => stepped(() => steps.begin(input)),
    send: (snapshot, event) => stepped(() => steps.send(snapshot, event)),
  };
}

/** A step of a chart; the first, at its beginning, has no event. */
export type ObservedStep = { event?: SurveyEvent; before?: SurveySnapshot; taken: readonly string[] };

/**
 * Steps for the visit's core that report what they do.
 * @param observe is given each event, where the chart was before it, and the transitions taken
 */
export function observedSteps(stepper: Stepper, observe: (step: ObservedStep) => void): Steps {
  return {
    begin(input) {
      const stepped = stepper.begin(input);
      observe(stepped);
      return stepped;
    },
    send(before, event) {
      const stepped = stepper.send(before, event);
      observe({ event, before, taken: stepped.taken });
      return stepped;
    },
  };
}
