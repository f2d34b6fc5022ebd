import { parseAnswer } from "../fields/parse-answer.ts";
import type { EffectName, SurveyEvent } from "../survey.ts";
import { type Command, type Decision, refusalEntries, type Submitted } from "./commands.ts";
import { isNewFact } from "./facts.ts";
import { type Kept, type LogEntry, sameAnswers } from "./log.ts";
import { settled, withEvent } from "./replay.ts";
import { type VisitState, withEntries, withReplay } from "./visit-state.ts";

/**
 * The rules of a visit, all of them: what a command adds to the log and where the visit is after it, for the server and
 * the browser alike. Pure: it reads no clock, calls no service and stores nothing. The caller asks the service in
 * `state.replay.call` and submits its outcome.
 */
export function decide(state: VisitState, command: Command): Decision {
  const { at } = command;
  switch (command.kind) {
    case "arrive":
      return recorded(state, arrivals(command));
    case "answer":
      return answered(state, command);
    case "back":
      if (!state.path.includes(command.from)) return stale(state);
      return recorded(state, [...arrivals(command), { kind: "back", at, body: { from: command.from } }]);
    case "outcome":
      return settledBy(state, command);
    case "fact": {
      const isNew = isNewFact(state.visit.facts, command.fact);
      return recorded(state, isNew ? [{ kind: "fact", at, body: command.fact }] : []);
    }
    case "refused": {
      const entries = refusalEntries(state, command.refusals, { isReported: true });
      return recorded(
        state,
        entries.map((entry) => ({ ...entry, at: believed(state, entry.at, at) })),
      );
    }
    case "page":
      return heard(state, command.event);
  }
}

function answered(state: VisitState, command: Command & Submitted): Decision {
  const { at, step, fields, today, sent } = command;
  const { path, replay } = state;
  const question = path.includes(step) ? state.survey.question(step) : undefined;
  if (!question) return stale(state);
  const parsed = parseAnswer(question, fields, today);
  if (!parsed.ok) {
    const refusals = [{ step, fields: Object.keys(parsed.errors), at }];
    const decision = recorded(state, refusalEntries(state, refusals, { isReported: false }));
    const { errors, values } = parsed;
    return {
      ...decision,
      state: heard(decision.state, { type: "REFUSED" }).state,
      rejected: { kind: "invalid", step, errors, values },
    };
  }
  const { answers } = parsed;
  // The survey's own last screen is left, and says nothing about the lead, which is stored.
  if (step === state.ending) {
    const left = heard(state, { type: "ANSWER", answers });
    // Nothing replaces it: it stays on screen until the page is left.
    return left.state.ending ? left : { ...left, state: { ...left.state, path, step } };
  }
  const known = replay.taken.find((each) => each.step === step);
  if (isUnsent(state) && known && sameAnswers(known.answers, answers)) {
    return heard(state, { type: "ANSWER", answers: {} });
  }
  // Nothing was asked after it: whatever else is at its place no longer counts.
  const isNewest = step === path.at(-1);
  const until = returnOf(state, command);
  const body = {
    step,
    answers,
    today,
    ...(isNewest && { after: path.indexOf(step) }),
    ...(sent && { sent }),
    ...(until && { until }),
  };
  const givenAt = sent && "at" in sent ? believed(state, sent.at, at) : at;
  const entries: LogEntry[] = [...arrivals(command), { kind: "answer", at: givenAt, body }];
  return recorded(state, until ? keeping(state, entries) : entries);
}

/**
 * Where an answer leads back to: what its form says or, for a question that is new on the way, what the answer before
 * it says.
 */
function returnOf({ path, visit }: VisitState, { step, until }: Submitted): string | undefined {
  if (until) return path.indexOf(until) > path.indexOf(step) ? until : undefined;
  return visit.until && !path.includes(visit.until) ? visit.until : undefined;
}

/** Entries of which the last says which of the answers put aside count again: those whose question is asked next. */
function keeping(state: VisitState, entries: LogEntry[]): LogEntry[] {
  const { replay, visit } = withEntries(state, entries);
  const isAside = visit.aside?.some(({ step }) => step === replay.state);
  if (replay.call || replay.state === visit.until || !isAside) return entries;
  const last = entries.at(-1) as Extract<LogEntry, { body: Kept }>;
  const kept = [...(last.body.kept ?? []), replay.state];
  return keeping(state, [...entries.slice(0, -1), { ...last, body: { ...last.body, kept } } as LogEntry]);
}

/** A failed post stored nothing, so it is in no log; the chart then waits for the button to be pressed again. */
function settledBy(state: VisitState, { at, outcome }: Command & { kind: "outcome" }): Decision {
  const { call } = state.replay;
  if (outcome.call !== call?.id) return stale(state);
  if (outcome.call === "postLead" && "error" in outcome) return heard(state, settled(outcome, call.invoke));
  const of = state.replay.taken.at(-1)?.step;
  const entries: LogEntry[] = [{ kind: "outcome", at, body: { ...outcome, of } }];
  const decision = recorded(state, state.visit.aside ? keeping(state, entries) : entries);
  return { ...decision, effects: decision.state.replay.effects.slice(state.replay.effects.length) };
}

/** True while the lead could not be stored and the chart waits for another press of the button. */
export function isUnsent({ replay: { snapshot } }: Pick<VisitState, "replay">): boolean {
  return snapshot.matches({ submitting: "unsent" } as never);
}

function arrivals({ at, arrival }: Command): LogEntry[] {
  return arrival ? [{ kind: "entry", at, body: arrival }] : [];
}

function recorded(state: VisitState, append: LogEntry[]): Decision {
  if (append.length === 0) return { append, state, effects: [] };
  const after = withEntries(state, append);
  return { append, state: after, effects: newEffects(state, after) };
}

/** The chart's effects that follow from the changed answers. */
function newEffects({ replay: before }: VisitState, { replay: after }: VisitState): EffectName[] {
  const changed = after.stages.findIndex((stage, index) => stage !== before.stages[index]);
  return changed < 0 ? [] : after.effects.slice(after.stages[changed - 1]?.effects.length ?? 0);
}

function heard(state: VisitState, event: SurveyEvent): Decision {
  const { replay, survey } = state;
  // A chart at its end hears no more.
  if (replay.snapshot.status !== "active") return { append: [], state, effects: [] };
  const after = withEvent(survey.steps, replay, event);
  return {
    append: [],
    state: withReplay(state, after),
    effects: after.effects.slice(replay.effects.length),
  };
}

function stale(state: VisitState): Decision {
  return { append: [], state, effects: [], rejected: { kind: "stale" } };
}

/** The browser's clock is believed only between the visit's last move and now. */
function believed({ log }: VisitState, at: number, now: number): number {
  const earliest = log.findLast(({ kind }) => kind !== "fact" && kind !== "refused")?.at ?? at;
  return Math.min(Math.max(at, earliest), now);
}
