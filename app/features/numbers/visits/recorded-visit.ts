import { foldedPassages } from "../../../../machines/graph/folded-passages.ts";
import { start } from "../../../../machines/graph/names.ts";
import { leafShown, walkOf } from "../../../../machines/graph/passages.ts";
import type { View } from "../../../../machines/graph/view.ts";
import { title, words } from "../../../../machines/graph/words.ts";
import {
  fieldsOf,
  type LeadField,
  type LeadSettings,
  leadSoFar,
} from "../../../../machines/model/lead-so-far.ts";
import { isPlain, maskedOutcome, maskedScenario } from "../../../../machines/model/masked.ts";
import type { Move } from "../../../../machines/model/moves.ts";
import { inputOf, type Scenario, writeScenario } from "../../../../machines/model/setup.ts";
import { simulate } from "../../../../machines/model/simulate.ts";
import type { SurveyEntry } from "../../../../machines/registry.ts";
import { type AnswerField, type Answers, answerFields } from "../../../../machines/rules/answers.ts";
import { stepNamed } from "../../../../machines/steps/index.ts";
import type { SurveyMachine } from "../../../../machines/variant.ts";
import type { LogEntry } from "../../../../machines/visit/log.ts";
import type { ChartSettings } from "../../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../../machines/visit/visit-state.ts";
import { moveInWords } from "../../../graphs/in-words.ts";

/** An entry of a visit's log, without typed text. */
export type RecordedStep = {
  at: number;
  words: string;
  /** The state after it. */
  place: string;
  /** Today's chart does not accept this answer there. */
  isUnmatched: boolean;
  /** The walk to this moment, as a query. */
  walk: string;
  /** Ids of the nodes and edges passed so far. */
  passed: string[];
};

export type RecordedVisit = {
  steps: RecordedStep[];
  /** The whole walk, as a query. */
  walk: string;
  /** Where a replay ends, if placeholders for typed text lead it elsewhere. */
  elsewhere: string | null;
  /** The simulation's lead, by today's rules. */
  lead: { qualified: boolean; dqReason: string; fields: LeadField[] };
  /** Fields that the visitor typed, which are not shown. */
  replaced: AnswerField[];
};

type Site = { settings: ChartSettings; lead: LeadSettings };

/**
 * A visit as its log records it. The log itself is not shown: only states, times, chosen options, and how service
 * results were used.
 */
export function recordedVisit(
  entry: SurveyEntry,
  log: readonly LogEntry[],
  view: View,
  { settings, lead }: Site,
): RecordedVisit {
  const { machine } = entry.variant;
  const question = (name: string) => stepNamed(name, machine);
  const steps: RecordedStep[] = [];
  let scenario: Scenario | undefined;
  let before = 0;
  walkOf(entry, log, settings, undefined, (state, passages) => {
    const item = log[state.log.length - 1]!;
    scenario = scenarioOf(entry, state, { settings, question });
    const words = entryInWords(item, { machine, isFirst: steps.length === 0 });
    const isUnmatched = passages.slice(before).some(({ kind }) => kind === "unmatched");
    before = passages.length;
    if (words === null) return;
    steps.push({
      at: item.at,
      words,
      place: leafShown(state),
      isUnmatched,
      walk: writeScenario(scenario).toString(),
      passed: passedIn(view, passages),
    });
  });
  const { moments } = simulate(machine, inputOf(scenario!.setup).input, scenario!.moves);
  const { leaf, snapshot } = moments.at(-1)!;
  const judged = leadSoFar(entry, snapshot.context, lead);
  const replaced = replacedIn(log, question);
  return {
    steps,
    walk: writeScenario(scenario!).toString(),
    elsewhere: leaf === steps.at(-1)!.place ? null : leaf,
    lead: {
      qualified: judged.qualified,
      dqReason: judged.dqReason,
      fields: fieldsOf(judged, snapshot.context).filter(
        ({ name, raw, rule }) => (raw || rule) && !replaced.includes(name as AnswerField),
      ),
    },
    replaced,
  };
}

type Question = { settings: ChartSettings; question: Parameters<typeof maskedScenario>[3]["question"] };

/** The simulation of a visit so far; going back undoes the later answers. */
function scenarioOf(entry: SurveyEntry, { visit, replay }: VisitState, asked: Question): Scenario {
  const taken = visit.trail.slice(0, Math.min(visit.position, replay.taken.length));
  const moves = taken.flatMap(({ answers, outcomes }): Move[] => [
    { kind: "answer", answers },
    ...outcomes.map((outcome): Move => ({ kind: "outcome", outcome })),
  ]);
  const steps = taken.map(({ step }) => step);
  const today = taken.findLast((answered) => answered.today)?.today;
  return maskedScenario(entry, visit, { moves, steps, today }, asked);
}

/** Ids of the passed nodes and edges of the drawn chart. */
function passedIn(view: View, passages: Parameters<typeof foldedPassages>[1]): string[] {
  const edges = foldedPassages(view, passages).flatMap((each) => (each.kind === "edge" ? [each] : []));
  return [...new Set([start, ...edges.flatMap(({ edge, to }) => [edge, to])])];
}

function replacedIn(log: readonly LogEntry[], question: Question["question"]): AnswerField[] {
  const names = log.flatMap(({ kind, body }) => (kind === "answer" ? typedIn(body, question) : []));
  return [...new Set(names)];
}

function typedIn({ step, answers }: { step: string; answers: Answers }, question: Question["question"]) {
  return (Object.keys(answers) as AnswerField[]).filter(
    (name) => answers[name] && !isPlain(name, answers[name], question(step)),
  );
}

/** A log entry in words, without typed text; null for facts, which do not change the visit's state. */
function entryInWords(
  { kind, body }: LogEntry,
  { machine, isFirst }: { machine: SurveyMachine; isFirst: boolean },
): string | null {
  switch (kind) {
    case "entry":
      return isFirst ? "Arrived" : "Came back through another link";
    case "answer":
      return `${titleOf(body.step, machine)}: ${answerInWords(body.step, body.answers, machine)}`;
    case "outcome": {
      const { of, kept, ...outcome } = body;
      if ("error" in outcome) return `${words(outcome.call)}: ${failures[outcome.error.kind] ?? "no answer"}`;
      return moveInWords({ kind: "outcome", outcome: maskedOutcome(outcome) }, "", machine);
    }
    case "back":
      return `Went back from ${titleOf(body.from, machine)}`;
    case "refused":
      return `${titleOf(body.step, machine)}: validation error (${body.fields.map(fieldName).join(", ")})`;
    case "fact":
      return null;
  }
}

const failures = {
  timeout: "timed out",
  unavailable: "unavailable",
  refused: "refused the call",
  garbage: "invalid answer",
};

/** Old logs may have names that no longer exist; only current names are shown. */
function titleOf(step: string, machine: SurveyMachine): string {
  return stepNamed(step, machine) ? title(step) : "A question that no longer exists";
}

function fieldName(name: string): string {
  const isKnown = name === "option" || (answerFields as readonly string[]).includes(name);
  return isKnown ? name : "a field that no longer exists";
}

function answerInWords(step: string, answers: Answers, machine: SurveyMachine): string {
  const question = stepNamed(step, machine);
  const names = (Object.keys(answers) as AnswerField[]).filter((name) => answers[name]);
  const typed = names.filter((name) => !isPlain(name, answers[name]!, question));
  const rest = names.filter((name) => !typed.includes(name)).map((name) => [name, answers[name]] as const);
  const shown =
    rest.length > 0 || typed.length === 0
      ? [moveInWords({ kind: "answer", answers: Object.fromEntries(rest) }, step, machine)]
      : [];
  const hidden = typed.filter((name) => (answerFields as readonly string[]).includes(name));
  return [
    ...shown,
    ...(typed.length > 0 ? [`typed, not shown (${hidden.join(", ") || "unknown"})`] : []),
  ].join("; ");
}
