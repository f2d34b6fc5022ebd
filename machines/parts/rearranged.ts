import { survey } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";

/**
 * Charts made of another chart by taking a question out or asking it elsewhere. A variant that is tried against its
 * original may be made so: it then differs in nothing else, and follows its edits.
 */

type Written = string | { target?: string; guard?: unknown; actions?: unknown };
type State = {
  meta?: { progress?: number };
  on?: Record<string, Written | readonly Written[] | undefined>;
  onDone?: Written | readonly Written[];
  states?: Record<string, State>;
};
type States = Record<string, State>;

/** Where a visit goes on from a question once it is answered. */
export function onwardOf(machine: SurveyMachine, question: string): readonly Exclude<Written, string>[] {
  const { on, onDone, states } = statesOf(machine)[question]!;
  const onward = states ? onDone : on?.NEXT;
  return [onward ?? []].flat().map((each) => (typeof each === "string" ? { target: each } : each));
}

/** True for a question with one way on, so that it can be asked elsewhere. */
export function isPlain(machine: SurveyMachine, question: string): boolean {
  const onward = onwardOf(machine, question);
  return onward.length === 1 && onward[0]!.guard === undefined && onward[0]!.target !== undefined;
}

/** A chart that does not ask a question: visitors who would come to it go on to where its answer leads. */
export function without(machine: SurveyMachine, question: string, id = machine.id): SurveyMachine {
  const { [question]: gone, ...others } = statesOf(machine);
  const onward = onwardOf(machine, question);
  const [only] = onward;
  if (isPlain(machine, question))
    return made(machine, id, led(others, question, only!.target!, only!.actions));
  // With several ways on, what decides between them is asked in passing.
  const passed = `Past${question}`;
  return made(machine, id, { ...led(others, question, passed), [passed]: { always: onward } as State });
}

/** A chart that asks a plain question just before another state. */
export function movedBefore(
  machine: SurveyMachine,
  question: string,
  before: string,
  id = machine.id,
): SurveyMachine {
  const { [question]: own, ...others } = statesOf(without(machine, question, id));
  const { meta, ...asked } = statesOf(machine)[question]!;
  // Its progress is derived, since its number belongs to its former place.
  const { progress: _, ...kept } = meta ?? {};
  const to = { ...onwardOf(machine, question)[0]!, target: before };
  const onward = asked.states ? { onDone: to } : { on: { ...asked.on, NEXT: to } };
  const placed = { ...asked, ...(Object.keys(kept).length > 0 && { meta: kept }), ...onward };
  return made(machine, id, { ...led(others, before, question), [question]: placed }, [before, question]);
}

const statesOf = ({ config }: SurveyMachine) => config.states as unknown as States;

function made(
  machine: SurveyMachine,
  id: string,
  states: States,
  [from, to]: readonly [from?: string, to?: string] = [],
): SurveyMachine {
  const { config, implementations } = machine;
  const initial = config.initial as string;
  const begins = initial === from ? to : initial in states ? initial : firstOf(machine, initial, states);
  const chart = survey.createMachine({ ...config, id, initial: begins, states } as never);
  return chart.provide(implementations as never) as unknown as SurveyMachine;
}

/** Where a visit begins whose first question is gone. */
function firstOf(machine: SurveyMachine, gone: string, states: States): string {
  const passed = `Past${gone}`;
  return passed in states ? passed : onwardOf(machine, gone)[0]!.target!;
}

/** The states, in which every way to one of them leads to another. @param actions done on each such way as well */
function led(states: States, from: string, to: string, actions: unknown = []): States {
  const one = (way: Written): Written => {
    const written = typeof way === "string" ? { target: way } : way;
    if (written.target !== from) return way;
    const all = [written.actions ?? [], actions].flat(2);
    return { ...written, target: to, ...(all.length > 0 && { actions: all }) };
  };
  const ways = (given: Written | readonly Written[]) =>
    Array.isArray(given) ? given.map(one) : one(given as Written);
  const keys = ["always", "onDone", "onError"];
  const state = (given: object): object =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        if (keys.includes(key)) return [key, ways(value)];
        if (key === "on")
          return [
            key,
            Object.fromEntries(Object.entries(value).map(([on, to]) => [on, to && ways(to as Written)])),
          ];
        return [key, value];
      }),
    );
  return Object.fromEntries(Object.entries(states).map(([name, given]) => [name, state(given) as State]));
}
