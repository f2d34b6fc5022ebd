import type { Answers } from "../../machines/answers.ts";
import type { CallId } from "../../machines/calls.ts";
import type { SurveyEvent } from "../../machines/survey.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import { type SurveySnapshot, settled } from "../../machines/visit/replay.ts";
import { outcomesOf } from "./outcome-cases.ts";
import { nodesOf, transitionsOf } from "./transitions.ts";

type Args = { context: SurveySnapshot["context"]; event: SurveyEvent };
/** One guard without its and, or and not, on the event it is asked about. */
type Atom = { key: string; holds(args: Args): string; events: SurveyEvent[] };

/**
 * A guard that reads several answers is false until the last one is given; what the earlier ones make of it
 * shows only beside the answers to come. By guard, those answers.
 */
const toCome: Record<string, Answers[]> = {
  seriousRecentAndAtFault: [
    { specific_injury: "Whiplash" },
    { at_Fault: "yes" },
    { at_Fault: "yes", specific_injury: "Whiplash" },
  ],
  mayStillTreat: [{ doctor_treatment: "No" }],
};

/** Names what matters of a snapshot for all that can still happen. */
export type Abstraction = (snapshot: SurveySnapshot) => string;

/**
 * The state value and the truth of every predicate that a guard can still read from there on. Dropping the
 * context altogether is unsound (the first arrival's context would decide for all), keeping it explodes.
 * A guard on event data is asked about every event it can meet, so that only its dependence on the
 * context, if any, tells snapshots apart.
 */
export function liveAbstraction(machine: SurveyMachine): Abstraction {
  const live = liveAtoms(machine);
  return (snapshot) => {
    const atoms = new Map(snapshot._nodes.flatMap(({ id }) => [...live.get(id)!]));
    const truths = [...atoms.values()]
      .sort((a, b) => a.key.localeCompare(b.key))
      .map(
        ({ key, holds, events }) =>
          `${key}:${events.map((event) => truth(holds, { context: snapshot.context, event })).join("")}`,
      );
    return [JSON.stringify(snapshot.value), ...truths].join(" ");
  };
}

/** The whole context: exact, and too much for all but small charts. */
export const fullAbstraction: Abstraction = ({ value, context }) => JSON.stringify([value, context]);

/** By node, the atoms of the guards that can be reached from it: a backward fixpoint over the chart. */
function liveAtoms(machine: SurveyMachine): Map<string, Map<string, Atom>> {
  const nodes = nodesOf(machine);
  const live = new Map(nodes.map((node) => [node.id, new Map<string, Atom>()]));
  const sources = nodes.map((node) => {
    const transitions = transitionsOf(node);
    for (const { guard, eventType } of transitions) {
      for (const atom of atomsOf(machine, guard, eventType)) live.get(node.id)!.set(atom.key, atom);
    }
    return { id: node.id, next: transitions.flatMap(({ target = [] }) => target.flatMap(entered)) };
  });
  for (let grown = true; grown; ) {
    grown = false;
    for (const { id, next } of sources) {
      const atoms = live.get(id)!;
      const before = atoms.size;
      for (const to of next) for (const [key, atom] of live.get(to)!) atoms.set(key, atom);
      grown ||= atoms.size > before;
    }
  }
  return live;
}

type Entered = { id: string; parent?: Entered; initial?: { target: Entered[] } };

/** The nodes that are active once a target is: itself, what is around it, and where it begins. */
function entered(target: { id: string }): string[] {
  const node = target as Entered;
  const ids: string[] = [];
  for (let up: Entered | undefined = node; up; up = up.parent) ids.push(up.id);
  const begin = (from: Entered) => {
    for (const child of from.initial?.target ?? []) {
      if (!ids.includes(child.id)) ids.push(child.id);
      begin(child);
    }
  };
  begin(node);
  return ids;
}

function atomsOf(machine: SurveyMachine, guard: unknown, eventType: string): Atom[] {
  if (!guard) return [];
  const named = typeof guard === "string" ? { type: guard } : (guard as { type?: string; params?: unknown });
  const body = (typeof guard === "function" ? guard : machine.implementations.guards[named.type!]) as
    | (((args: Args, params?: unknown) => unknown) & { guards?: unknown[] })
    | undefined;
  if (!body) throw new Error(`${String(named.type)} has no implementation`);
  if (body.guards) return body.guards.flatMap((part) => atomsOf(machine, part, eventType));
  const { params } = named;
  return [
    {
      key: `${named.type ?? `${body}`}(${JSON.stringify(params) ?? ""})@${eventType}`,
      holds: (args) => {
        const asked = (answers: Answers) => {
          const context = { ...args.context, answers: { ...args.context.answers, ...answers } };
          const given = { ...args, context };
          return body(given, typeof params === "function" ? params(given) : params) ? "1" : "0";
        };
        return [{}, ...(toCome[named.type ?? ""] ?? [])].map(asked).join("");
      },
      events: eventsOf(eventType),
    },
  ];
}

function eventsOf(type: string): SurveyEvent[] {
  const call = type.match(/^xstate\.(?:done|error)\.actor\.(.+)$/)?.[1] as CallId | undefined;
  if (!call) return [{ type } as SurveyEvent];
  return outcomesOf(call)
    .map(settled)
    .filter((event) => event.type === type);
}

function truth(holds: Atom["holds"], args: Args): string {
  try {
    return holds(args);
  } catch {
    return "!";
  }
}
