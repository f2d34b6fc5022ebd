import { createActor } from "xstate";
import type { SurveyInput } from "../../machines/survey.ts";
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

/** Runs the chart from a replayed snapshot, with the server's word for its services. */
export function startActor(
  machine: SurveyMachine,
  snapshot: SurveySnapshot,
  answered: Answered | undefined,
  queue: ProgressQueue,
  facts: VisitFacts,
) {
  const actors = browserCalls(queue, facts, (outcome) => answered?.outcomes.push(outcome));
  const actor = createActor(machine.provide({ actors }), {
    snapshot: machine.getPersistedSnapshot(snapshot),
    input: snapshot.context,
  });
  return actor.start();
}

/** True while the chart waits for a service. */
export function isAsking(snapshot: SurveySnapshot): boolean {
  return Object.values(snapshot.children).some((child) => child?.getSnapshot().status === "active");
}
