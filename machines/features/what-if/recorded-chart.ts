import { assign, enqueueActions } from "xstate";
import type { SurveyContext, SurveyEvent } from "../../survey.ts";
import type { SurveyMachine } from "../../variant.ts";

/** The arguments of a guard or an action. */
export type Args = { context: SurveyContext; event: SurveyEvent };

/**
 * A call of a guard or an action. `run` repeats it for other arguments: it returns a guard's decision, the names of the
 * actions to run next, one a line, or, where `sets`, the whole new context. `result` is what it returned for this visit;
 * null where only XState itself can evaluate it.
 */
export type Call = { run(args: Args): unknown; sets: boolean; event: SurveyEvent; result: unknown };

/** What `setup()` makes of a guard, of `assign()` and of `enqueueActions()`. */
type Guard = (args: Args, params?: unknown) => boolean;
type Assigner = (args: Args, params?: unknown) => object;
type Collect = (args: object, params?: unknown) => void;
type Action = Partial<{ type: string; assignment: Assigner | Record<string, unknown>; collect: Collect }>;

type RecordedChart = {
  machine: SurveyMachine;
  /** The calls since this was last called. */
  takeCalls(): Call[];
  /** Runs a step without recording it. */
  unrecorded<Result>(step: () => Result): Result;
};

/** A copy of a chart with recorded guards and actions. @param machine see `areNamed` */
export function recordedChart(machine: SurveyMachine): RecordedChart {
  let calls: Call[] = [];
  let isRecording = true;
  const record = (run: Call["run"], { context, event }: Args, sets = false): unknown => {
    const result = run({ context, event });
    calls.push({ run, sets, event, result: sets ? undefined : result });
    return result;
  };
  const recordedGuard = (guard: Guard): Guard => {
    return (args, params) => record((each) => guard(each, params), args) as boolean;
  };
  const recordedAction = (action: Action) => {
    const { assignment, collect } = action;
    if (assignment) {
      return assign((args: Args, params) => {
        if (!isRecording) return set(assignment, args, params);
        return record((each) => set(assignment, each, params), args, true) as object;
      });
    }
    if (!collect) return action;
    return enqueueActions((args, params) => {
      if (!isRecording) return collect(args, params);
      const names = record((each) => enqueued(collect, each, params), args as never);
      for (const name of splitNames(names as string | null)) args.enqueue(name as never);
    });
  };
  const { guards, actions } = machine.implementations as unknown as {
    guards: Record<string, Guard>;
    actions: Record<string, Action>;
  };
  const all = <From, To>(parts: Record<string, From>, recorded: (part: From) => To) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, recorded(part)]));
  return {
    machine: machine.provide({
      guards: all(guards, recordedGuard),
      actions: all(actions, recordedAction),
    } as never) as SurveyMachine,
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    unrecorded(step) {
      isRecording = false;
      try {
        return step();
      } finally {
        isRecording = true;
      }
    },
  };
}

/** The new context, computed as XState's `assign()` does. */
function set(assignment: Assigner | Record<string, unknown>, args: Args, params: unknown): object {
  if (typeof assignment === "function") return { ...args.context, ...assignment(args, params) };
  const context: Record<string, unknown> = { ...args.context };
  for (const name in assignment) {
    const value = assignment[name];
    context[name] = typeof value === "function" ? value(args, params) : value;
  }
  return context;
}

/** The names of the actions that would be enqueued, one a line; null where `collect` uses more of XState than `enqueue`. */
function enqueued(collect: Collect, { context, event }: Args, params: unknown): string | null {
  let names = "";
  let areNames = true;
  const enqueue = (action: unknown) => {
    names += `${action}\n`;
    areNames &&= typeof action === "string";
  };
  try {
    collect({ context, event, enqueue }, params);
  } catch {
    return null;
  }
  return areNames ? names : null;
}

const splitNames = (names: string | null) => (names ?? "").split("\n").filter(Boolean);

/** True where a chart refers to every guard and action only by name, so that all calls of them are recorded. */
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
