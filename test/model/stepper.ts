import { createActor } from "xstate";
import type { SurveyEvent, SurveyInput } from "../../machines/survey.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import type { SurveySnapshot } from "../../machines/visit/replay.ts";
import { type Transition, transitionId } from "./transitions.ts";

/** A chart after an event, and every transition that was taken to get there, routers included. */
export type Stepped = { snapshot: SurveySnapshot; taken: string[] };

export type Stepper = { start: Stepped; send(snapshot: SurveySnapshot, event: SurveyEvent): Stepped };

/**
 * What `transition()` does, several times as fast, and it tells the transitions it took. It reuses one
 * actor scope, which XState does not document; a contract test compares both.
 */
export function stepperOf(machine: SurveyMachine, input: SurveyInput): Stepper {
  const ids = new Map<Transition, string>();
  let seen: Transition[] = [];
  const self = createActor(machine, {
    input,
    inspect: (event) => {
      if (event.type === "@xstate.microstep") seen.push(...(event._transitions as unknown as Transition[]));
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

  const idOf = (transition: Transition) => {
    const id = ids.get(transition) ?? transitionId(machine, transition);
    ids.set(transition, id);
    return id;
  };
  const stepped = (step: () => SurveySnapshot): Stepped => {
    seen = [];
    const snapshot = step();
    return { snapshot, taken: seen.map(idOf) };
  };
  return {
    start: stepped(() => machine.getInitialSnapshot(scope, input) as SurveySnapshot),
    send: (snapshot, event) => stepped(() => machine.transition(snapshot, event, scope) as SurveySnapshot),
  };
}
