import { assign, enqueueActions } from "xstate";
import type { SurveyContext, SurveyEvent } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";

/** What a guard or an action is called with. */
export type Args = { context: SurveyContext; event: SurveyEvent };

/**
 * A guard or an action of a chart, as it was called with an event. `does` says of any arguments what it says of them: what
 * a guard decides, which actions follow, or the whole context that it `sets`. `said` is null where it can only be told
 * inside XState.
 */
export type Called = { does(args: Args): unknown; sets: boolean; event: SurveyEvent; said: unknown };

type Guard = (args: Args, params?: unknown) => boolean;
type Assigner = (args: Args, params?: unknown) => object;
type Collect = (args: object, params?: unknown) => void;
type Action = Partial<{ type: string; assignment: Assigner | Record<string, unknown>; collect: Collect }>;

/** The same chart, with its guards and actions on record. */
export type WithParts = {
  machine: SurveyMachine;
  /** What was called since this was last asked. */
  called(): Called[];
  /** Has the chart stepped once by XState alone. */
  alone<Stepped>(step: () => Stepped): Stepped;
};

export function withParts(machine: SurveyMachine): WithParts {
  let calls: Called[] = [];
  let isAlone = false;
  const note = (does: Called["does"], { context, event }: Args, sets = false): unknown => {
    const said = does({ context, event });
    calls.push({ does, sets, event, said: sets ? undefined : said });
    return said;
  };
  const watchedGuard = (guard: Guard): Guard => {
    return (args, params) => note((each) => guard(each, params), args) as boolean;
  };
  const watchedAction = (action: Action) => {
    const { assignment, collect } = action;
    if (assignment) {
      return assign((args: Args, params) => {
        if (isAlone) return set(assignment, args, params);
        return note((each) => set(assignment, each, params), args, true) as object;
      });
    }
    if (!collect) return action;
    return enqueueActions((args, params) => {
      if (isAlone) return collect(args, params);
      const names = note((each) => enqueued(collect, each, params), args as never);
      for (const name of named(names as string | null)) args.enqueue(name as never);
    });
  };
  const { guards, actions } = machine.implementations as unknown as {
    guards: Record<string, Guard>;
    actions: Record<string, Action>;
  };
  const all = <From, To>(parts: Record<string, From>, watched: (part: From) => To) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, watched(part)]));
  return {
    machine: machine.provide({
      guards: all(guards, watchedGuard),
      actions: all(actions, watchedAction),
    } as never) as SurveyMachine,
    called() {
      const since = calls;
      calls = [];
      return since;
    },
    alone(step) {
      isAlone = true;
      try {
        return step();
      } finally {
        isAlone = false;
      }
    },
  };
}

/** What XState's `assign()` makes of a context. */
function set(assignment: Assigner | Record<string, unknown>, args: Args, params: unknown): object {
  if (typeof assignment === "function") return { ...args.context, ...assignment(args, params) };
  const context: Record<string, unknown> = { ...args.context };
  for (const name in assignment) {
    const value = assignment[name];
    context[name] = typeof value === "function" ? value(args, params) : value;
  }
  return context;
}

/** The names of the actions that a chart would enqueue, in lines; null where it asks XState for more than that. */
function enqueued(collect: Collect, { context, event }: Args, params: unknown): string | null {
  let names = "";
  let isClear = true;
  const enqueue = (action: unknown) => {
    names += `${action}\n`;
    isClear &&= typeof action === "string";
  };
  try {
    collect({ context, event, enqueue }, params);
  } catch {
    return null;
  }
  return isClear ? names : null;
}

const named = (names: string | null) => (names ?? "").split("\n").filter(Boolean);

/** True where a chart calls every guard and action by its name alone, so that all of them are on record. */
export function areNamed({ config, implementations }: SurveyMachine): boolean {
  type Part = { event?: unknown; delay?: unknown; check?: unknown };
  const { actions, guards } = implementations as unknown as Record<string, Record<string, Part>>;
  const isPlain = ({ event, delay, check }: Part) =>
    typeof event !== "function" && delay === undefined && check === undefined;
  return [actions, guards].every((parts) => Object.values(parts!).every(isPlain)) && isNamed(config);
}

const calledBy = new Set(["actions", "entry", "exit", "guard"]);

function isNamed(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return true;
  return Object.entries(part).every(([key, inner]) => {
    if (key === "meta") return true;
    return calledBy.has(key) ? [inner].flat().every(isName) : isNamed(inner);
  });
}

function isName(part: unknown): boolean {
  if (part === undefined || typeof part === "string") return true;
  const { type, params } = part as { type?: unknown; params?: unknown };
  return typeof part === "object" && typeof type === "string" && typeof params !== "function";
}
