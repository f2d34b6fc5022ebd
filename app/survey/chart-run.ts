import { createActor } from "xstate";
import { type EffectName, effectNames, type SurveyContext, type SurveyInput } from "../../machines/survey.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import type { Answered } from "../../machines/visit/log.ts";
import { replay, type SurveySnapshot } from "../../machines/visit/replay.ts";
import { browserCalls } from "./browser-calls.ts";
import type { ProgressQueue, VisitFacts } from "./progress-queue.ts";

/**
 * The trail up to where no service is being waited for. A chart that was left while it asked one must
 * not ask it again by being looked at: the visitor presses the button once more.
 */
export function settledTrail(machine: SurveyMachine, input: SurveyInput, trail: Answered[]): Answered[] {
  return replay(machine, input, trail).call ? trail.slice(0, -1) : trail;
}

/** Where the server's page stands on the way; a question that was not answered yet is the newest. */
export function positionOf(trail: Answered[], step: string): number {
  const answered = trail.findIndex((each) => each.step === step);
  return answered < 0 ? trail.length : answered;
}

/** What a running chart is given by its page. */
export type ChartMeans = {
  queue: ProgressQueue;
  facts: VisitFacts;
  /** Does one of the chart's effects. */
  have: (effect: EffectName, context: SurveyContext) => void;
};

/** Runs the chart from a replayed snapshot, with the server's word for its services. */
export function startActor(
  machine: SurveyMachine,
  snapshot: SurveySnapshot,
  answered: Answered | undefined,
  { queue, facts, have }: ChartMeans,
) {
  const actors = browserCalls(queue, facts, (outcome) => answered?.outcomes.push(outcome));
  const actions = Object.fromEntries(
    effectNames.map((name) => [name, ({ context }: { context: SurveyContext }) => have(name, context)]),
  );
  const actor = createActor(machine.provide({ actors, actions }), {
    snapshot: machine.getPersistedSnapshot(snapshot),
    input: snapshot.context,
  });
  return actor.start();
}

/** True while the chart waits for a service. */
export function isAsking(snapshot: SurveySnapshot): boolean {
  return Object.values(snapshot.children).some((child) => child?.getSnapshot().status === "active");
}

/** Where the visitor goes once the lead is stored; undefined before. */
export function postedTo(trail: readonly Answered[]): string | undefined {
  for (const outcome of trail.at(-1)?.outcomes ?? []) {
    if (outcome.call === "postLead" && "output" in outcome) return outcome.output.location;
  }
  return undefined;
}
