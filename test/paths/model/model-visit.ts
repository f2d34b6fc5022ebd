import { observedSteps, stepperOf } from "../../../machines/graph/stepper.ts";
import type { Case } from "../../../machines/simulator/cases.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Command, Decision } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import { readVisit, type VisitState } from "../../../machines/visit/visit-state.ts";
import { noon, today } from "../../support/lead-facts.ts";
import type { Model } from "./model.ts";

/** What came of a case: the visit after it, the effects, and the ids of the transitions taken. */
export type Tried = Pick<Decision, "state" | "effects"> & { taken: readonly string[] };

/** A visit to a model's chart before its first answer, and how to try a case in it or in any visit that follows. */
export function modelVisit({ machine, input }: Pick<Model, "machine" | "input">) {
  let taken: string[] = [];
  const steps = observedSteps(stepperOf(machine), (step) => taken.push(...step.taken));
  const question = (name: string) => stepNamed(name, machine);
  const state = readVisit({ machine, steps, question, inputOf: () => input }, []);
  const begun: Tried = { state, effects: state.replay.effects, taken };
  const attempt = (visit: VisitState, tried: Case): Tried => {
    taken = [];
    const { state, effects, rejected } = decide(visit, commandOf(visit, tried));
    if (rejected) throw new Error(`${tried.factor} rejects ${tried.label}`);
    return { state, effects, taken };
  };
  return { begun, attempt };
}

function commandOf({ step }: VisitState, tried: Case): Command {
  const at = noon;
  switch (tried.kind) {
    case "answer":
      return { kind: "answer", at, step, fields: tried.post, today };
    case "outcome":
      return { kind: "outcome", at, outcome: tried.outcome };
    case "page":
      return { kind: "page", at, event: tried.event };
    case "again":
      return { kind: "page", at, event: { type: "ANSWER", answers: {} } };
  }
}
