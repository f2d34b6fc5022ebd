import type { Answers } from "../../machines/answers.ts";
import type { Outcome } from "../../machines/calls.ts";
import { track } from "../../machines/lead/tracking.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { c } from "../../machines/variants/c.ts";
import { decide } from "../../machines/visit/decide.ts";
import type { Answered } from "../../machines/visit/log.ts";
import { replay, stepsOf } from "../../machines/visit/replay.ts";
import { readVisit } from "../../machines/visit/visit-state.ts";
import { answersC } from "../../test/support/answers.ts";
import { interleaved, measured } from "./figure.ts";
import { type Report, report } from "./report.ts";

const rounds = 9;
const times = 300;
const warmUp = 300;

const today = { year: 2024, month: 5, day: 14 };
const path = "/survey/c";
export const input = { path, tracking: track({ path, query: {}, referer: "" }, {}), today };
/** Of the chart that is measured. */
export const steps = stepsOf(c.machine);

/** What the services say; a chart that hears nothing from one goes on as its rules say. */
const failed = (call: Outcome["call"]) => ({ call, error: { kind: "unavailable" } }) as Outcome;

/** A visit answered to its end, as the log has it, without the outcome of the post itself. */
export function fullTrail(): readonly Answered[] {
  const question = (name: string) => stepNamed(name);
  const survey = { machine: c.machine, steps, question, inputOf: () => input };
  let state = readVisit(survey, []);
  for (const [step, fields] of Object.entries(answersC)) {
    const { state: answered, rejected } = decide(state, { kind: "answer", at: 0, step, fields, today });
    if (rejected) throw new Error(`the answer to ${step} is not valid`);
    state = answered;
    for (let { call } = state.replay; call; { call } = state.replay) {
      if (call.id === "postLead") return state.visit.trail;
      ({ state } = decide(state, { kind: "outcome", at: 0, outcome: failed(call.id) }));
    }
  }
  throw new Error("the answers do not reach the post");
}

/** The least that any program has to do: look the step up, merge its answers. */
function lookUp(trail: readonly Answered[]): Answers {
  const following = new Map(trail.map(({ step }, at) => [step, trail[at + 1]?.step]));
  let state: string | undefined = trail[0]!.step;
  let answers: Answers = {};
  for (const answered of trail) {
    if (state !== answered.step) break;
    answers = { ...answers, ...answered.answers };
    state = following.get(state);
  }
  return answers;
}

/** Microseconds per call of `work`, over enough calls for the clock's resolution. */
function microseconds(work: () => unknown): number {
  const began = performance.now();
  for (let count = 0; count < times; count++) work();
  return ((performance.now() - began) * 1000) / times;
}

/** What it costs to find out from the log where a visit is. */
export async function replays(): Promise<Report> {
  const trail = fullTrail();
  const [first] = trail;
  const { snapshot } = steps.begin(input);
  const event = { type: "ANSWER" as const, answers: first!.answers };
  const subjects = {
    table: () => microseconds(() => lookUp(trail)),
    transition: () => microseconds(() => steps.send(snapshot, event)),
    replay: () => microseconds(() => replay(steps, input, trail)),
  };
  for (let count = 0; count < warmUp; count++) replay(steps, input, trail);
  const found = await interleaved(rounds, subjects);
  const reference = measured("plain table look-up", "us", found.table);
  const outcomes = trail.reduce((sum, { outcomes: { length } }) => sum + length, 0);
  return report(
    "replay",
    `Variant C on the server: ${trail.length} answers and ${outcomes} outcomes of services, up to the post.`,
    [
      reference,
      measured("one transition", "us", found.transition),
      measured("replay of the whole visit", "us", found.replay, reference),
    ],
  );
}
