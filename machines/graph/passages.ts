import type { CallFailure, CallId } from "../context/calls.ts";
import type { SurveyEntry } from "../registry.ts";
import type { LogEntry } from "../visit/log.ts";
import { type ChartSettings, surveyAt } from "../visit/open-visit.ts";
import { callOf, type Replay, type SurveySnapshot } from "../visit/replay.ts";
import { readVisit, type VisitState, withEntries } from "../visit/visit-state.ts";
import { firstLeaf, leafOf, leavesByEdge } from "./leaves.ts";
import { start } from "./names.ts";
import { type ObservedStep, observedSteps, type Stepper, stepperOf } from "./stepper.ts";

/** Something that happens at a visitor's place, and moves nobody. */
export type Happening =
  /** An answer that the chart does not take: given under an older one, or sent by something else than its page. */
  | { kind: "unmatched"; step: string }
  /** What the service said that the chart waited for here; where that leads comes after it. */
  | { kind: "outcome"; call: CallId; said: "ok" | CallFailure["kind"] }
  /** An answer to a step that the form's own rules refused, and for which fields. */
  | { kind: "refused"; step: string; fields: string[] };

/**
 * A visitor's move, at UTC milliseconds. `from` and `to` are leaves of the graph; each passage begins where the one
 * before it ended, the first at `start`. Only a refusal belongs to the question on the posting screen, which another
 * tab may have left behind.
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
 * abandoned branches included, and its moves back. It ends where the bookmark of the same log is.
 * @param stepper for many visits: one that remembers
 */
export function passagesOf(...visit: Parameters<typeof walkOf>): Passage[] {
  return walkOf(...visit).passages;
}

/**
 * The same, together with the visit's state at the end of its log, which saves a second replay.
 * @param after is called after each log entry, with the state at that point and the passages so far
 */
export function walkOf(
  entry: SurveyEntry,
  log: readonly LogEntry[],
  settings: ChartSettings = {},
  stepper: Stepper = stepperOf(entry.variant.machine),
  after: (state: VisitState, passages: readonly Passage[]) => void = () => {},
): { passages: Passage[]; state: VisitState | undefined } {
  const { machine } = entry.variant;
  const leaves = leavesByEdge(machine);
  const passages: Passage[] = [];
  let seen: ObservedStep[] = [];
  const steps = observedSteps(stepper, (step) => seen.push(step));
  const survey = { ...surveyAt(entry, settings), steps };
  let state: VisitState | undefined;
  /** By answer, the edges that it and its outcomes took. */
  const edges: string[][] = [];
  let here = start;

  const moveTo = (at: number, snapshot: SurveySnapshot) => {
    const to = leafOf(snapshot);
    if (to !== here) passages.push({ at, kind: "jump", from: here, to });
    here = to;
  };
  const pass = (at: number, taken: readonly string[]) => {
    for (const edge of taken) {
      const to = leaves.get(edge) ?? here;
      passages.push({ at, kind: "edge", edge, from: here, to });
      here = to;
    }
  };

  for (const item of log) {
    const { at, kind } = item;
    const before = state;
    seen = [];
    state = before ? withEntries(before, [item]) : readVisit(survey, [item]);
    const { replay, visit } = state;
    const events = seen.filter(({ event }) => event);
    // Answers are followed to the end, so those that were followed just now are the last ones.
    edges.length = replay.taken.length - events.filter(({ event }) => event?.type === "ANSWER").length;
    for (const { event, taken } of events) {
      if (event?.type === "ANSWER") edges.push([]);
      edges.at(-1)!.push(...taken);
    }
    if (!before) {
      here = firstLeaf(machine);
      passages.push({ at, kind: "begin", from: start, to: here });
      pass(at, seen[0]!.taken);
    }
    const index = visit.position - 1;
    const answered = kind === "answer" ? visit.trail[index] : undefined;
    if (answered && answered === before?.visit.trail[index] && index < before.replay.taken.length) {
      moveTo(at, snapshotAt(replay, index));
      pass(at, edges[index]!);
    }
    // A visitor who came in again is replayed by the new way in from the beginning, which nobody sees.
    for (const { event, before: from, taken } of kind === "entry" ? [] : moves(item, events)) {
      moveTo(at, from!);
      if (event!.type.startsWith("xstate.")) {
        const call = callOf(from!)!;
        const said = "error" in event! ? event.error.kind : "ok";
        passages.push({ at, kind: "outcome", call, said, from: here, to: here });
      }
      pass(at, taken);
    }
    if (kind === "refused") {
      const place = refusedAt(state, item.body.step) ?? here;
      passages.push({ at, kind, ...item.body, from: place, to: place });
    }
    if (answered && replay.taken.length < visit.position) {
      passages.push({ at, kind: "unmatched", step: answered.step, from: here, to: here });
    }
    moveTo(at, snapshotAt(replay, visit.position));
    after(state, passages);
  }
  return { passages, state };
}

/** The visitor's own moves: answers that count again after a changed one were not given again. */
function moves({ kind, body }: LogEntry, events: ObservedStep[]): ObservedStep[] {
  if (!("kept" in body) || !body.kept) return events;
  const again = events.findIndex(
    ({ event }, index) => event?.type === "ANSWER" && (kind === "outcome" || index > 0),
  );
  return again < 0 ? events : events.slice(0, again);
}

/** The leaf on the visitor's screen: the chart's place, or the question gone back to. */
export function leafShown({ replay, visit }: Pick<VisitState, "replay" | "visit">): string {
  return leafOf(snapshotAt(replay, visit.position));
}

/** The leaf of a refused question that is not on screen; undefined for the one on screen, and for one off the way. */
function refusedAt({ step, visit: { trail }, replay }: VisitState, asked: string): string | undefined {
  if (asked === step) return undefined;
  const index = trail.findLastIndex((answered) => answered.step === asked);
  if (index >= 0 && index < replay.stages.length) return leafOf(snapshotAt(replay, index));
  return replay.state === asked ? leafOf(replay.snapshot) : undefined;
}

/** The chart when it asked the question at this position, or now. */
function snapshotAt({ stages }: Replay, position: number): SurveySnapshot {
  return stages[Math.min(position, stages.length - 1)]!.snapshot;
}
