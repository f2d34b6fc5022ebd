import type { SurveySettings } from "../../../machines/context/context.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { anywhere } from "../../../machines/graph/names.ts";
import { guardInWords, title, words } from "../../../machines/graph/words.ts";
import type { DerivedLead } from "../../../machines/lead/lead.ts";
import { type Case, casesAt, moveOf } from "../../../machines/model/cases.ts";
import { fieldsOf, type LeadSettings, leadSoFar } from "../../../machines/model/lead-so-far.ts";
import type { Move } from "../../../machines/model/moves.ts";
import {
  inputOf,
  readScenario,
  type Scenario,
  type Setup,
  writeScenario,
} from "../../../machines/model/setup.ts";
import { begin, type Moment, simulate } from "../../../machines/model/simulate.ts";
import type { AskedGuard } from "../../../machines/model/traced.ts";
import { type Turn, turnsOf, walked } from "../../../machines/model/turns.ts";
import { type CalendarDay, formatIso } from "../../../machines/rules/dates.ts";
import { defaultFlags } from "../../../machines/rules/page-flags.ts";
import { questionNamed, stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyInput } from "../../../machines/survey.ts";
import type { SurveyMachine, Variant } from "../../../machines/variant.ts";
import { callOf, topState } from "../../../machines/visit/replay.ts";
import { type SessionState, sessionState } from "../../../machines/visit/session.ts";
import { shortestWay } from "../../../machines/visit/shortest-way.ts";
import { wordsOfStep } from "../../../services/words/index.ts";
import type { Chart } from "../../graphs/chart-of.ts";
import { moveInWords } from "../../graphs/in-words.ts";

/** The simulator's URL; the fragment moves keyboard focus to the current state. */
export function hrefOf(scenario: Scenario): string {
  return `?${writeScenario(scenario)}#now`;
}

/** The evaluated guards in words, without duplicates: `at fault: yes (at_Fault is yes)`. */
export function askedInWords(asked: readonly AskedGuard[]): string[] {
  return [...new Set(asked.map(guardAsked))];
}

function guardAsked({ name, holds, read }: AskedGuard): string {
  const values = read.map(
    ({ path, value }) => `${path.replace(/^(answers|event\.output)\./, "")} is ${value}`,
  );
  return `${guardInWords(name)}: ${holds ? "yes" : "no"}${values.length > 0 ? ` (${values.join(", ")})` : ""}`;
}

/** An event that can happen next, and its result. */
export type CaseChoice = {
  words: string;
  /** Why it is an edge case, unless its words already say so. */
  note: string;
  /** Ordinary choices come first; the others are edge cases. */
  isPlain: boolean;
  /** Id of the state it leads to. */
  place: string;
  /** The guards that decided it, in words. */
  asked: string[];
  href: string;
};

type Where = { machine: SurveyMachine; today: CalendarDay; preview(move: Move): Moment | undefined };

/** All possible events at a moment of a simulation, without links. */
function choicesAt({ snapshot }: Moment, { machine, today, preview }: Where) {
  const cases = casesAt(snapshot, machine, today);
  return cases.flatMap((tried) => {
    const move = moveOf(tried);
    const next = preview(move);
    if (!next) return [];
    const words = moveInWords(move, topState(snapshot), machine);
    const choice: Omit<CaseChoice, "href"> = {
      words: move.kind === "outcome" ? tried.label : words,
      note: move.kind === "answer" && !isOption(tried) && tried.label !== "plain" ? tried.label : "",
      isPlain: move.kind !== "answer" || isOption(tried) || tried.label === "plain",
      place: next.leaf,
      asked: askedInWords(next.asked),
    };
    return [{ ...choice, move }];
  });
}

function isOption(tried: Case): boolean {
  return tried.kind === "answer" && ("option" in tried.post || Object.keys(tried.post).length === 0);
}

/** Another branch, in words: at this question, these answers instead of the given one lead there. */
type TurnChoice = { step: string; instead: string; was: string; place: string; href: string };

/** How many answers are named; dates and descriptions have a dozen with the same effect. */
const most = 3;

/** What would have to be different for the chart to be elsewhere, by what the guards of the last event read. */
export function turnsAt(
  machine: SurveyMachine,
  input: SurveyInput,
  moments: readonly Moment[],
  today: CalendarDay,
): Turn<string>[] {
  const read = new Set(moments.at(-1)!.asked.flatMap((guard) => guard.read.map(({ path }) => path)));
  const made = moments.flatMap(({ move }, index) =>
    move ? [{ step: topState(moments[index - 1]!.snapshot), move }] : [],
  );
  const walk = walked(begin(machine, input).begun, made);
  return turnsOf(walk, read, today, ({ replay }) => leafOf(replay.snapshot));
}

/** The branches that the last event did not take: one entry per question and target state. */
function turnChoices(machine: SurveyMachine, setup: Setup, moments: readonly Moment[]): TurnChoice[] {
  const turns = turnsAt(machine, inputOf(setup).input, moments, setup.today);
  const alike = new Map<string, Turn<string>[]>();
  for (const turn of turns) {
    const key = `${turn.step} ${turn.result}`;
    alike.set(key, [...(alike.get(key) ?? []), turn]);
  }
  return [...alike.values()].map((group): TurnChoice => {
    const [{ step, move: was, result: leaf, walk }] = group as [Turn<string>, ...Turn<string>[]];
    const moves = walk.made.map(({ move }) => move);
    const answers = [...new Set(group.map(({ instead }) => moveInWords(instead, step, machine)))];
    const others = answers.length - most;
    return {
      step: title(step),
      was: moveInWords(was, step, machine),
      instead: answers.slice(0, most).join(" or ") + (others > 0 ? ` or ${others} others` : ""),
      place: leaf,
      href: hrefOf({ setup, moves, at: moves.length }),
    };
  });
}

/** A value of the context by its path, and whether the last event changed it. */
type ContextValue = { path: string; value: string; isNew: boolean };

/** The context, value by value, without empty values and default flags. */
function contextValues(context: object, before: object | undefined): ContextValue[] {
  const known = new Map(valuesOf(before ?? context, ""));
  return valuesOf(context, "")
    .filter(([path, value]) => usual.get(path) !== value)
    .map(([path, value]) => ({ path, value, isNew: known.get(path) !== value }));
}

function valuesOf(value: unknown, path: string): [path: string, value: string][] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.length > 0 ? [[path, value.map(text).join(", ")]] : [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(inner, path ? `${path}.${key}` : key));
}

function text(item: unknown): string {
  return typeof item === "object" ? JSON.stringify(item) : String(item);
}

const usual = new Map(valuesOf({ flags: defaultFlags }, ""));

/** The data of the simulator's page. */
export type SimulationData = ReturnType<typeof simulationData>;

/** The site's defaults. */
export type Site = Pick<Setup, "today"> & SurveySettings & { lead: LeadSettings };

/** Runs the simulation that the URL describes. @param site this site's defaults */
export function simulationData(
  variant: Required<Variant>,
  { graph }: Chart,
  query: URLSearchParams,
  site: Site,
) {
  const { machine } = variant;
  const scenario = readScenario(variant, query, site);
  const { setup, moves, at } = scenario;
  const { entry, input } = inputOf(setup);
  const { moments } = simulate(machine, input, moves);
  const taken = moments.length - 1;
  const position = Math.min(at, taken);
  const { preview } = simulate(machine, input, moves.slice(0, position));
  const now = moments[position]!;
  const { context } = now.snapshot;
  const known: Scenario = { setup, moves: moves.slice(0, taken), at: position };
  // Actions that every answer has in every survey are left out.
  const actionsOn = ({ taken: edges }: Moment) =>
    graph.edges.flatMap(({ id, source, actions }) =>
      edges.includes(id) && source !== anywhere ? actions : [],
    );
  const lead = leadSoFar(entry, context, site.lead);
  return {
    setup: { ...setup, today: formatIso(setup.today) },
    paths: Object.keys(variant.entries),
    /** URL of this simulation. */
    address: hrefOf(known),
    /** The events so far and, after going back, those ahead. */
    timeline: moments.map((moment, index) => ({
      words: moment.move
        ? moveInWords(moment.move, topState(moments[index - 1]!.snapshot), machine)
        : "Start",
      place: moment.leaf,
      href: hrefOf({ ...known, at: index }),
      actions: actionsOn(moment),
      asked: askedInWords(moment.asked),
    })),
    /** Index of the current entry of the timeline. */
    at: position,
    /** How many events of the URL the chart did not accept. */
    left: moves.length - taken + (scenario.unread ?? 0),
    /** The current state, and what it waits for. */
    here: hereOf(now, machine),
    choices: choicesAt(now, { machine, today: setup.today, preview }).map((choice) => ({
      ...choice,
      href: hrefOf({ setup, moves: [...moves.slice(0, position), choice.move], at: position + 1 }),
    })),
    /** Answers that would have led to another branch in the last step. */
    turns: turnChoices(machine, setup, moments.slice(0, position + 1)),
    /** Ids of the view's nodes and edges that were passed. */
    passed: passedBy(moments.slice(0, position + 1)),
    session: sessionAt(variant, moments.slice(0, position + 1)),
    context: contextValues(context, moments[position - 1]?.snapshot.context),
    lead: { verdict: verdictOf(lead, now.snapshot.status === "done"), fields: fieldsOf(lead, context) },
  };
}

/** Until the survey ends, a lead without a disqualification may still become either. */
function verdictOf({ qualified, dqReason }: DerivedLead, isDone: boolean): string {
  if (dqReason) return `disqualified (${dqReason})`;
  if (qualified) return "qualified";
  return isDone ? "not qualified" : "undecided";
}

type Here = { id: string; call?: string; step?: string; heading?: string; errors: string[]; isDone: boolean };

function hereOf({ snapshot, leaf }: Moment, machine: SurveyMachine): Here {
  const call = callOf(snapshot);
  const step = call ? undefined : stepNamed(topState(snapshot), machine);
  return {
    id: leaf,
    call: call && words(call),
    step: step?.name,
    heading: step && wordsOfStep(step).heading,
    errors: Object.entries(snapshot.context.errors).map(([field, error]) => `${field}: ${error}`),
    isDone: snapshot.status === "done",
  };
}

/** The session of a visitor at this point; during a call, as the page shows it meanwhile. */
function sessionAt({ machine }: Required<Variant>, moments: readonly Moment[]): SessionState {
  const { snapshot } = moments.at(-1)!;
  const isStep = (name: string) => stepNamed(name, machine) !== undefined;
  const steps = [...new Set(moments.map((moment) => topState(moment.snapshot)).filter(isStep))];
  return sessionState({
    machine,
    way: shortestWay(machine, snapshot.context),
    context: snapshot.context,
    steps,
    currentStep: steps.at(-1)!,
    waitsIn: callOf(snapshot) && topState(snapshot),
    labelOf: (name) => wordsOfStep(questionNamed(name, machine)).heading,
    sessionId: "",
    isExternalHost: false,
  });
}

/** Ids of the drawn nodes and edges. */
function passedBy(moments: readonly Moment[]): string[] {
  const places = ["start", ...moments.map(({ leaf }) => leaf)];
  return places.flatMap((place, index) => (index === 0 ? place : [`${places[index - 1]}->${place}`, place]));
}
