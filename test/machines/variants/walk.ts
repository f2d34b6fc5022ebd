import { initialTransition, transition } from "xstate";
import type { Answers } from "../../../machines/answers.ts";
import type { CallFailure, CallId, CallOutputs, Outcome } from "../../../machines/calls.ts";
import { track } from "../../../machines/lead/tracking.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyInput } from "../../../machines/survey.ts";
import { type SurveySnapshot, settled, topState } from "../../../machines/visit/replay.ts";
import { answerTo, goodOutcomes, today } from "./good-answers.ts";

/** What differs from the plain visitor: answers by step, and how services settle. */
export type Visit = {
  path?: string;
  input?: Partial<SurveyInput>;
  /** By step: the option's value, or what the step records. */
  answers?: Record<string, string | Answers>;
  /** By call: what it answers every time, or how it fails. */
  outcomes?: { [Id in CallId]?: CallOutputs[Id] | CallFailure };
};

export type Walked = {
  /** The questions on the way and the closing state, joined by spaces. */
  way: string;
  steps: string[];
  calls: CallId[];
  /** Everything the chart asked to have done, in its order. */
  actions: string[];
  snapshot: SurveySnapshot;
};

/** Walks a variant from its start to its end, or until it asks the same question again. */
export function walk(code: string, visit: Visit = {}): Walked {
  const { machine } = variants.get(code)!;
  const steps: string[] = [];
  const calls: CallId[] = [];
  const actions: string[] = [];
  let call: CallId | undefined;
  const taken = ([next, done]: ReturnType<typeof transition<typeof machine>>): SurveySnapshot => {
    const spawn = done.findLast(({ type }) => type === "xstate.spawnChild");
    call = (spawn?.params as { id: CallId } | undefined)?.id;
    actions.push(...done.map(({ type }) => type));
    return next;
  };
  let snapshot = taken(initialTransition(machine, inputOf(code, visit)));
  while (snapshot.status !== "done") {
    if (call) {
      calls.push(call);
      snapshot = taken(transition(machine, snapshot, settled(outcomeOf(call, visit))));
      continue;
    }
    const name = topState(snapshot);
    const step = stepNamed(name, machine);
    if (!step || steps.includes(name)) break;
    steps.push(name);
    const given = visit.answers?.[name];
    const answers = typeof given === "object" ? given : answerTo(step, given);
    snapshot = taken(transition(machine, snapshot, { type: "ANSWER", answers }));
  }
  return { way: [...steps, topState(snapshot)].join(" "), steps, calls, actions, snapshot };
}

export function inputOf(code: string, { path = `/survey/${code}`, input }: Visit = {}): SurveyInput {
  return { path, tracking: track({ path, query: {}, referer: "" }, {}), today, ...input };
}

function outcomeOf(call: CallId, { outcomes = {} }: Visit): Outcome {
  const outcome = call in outcomes ? outcomes[call] : goodOutcomes[call];
  const isFailure = outcome !== null && typeof outcome === "object" && "kind" in outcome;
  return (isFailure ? { call, error: outcome } : { call, output: outcome }) as Outcome;
}
