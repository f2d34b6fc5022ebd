import { createActor } from "xstate";
import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import type { SurveySnapshot } from "../visit/replay.ts";
import { edgesTaken, type Microstep } from "./edge-id.ts";

/** A chart after an event, and the id of every transition that was taken to get there, routers included. */
export type Stepped = { snapshot: SurveySnapshot; taken: string[] };

export type Stepper = { start: Stepped; send(snapshot: SurveySnapshot, event: SurveyEvent): Stepped };

/**
 * What `transition()` does, several times as fast, and it tells the transitions it took. It reuses one
 * actor scope, which XState does not document; a contract test compares both.
 */
export function stepperOf(machine: SurveyMachine, input: SurveyInput): Stepper {
  let seen: Microstep[] = [];
  const self = createActor(machine, {
    input,
    inspect: (event) => {
      if (event.type === "@xstate.microstep") seen.push(event);
    },
  });
  const scope = {
    self,
    system: self.system,
    id: "",
    sessionId: "",
    defer() {},
    logger() {},
    stopChild() {},
    emit() {},
    actionExecutor() {},
  } as unknown as Parameters<SurveyMachine["transition"]>[2];

  const stepped = (step: () => SurveySnapshot): Stepped => {
    seen = [];
    const snapshot = step();
    return { snapshot, taken: edgesTaken(seen) };
  };
  return {
    start: stepped(() => machine.getInitialSnapshot(scope, input) as SurveySnapshot),
    send: (snapshot, event) => stepped(() => machine.transition(snapshot, event, scope) as SurveySnapshot),
  };
}
