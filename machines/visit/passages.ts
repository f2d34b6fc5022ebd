import type { CallFailure, CallId } from "../calls.ts";
import { firstLeaf, leafOf, leavesByEdge } from "../graph/leaves.ts";
import { start } from "../graph/names.ts";
import { observedSteps, type Stepper, stepperOf } from "../graph/stepper.ts";
import type { SurveyEntry } from "../registry.ts";
import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { type ChartSettings, inputFor } from "./input.ts";
import { type Answered, emptyVisit, type LogEntry, readEntry, type Visit } from "./log.ts";
import { replay, type SurveySnapshot } from "./replay.ts";

/** What happens where a visitor stands, and moves nobody. */
export type Happening =
  /** An answer the chart does not take, given under an older one or forged. */
  | { kind: "astray"; step: string }
  /** What the service said that the chart waited for here; where that leads comes after it. */
  | { kind: "outcome"; call: CallId; said: "ok" | CallFailure["kind"] }
  /** An answer to a step that the form's own rules refused, and for which fields. */
  | { kind: "refused"; step: string; fields: string[] };

/**
 * One move of a visitor, at UTC milliseconds. `from` and `to` are leaves of the graph; each passage begins where
 * the one before it ended, the first at `start`.
 */
export type Passage = { at: number; from: string; to: string } & (
  | { kind: "begin" }
  | { kind: "edge"; edge: string }
  /** Back, or an answer to another question than the one on screen (a second tab): no edge of the chart. */
  | { kind: "jump" }
  | Happening
);

/**
 * Everything a visit passed through, in the order of its log: the edges that its answers and their checks took,
 * abandoned branches included, and its moves back. It ends where the bookmark of the same log stands.
 * @param stepping for many visits: a stepper that remembers
 */
export function passagesOf(
  entry: SurveyEntry,
  log: readonly LogEntry[],
  settings: ChartSettings = {},
  stepping: typeof stepperOf = stepperOf,
): Passage[] {
  const { machine } = entry.variant;
  const visit = emptyVisit(log[0]?.at ?? 0);
  const leaves = leavesByEdge(machine);
  const passages: Passage[] = [];
  let walk = follower(
    machine,
    stepping(machine, inputFor(entry, visit, settings)),
    inputFor(entry, visit, settings),
  );
  let here = start;

  const moveTo = (at: number, snapshot: SurveySnapshot) => {
    const to = leafOf(snapshot);
    if (to !== here) passages.push({ at, kind: "jump", from: here, to });
    here = to;
  };
  const pass = (at: number, edges: readonly string[]) => {
    for (const edge of edges) {
      const to = leaves.get(edge) ?? here;
      passages.push({ at, kind: "edge", edge, from: here, to });
      here = to;
    }
  };

  log.forEach((item, index) => {
    const { at, kind } = item;
    readEntry(visit, item);
    if (kind === "entry") {
      // Who came in again is asked by the new way in from the beginning on, which nobody sees.
      const input = inputFor(entry, visit, settings);
      walk = follower(machine, stepping(machine, input), input);
      walk.follow(visit);
    }
    if (index === 0) {
      here = firstLeaf(machine);
      passages.push({ at, kind: "begin", from: start, to: here });
      pass(at, walk.begun);
    }
    const answered = kind === "answer" ? visit.trail[visit.position - 1] : undefined;
    if (answered && walk.knows(answered)) {
      moveTo(at, walk.before(visit.position - 1));
      pass(at, walk.edges[visit.position - 1]!);
    }
    for (const { event, before, taken } of walk.follow(visit)) {
      moveTo(at, before);
      if (event.type.startsWith("xstate.")) {
        const call = event.type.split(".").at(-1) as CallId;
        const said = "error" in event ? event.error.kind : "ok";
        passages.push({ at, kind: "outcome", call, said, from: here, to: here });
      }
      pass(at, taken);
    }
    if (kind === "refused") passages.push({ at, kind, ...item.body, from: here, to: here });
    if (answered && walk.length() < visit.position) {
      passages.push({ at, kind: "astray", step: answered.step, from: here, to: here });
    }
    moveTo(at, walk.before(visit.position));
  });
  return passages;
}

/** One event of a replay: where the chart was before it, and the edges it took. */
type Followed = { event: SurveyEvent; before: SurveySnapshot; taken: readonly string[] };

/** Replays a log that grows, for one way in, and reports what is new each time. */
function follower(machine: SurveyMachine, stepper: Stepper, input: SurveyInput) {
  let seen: Followed[] = [];
  const steps = observedSteps(stepper, (event, before, { taken }) => seen.push({ event, before, taken }));
  let run = replay(machine, input, [], undefined, steps);
  let followed: Answered[] = [];
  /** By answer, the edges that it and its outcomes took. */
  const edges: string[][] = [];
  return {
    begun: stepper.start.taken,
    edges,
    length: () => run.taken.length,
    knows: (answered: Answered) => followed.includes(answered),
    /** Where the chart was when it asked the question at this position, or where it is now. */
    before: (position: number) => run.stages[Math.min(position, run.stages.length - 1)]!.snapshot,
    follow({ trail }: Visit): Followed[] {
      seen = [];
      // The visit goes on to change its own.
      const own = trail.map((answered) => ({ ...answered, outcomes: [...answered.outcomes] }));
      run = replay(machine, input, own, run, steps);
      followed = trail.slice(0, run.taken.length);
      // Answers are followed to the end, so those that were followed just now are the last ones.
      edges.length = run.taken.length - seen.filter(({ event }) => event.type === "ANSWER").length;
      for (const { event, taken } of seen) {
        if (event.type === "ANSWER") edges.push([]);
        edges.at(-1)!.push(...taken);
      }
      return seen;
    },
  };
}
