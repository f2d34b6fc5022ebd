import type { SurveySettings } from "../../../machines/context.ts";
import { anywhere } from "../../../machines/graph/names.ts";
import { words } from "../../../machines/graph/words.ts";
import type { DerivedLead } from "../../../machines/lead/lead.ts";
import { formatIso } from "../../../machines/rules/dates.ts";
import { type SessionState, sessionState } from "../../../machines/session.ts";
import { shortestWay } from "../../../machines/shortest-way.ts";
import { fieldsOf, type LeadSettings, leadSoFar } from "../../../machines/simulator/lead-so-far.ts";
import { inputOf, readScenario, type Scenario, type Setup } from "../../../machines/simulator/setup.ts";
import { type Moment, simulate } from "../../../machines/simulator/simulate.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyMachine, Variant } from "../../../machines/variant.ts";
import { callOf, topState } from "../../../machines/visit/replay.ts";
import type { Chart } from "../chart-of.ts";
import { choicesAt } from "./choices.ts";
import { contextValues } from "./context-values.ts";
import { hrefOf } from "./href-of.ts";
import { askedInWords, moveInWords } from "./in-words.ts";
import { turnChoices } from "./turns.ts";

/** All that a simulator's page shows, as plain data. */
export type SimulationData = ReturnType<typeof simulationData>;

/** What is usual on a site. */
export type Site = Pick<Setup, "today"> & SurveySettings & { lead: LeadSettings };

/** Runs the simulation that an address tells. @param site what is usual on this site */
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
  // What every answer does in every survey is not listed each time.
  const actionsOn = ({ taken: edges }: Moment) =>
    graph.edges.flatMap(({ id, source, actions }) =>
      edges.includes(id) && source !== anywhere ? actions : [],
    );
  const lead = leadSoFar(entry, context, site.lead);
  return {
    setup: { ...setup, today: formatIso(setup.today) },
    paths: Object.keys(variant.entries),
    /** Of this very simulation. */
    address: hrefOf(known),
    /** The moves that have happened, and those that lie ahead after going back. */
    timeline: moments.map((moment, index) => ({
      words: moment.move
        ? moveInWords(moment.move, topState(moments[index - 1]!.snapshot), machine)
        : "Begins",
      place: moment.leaf,
      href: hrefOf({ ...known, at: index }),
      actions: actionsOn(moment),
      asked: askedInWords(moment.asked),
    })),
    /** How many entries of the timeline have happened. */
    at: position,
    /** How many moves of the address the chart did not take. */
    left: moves.length - taken,
    /** The place where the chart waits, and what it waits for. */
    here: hereOf(now, machine),
    choices: choicesAt(now, { machine, today: setup.today, preview }).map((choice) => ({
      ...choice,
      href: hrefOf({ setup, moves: [...moves.slice(0, position), choice.move], at: position + 1 }),
    })),
    /** What would have had to be otherwise for another branch than the last one. */
    turns: turnChoices(machine, setup, moments.slice(0, position + 1)),
    /** Ids of the places and ways of the view that were passed. */
    passed: passedBy(moments.slice(0, position + 1)),
    session: sessionAt(variant, moments.slice(0, position + 1)),
    context: contextValues(context, moments[position - 1]?.snapshot.context),
    lead: { verdict: verdictOf(lead, now.snapshot.status === "done"), fields: fieldsOf(lead, context) },
  };
}

/** A lead that nothing speaks against yet may become either. */
function verdictOf({ qualified, dqReason }: DerivedLead, isDone: boolean): string {
  if (dqReason) return `disqualified (${dqReason})`;
  if (qualified) return "qualified";
  return isDone ? "not qualified" : "not decided yet";
}

type Here = { id: string; call?: string; step?: string; heading?: string; errors: string[]; isDone: boolean };

function hereOf({ snapshot, leaf }: Moment, machine: SurveyMachine): Here {
  const call = callOf(snapshot);
  const step = call ? undefined : stepNamed(topState(snapshot), machine);
  return {
    id: leaf,
    call: call && words(call),
    step: step?.name,
    heading: step?.wording.en.heading,
    errors: Object.entries(snapshot.context.errors).map(([field, error]) => `${field}: ${error}`),
    isDone: snapshot.status === "done",
  };
}

/** The session of a visitor who has come this far; where a call is waited for, as the chart has it shown meanwhile. */
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
    labelOf: (name) => stepNamed(name, machine)!.wording.en.heading,
    sessionId: "",
    isExternalHost: false,
  });
}

/** Places, and the ways between them, as they are drawn. */
function passedBy(moments: readonly Moment[]): string[] {
  const places = ["start", ...moments.map(({ leaf }) => leaf)];
  return places.flatMap((place, index) => (index === 0 ? place : [`${places[index - 1]}->${place}`, place]));
}
