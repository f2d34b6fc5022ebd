import { stepNamed } from "../../machines/steps/index.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { stepsOf } from "../../machines/visit/replay.ts";
import { readVisit, withEntries } from "../../machines/visit/visit-state.ts";
import { noon } from "../support/lead-facts.ts";
import { type Screen, screenOf } from "./model/run-path.ts";
import type { Suite } from "./model/suite.ts";
import type { Turn } from "./model/turns.ts";

/** The first turn begins at noon, each later one this much later, in milliseconds. */
export const turnMs = 5000;

/** Turns through the log and the visit's core alone: what the server believes, without a server. */
export function walkLog({ model, world }: Pick<Suite, "model" | "world">, turns: Turn[]) {
  const { machine, input } = model;
  const question = (name: string) => stepNamed(name, machine);
  const survey = { machine, steps: stepsOf(machine), question, inputOf: () => input };
  let state = readVisit(survey, [{ at: noon, kind: "entry", body: world.arrival }]);
  const screens: Screen[] = [screenOf(state.replay.snapshot)];
  turns.forEach(({ step, answers, outcomes }, index) => {
    const at = noon + (index + 1) * turnMs;
    const said = outcomes.map((body): LogEntry => ({ at, kind: "outcome", body }));
    state = withEntries(state, [{ at, kind: "answer", body: { step, answers } }, ...said]);
    screens.push(screenOf(state.replay.snapshot));
  });
  const { log } = state;
  return { screens, context: readVisit(survey, log).replay.snapshot.context, log };
}
