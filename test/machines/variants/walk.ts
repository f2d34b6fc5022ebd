import { initialTransition, transition } from "xstate";
import type { CallId } from "../../../machines/context/calls.ts";
import { track } from "../../../machines/context/tracking.ts";
import { answerCases } from "../../../machines/model/cases.ts";
import { outcomeNamed, outcomesOf } from "../../../machines/model/moves.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyInput } from "../../../machines/survey.ts";
import { callOf, type SurveySnapshot, settled, topState } from "../../../machines/visit/replay.ts";
import { today } from "../../support/lead-facts.ts";

/**
 * How a visit differs from the plain visitor's: answers by step and outcomes by call, all by the simulator's labels.
 */
export type Visit = {
  input?: Partial<SurveyInput>;
  answers?: Record<string, string>;
  outcomes?: { [Id in CallId]?: string };
};

/** Walks a variant by XState's own steps from its start to its end, or until it asks the same question again. */
export function walk(code: string, { input, answers = {}, outcomes = {} }: Visit = {}) {
  const { machine } = variants.get(code)!;
  const steps: string[] = [];
  const calls: CallId[] = [];
  const actions: string[] = [];
  const taken = ([next, done]: ReturnType<typeof transition<typeof machine>>): SurveySnapshot => {
    actions.push(...done.map(({ type }) => type));
    return next;
  };
  let snapshot = taken(initialTransition(machine, inputOf(code, input)));
  while (snapshot.status !== "done") {
    const call = callOf(snapshot);
    if (call) {
      calls.push(call);
      const outcome = outcomeNamed(call, outcomes[call] ?? "") ?? outcomesOf(call)[0]!;
      snapshot = taken(transition(machine, snapshot, settled(outcome)));
      continue;
    }
    const name = topState(snapshot);
    const step = stepNamed(name, machine);
    if (!step || steps.includes(name)) break;
    steps.push(name);
    const cases = answerCases(step, today);
    const tried = cases.find(({ label }) => label === answers[name]) ?? cases[0];
    if (tried?.kind !== "answer") throw new Error(`${name} takes no answer`);
    snapshot = taken(transition(machine, snapshot, { type: "ANSWER", answers: tried.answers }));
  }
  /** The questions on the way and the closing state, joined by spaces. */
  const way = [...steps, topState(snapshot)].join(" ");
  return { way, steps, calls, actions, snapshot };
}

export function inputOf(code: string, more: Partial<SurveyInput> = {}): SurveyInput {
  const path = `/survey/${code}`;
  return { path, tracking: track({ path, query: {}, referer: "" }, {}), today, ...more };
}
