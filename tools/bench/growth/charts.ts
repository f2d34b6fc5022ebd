import type { Outcome } from "../../../machines/calls.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { track } from "../../../machines/lead/tracking.ts";
import { registryOf, variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import { c } from "../../../machines/variants/c.ts";
import { decide } from "../../../machines/visit/decide.ts";
import type { Answered } from "../../../machines/visit/log.ts";
import { replay, stepsOf } from "../../../machines/visit/replay.ts";
import { readVisit } from "../../../machines/visit/visit-state.ts";
import { answersC } from "../../../test/support/answers.ts";
import { Curves, type Figure } from "../report.ts";

const rounds = 5;
const times = 200;

/** What more variants cost: the copies are charts of their own, under paths of their own. */
export async function growthOfVariants(): Promise<Figure[]> {
  const curves = new Curves();
  for (const size of [35, 100, 300, 1_000]) {
    for (let round = 0; round < rounds; round++) {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      const made = timed(1, () => registryOf(copies(size)));
      globalThis.gc?.();
      const heap = (process.memoryUsage().heapUsed - before) / 1e6;
      const path = `/survey/copy-${size - 1}`;
      const entry = made.result.findEntry(path)!;
      const found = timed(times, () => made.result.findEntry(path));
      const begun = timed(times, () => stepsOf(entry.variant.machine).begin(inputAt(path)));
      const drawn = timed(1, () => [...made.result.variants.values()].map((one) => graphOf(one)));
      curves.note("charts made, ms", size, made.ms);
      if (globalThis.gc) curves.note("memory of the charts, MB", size, heap);
      curves.note("survey found by its path, us", size, found.ms * 1000);
      curves.note("first state of a visit, us", size, begun.ms * 1000);
      curves.note("graphs of all charts, ms", size, drawn.ms);
    }
  }
  return curves.figures("variants");
}

/** What it costs to find out where a visit is after so many answers, which every request of it does. */
export function growthOfAnswers(): Figure[] {
  const curves = new Curves();
  const steps = stepsOf(c.machine);
  const input = inputAt("/survey/c");
  const trail = fullTrail(input);
  for (const size of [1, 2, 5, 10]) {
    const work = () => replay(steps, input, trail.slice(0, size));
    timed(times, work);
    for (let round = 0; round < rounds; round++)
      curves.note("visit replayed, us", size, timed(times, work).ms * 1000);
  }
  return curves.figures("answers");
}

const today = { year: 2026, month: 5, day: 14 };
const inputAt = (path: string) => ({ path, tracking: track({ path, query: {}, referer: "" }, {}), today });

/** What the services say; a chart that hears nothing from one goes on as its rules say. */
const failed = (call: Outcome["call"]) => ({ call, error: { kind: "unavailable" } }) as Outcome;

/** A visit answered to its end, as the log has it, without the outcome of the post itself. */
function fullTrail(input: ReturnType<typeof inputAt>): readonly Answered[] {
  const survey = { machine: c.machine, steps: stepsOf(c.machine), question: stepNamed, inputOf: () => input };
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

function copies(size: number): Required<Variant>[] {
  const originals = [...variants.values()];
  return Array.from({ length: size }, (_, index) => {
    const original = originals[index % originals.length]!;
    const code = `copy-${index}`;
    return { ...original, code, entries: { [`/survey/${code}`]: {} }, machine: original.machine.provide({}) };
  });
}

function timed<Result>(count: number, work: () => Result): { ms: number; result: Result } {
  const began = performance.now();
  let result = work();
  for (let done = 1; done < count; done++) result = work();
  return { ms: (performance.now() - began) / count, result };
}
