import type { CallFailure, CallId, Outcome } from "../calls.ts";
import { firstLeaf, leafOf, leavesByEdge } from "../graph/leaves.ts";
import { start } from "../graph/names.ts";
import { type Stepper, stepperOf } from "../graph/stepper.ts";
import type { SurveyEntry } from "../registry.ts";
import type { SurveyEvent } from "../survey.ts";
import { type ChartSettings, inputFor } from "./input.ts";
import { type Answered, emptyVisit, type LogEntry, readEntry, type Visit } from "./log.ts";
import { callOf, type SurveySnapshot, settled, topState } from "./replay.ts";

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

/** An answer the chart took: where that began, where it has led to so far, and by which edges. */
type Stage = {
  answered: Answered;
  before: SurveySnapshot;
  after: SurveySnapshot;
  edges: string[];
  settled: Set<Outcome>;
};

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
  let stepper = stepping(machine, inputFor(entry, visit, settings));
  let stages: Stage[] = [];
  let here = start;

  const newest = () => stages.at(-1)?.after ?? stepper.start.snapshot;
  const standAt = (at: number, snapshot: SurveySnapshot) => {
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
      // Who came in anew is asked by the new way in from the beginning on, which nobody sees.
      stepper = stepping(machine, inputFor(entry, visit, settings));
      stages = [];
      follow(stepper, visit, stages, () => {});
    }
    if (index === 0) {
      here = firstLeaf(machine);
      passages.push({ at, kind: "begin", from: start, to: here });
      pass(at, stepper.start.taken);
    }
    const answered = kind === "answer" ? visit.trail[visit.position - 1] : undefined;
    const confirmed = answered && stages.find((stage) => stage.answered === answered);
    if (confirmed) {
      standAt(at, confirmed.before);
      pass(at, confirmed.edges);
    }
    follow(stepper, visit, stages, (before, edges, outcome) => {
      standAt(at, before);
      if (outcome) {
        const said = "error" in outcome ? outcome.error.kind : "ok";
        passages.push({ at, kind: "outcome", call: outcome.call, said, from: here, to: here });
      }
      pass(at, edges);
    });
    if (kind === "refused") passages.push({ at, kind, ...item.body, from: here, to: here });
    if (answered && stages.length < visit.position) {
      passages.push({ at, kind: "astray", step: answered.step, from: here, to: here });
    }
    standAt(at, stages[visit.position]?.before ?? newest());
  });
  return passages;
}

/** The ids of the edges a visit passed, in its order, as often as it passed them. */
export function edgesOfVisit(...visit: Parameters<typeof passagesOf>): string[] {
  return passagesOf(...visit).flatMap((passage) => (passage.kind === "edge" ? [passage.edge] : []));
}

/**
 * Brings stages up to a visit's trail, as far as the chart takes its answers and their outcomes are on record:
 * what `replay` does, but for what is known already.
 * @param tell told of the edges of every event, of where the chart was before it, and of the outcome it was
 */
function follow(
  { start: begun, send }: Stepper,
  { trail }: Visit,
  stages: Stage[],
  tell: (before: SurveySnapshot, edges: readonly string[], outcome?: Outcome) => void,
): void {
  const changed = stages.findIndex(({ answered }, index) => answered !== trail[index]);
  if (changed >= 0) stages.length = changed;
  const go = (stage: Stage, event: SurveyEvent, outcome?: Outcome) => {
    const { snapshot, taken } = send(stage.after, event);
    tell(stage.after, taken, outcome);
    stage.after = snapshot;
    stage.edges.push(...taken);
  };
  for (;;) {
    const last = stages.at(-1);
    const newest = last?.after ?? begun.snapshot;
    const call = callOf(newest);
    if (call) {
      const outcome = last?.answered.outcomes.find((each) => each.call === call && !last.settled.has(each));
      if (!last || !outcome) return;
      last.settled.add(outcome);
      go(last, settled(outcome), outcome);
    } else {
      const answered = trail[stages.length];
      if (answered?.step !== topState(newest)) return;
      const stage = { answered, before: newest, after: newest, edges: [], settled: new Set<Outcome>() };
      stages.push(stage);
      go(stage, { type: "ANSWER", answers: answered.answers, today: answered.today });
    }
  }
}
