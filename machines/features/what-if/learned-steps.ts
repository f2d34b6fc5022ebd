import { assign, enqueueActions } from "xstate";
import type { CallId } from "../../context/calls.ts";
import { leafOf } from "../../graph/leaves.ts";
import type { SurveyContext, SurveyEvent, SurveyInput } from "../../survey.ts";
import type { SurveyMachine } from "../../variant.ts";
import { type Run, type SurveySnapshot, stepsOf, topState } from "../../visit/replay.ts";

/** The arguments of a guard or an action. */
type Args = { context: SurveyContext; event: SurveyEvent };

/**
 * A call of a guard or an action. `run` evaluates it for any arguments: it returns a guard's decision, the names of the
 * actions to run next, or, where `sets`, the whole new context. `result` is null where only XState itself can evaluate it.
 */
type Call = { run(args: Args): unknown; sets: boolean; event: SurveyEvent; result: unknown };

type Guard = (args: Args, params?: unknown) => boolean;
type Assigner = (args: Args, params?: unknown) => object;
type Collect = (args: object, params?: unknown) => void;
type Action = Partial<{ type: string; assignment: Assigner | Record<string, unknown>; collect: Collect }>;

/** A chart that records the calls of its guards and actions. */
type RecordedChart = {
  machine: SurveyMachine;
  /** The calls since this was last called. */
  takeCalls(): Call[];
  /** Runs a step without recording it. */
  unrecorded<Result>(step: () => Result): Result;
};

function recordedChart(machine: SurveyMachine): RecordedChart {
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
function areNamed({ config, implementations }: SurveyMachine): boolean {
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

/** Where a chart waits; all visits that wait there share one object. */
/** `invoke` is the chart's own name for the call that it waits for. */
export type Place = { leaf: string; step: string; call: CallId | null; invoke?: string; isDone: boolean };
/** Where a visit waits, with its own context. */
export type Position = { place: Place; context: SurveyContext };

/** Steps visits through a chart, up to where it waits next. */
export type ChartSteps = {
  begin(input: SurveyInput): Position;
  send(position: Position, event: SurveyEvent): Position;
};

type LearnedPlace = Place & { snapshot: SurveySnapshot; next: Next };
/** A learned call. `event` is one that the chart raised itself; undefined for the visit's own event. */
type LearnedCall = Pick<Call, "run" | "sets"> & { event: SurveyEvent | undefined; next: Next };
/** What follows, by the type of an event or by the result of the call before. */
type Next = Map<unknown, LearnedCall | LearnedPlace>;

/**
 * Steps very many visits through a chart, faster than XState does. XState takes each kind of step once, and the guards and
 * actions that it calls are recorded in order. From then on only these are called for each visit, and their results lead
 * to the same place. Memory is bounded by the chart: its places and the ways between them. A chart with unnamed guards or
 * actions is stepped by XState alone.
 */
export function learnedSteps(machine: SurveyMachine): ChartSteps {
  const { machine: recorded, takeCalls, unrecorded } = recordedChart(machine);
  const isLearnable = areNamed(machine);
  const steps = stepsOf(isLearnable ? recorded : machine);
  const places = new Places();
  const beginnings: Next = new Map();
  const step = (from: Next, { context, event }: Args, run: () => Run): Position => {
    const known = followed(from, { context, event });
    if (known) return known;
    takeCalls();
    let result = run();
    const calls = isLearnable && learnedCalls(takeCalls(), event);
    if (calls) learn(from, event.type, calls, places.of(result));
    else if (isLearnable) result = unrecorded(run);
    return { place: places.of(result), context: result.snapshot.context };
  };
  const { context: first } = machine.config as { context: (args: { input: SurveyInput }) => SurveyContext };
  return {
    begin(input) {
      const event = { type: init, input } as unknown as SurveyEvent;
      return step(beginnings, { context: first({ input }), event }, () => steps.begin(input));
    },
    send({ place, context }, event) {
      const { snapshot, next } = place as LearnedPlace;
      return step(next, { context, event }, () => steps.send({ ...snapshot, context }, event));
    },
  };
}

/** The type of XState's initial event. */
const init = "xstate.init";

/** The next position by learned calls; undefined if this sequence of results was not learned yet. */
function followed(from: Next, { context, event }: Args): Position | undefined {
  let current = context;
  let at = from.get(event.type);
  while (at && "run" in at) {
    const result = at.run({ context: current, event: at.event ?? event });
    if (at.sets) current = result as SurveyContext;
    at = at.next.get(at.sets ? undefined : result);
  }
  return at && { place: at, context: current };
}

/**
 * The calls of a step in a form that can be repeated for other visits. Undefined where XState evaluated one itself, or the
 * chart raised an event with data of this visit.
 */
function learnedCalls(
  calls: readonly Call[],
  sent: SurveyEvent,
): (LearnedCall & Pick<Call, "result">)[] | undefined {
  const isOwn = ({ event }: Call) => event === sent || (event.type as string) === init;
  const isRepeatable = (each: Call) =>
    each.result !== null &&
    (isOwn(each) ||
      Object.entries(each.event).every(([name, value]) => name === "type" || value === undefined));
  if (!calls.every(isRepeatable)) return undefined;
  return calls.map((each) => ({ ...each, event: isOwn(each) ? undefined : each.event, next: new Map() }));
}

function learn(
  from: Next,
  type: string,
  calls: readonly (LearnedCall & Pick<Call, "result">)[],
  place: LearnedPlace,
): void {
  let [next, key]: [Next, unknown] = [from, type];
  for (const { result, ...call } of calls) {
    const known = next.get(key);
    const at = known && "run" in known ? known : call;
    next.set(key, at);
    [next, key] = [at.next, result];
  }
  next.set(key, place);
}

/** The places of a chart that were reached so far, each as one shared object. */
class Places {
  #known = new Map<string, LearnedPlace>();

  of({ snapshot, call }: Run): LearnedPlace {
    const { value, status, historyValue } = snapshot;
    const history = Object.entries(historyValue).map(([name, nodes]) => [name, nodes.map(({ id }) => id)]);
    const name = JSON.stringify([value, status, call?.invoke, history]);
    const known = this.#known.get(name);
    if (known) return known;
    const place = {
      leaf: leafOf(snapshot),
      step: topState(snapshot),
      call: call?.id ?? null,
      ...(call && { invoke: call.invoke }),
    };
    const added = { ...place, isDone: status === "done", snapshot, next: new Map() };
    this.#known.set(name, added);
    return added;
  }
}
