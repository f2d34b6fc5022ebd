import { type AnyStateMachine, assign } from "xstate";
import { guardsOf, namesOf } from "../graph/names.ts";
import type { SurveyMachine } from "../variant.ts";
import { type SurveySnapshot, waitingFor } from "../visit/replay.ts";
import { type ChartNode, entered, nodesOf, transitionsOf } from "../visit/walk.ts";
import { activeNodes } from "../visit/xstate-internals.ts";

const targets = new WeakMap<object, object>();

/**
 * A value that reports every path read from it, like `answers.at_Fault`; listing its keys reads all of it.
 * @param copies a spread (`{ ...value }`) only passes values on and reads none of them
 */
export function recording<Value extends object>(
  value: Value,
  note: (path: string) => void,
  { path = "", copies = false }: { path?: string; copies?: boolean } = {},
): Value {
  let described: PropertyKey | undefined;
  const recorder = new Proxy(value, {
    get(target, key) {
      const inner = Reflect.get(target, key);
      // A spread asks for each key's descriptor, then for its value.
      const isCopied = copies && described === key;
      described = undefined;
      if (typeof key === "symbol" || typeof inner === "function" || isCopied) return inner;
      const at = path ? `${path}.${key}` : key;
      if (typeof inner === "object" && inner !== null) return recording(inner, note, { path: at, copies });
      note(at);
      return inner;
    },
    getOwnPropertyDescriptor(target, key) {
      described = key;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      if (!copies) note(path);
      return Reflect.ownKeys(target);
    },
  });
  targets.set(recorder, value);
  return recorder;
}

/** The value itself, where it came back as it was handed out. */
function unrecorded<Value>(value: Value): Value {
  return (typeof value === "object" && value !== null && (targets.get(value) as Value)) || value;
}

/** The value at a recorded path. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  return path.split(".").reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

/** A chart with unchanged behaviour, and what has been observed of it so far. */
type Observed = {
  machine: SurveyMachine;
  /** What each guard and each assignment (`action=field`) was observed to read from the context, as paths. */
  reads: ReadonlyMap<string, ReadonlySet<string>>;
  /** `guard: true` and `guard: false`, as they came out. */
  guardOutcomes: ReadonlySet<string>;
};

type Args = { context: object };
type Guard = ((args: Args, params?: unknown) => boolean) & { guards?: unknown };
type Assigner = ((args: Args, params?: unknown) => unknown) | unknown;

const known = new WeakMap<AnyStateMachine, Observed>();

/** The same chart with guards and assigning actions that record what they read. Observations accumulate. */
export function observed(machine: SurveyMachine): Observed {
  const found = known.get(machine) ?? observe(machine);
  known.set(machine, found);
  return found;
}

function observe(machine: SurveyMachine): Observed {
  const reads = new Map<string, Set<string>>();
  const guardOutcomes = new Set<string>();
  const reader = (name: string, copies: boolean) => {
    const paths = new Set<string>();
    reads.set(name, paths);
    return <Given extends Args>(args: Given): Given => ({
      ...args,
      context: recording(args.context, (path) => paths.add(path), { copies }),
    });
  };

  const guard = ([name, body]: [string, unknown]) => {
    const observedArgs = reader(name, false);
    const asked = (args: Args, params?: unknown) => {
      const holds = (body as Guard)(observedArgs(args), params);
      guardOutcomes.add(`${name}: ${Boolean(holds)}`);
      return holds;
    };
    return [name, asked];
  };
  const assigner = (name: string, given: Assigner) => {
    if (typeof given !== "function") return given;
    const observedArgs = reader(name, true);
    return (args: Args, params?: unknown) => unrecorded(given(observedArgs(args), params));
  };
  const action = ([name, body]: [string, unknown]) => {
    const { assignment } = body as { assignment?: Assigner };
    if (assignment === undefined) return [name, body];
    if (typeof assignment === "function") return [name, assign(assigner(`${name}=`, assignment) as never)];
    const fields = Object.entries(assignment as object);
    const assigners = fields.map(([field, given]) => [field, assigner(`${name}=${field}`, given)]);
    return [name, assign(Object.fromEntries(assigners))];
  };

  const { guards, actions } = machine.implementations;
  return {
    machine: machine.provide({
      guards: Object.fromEntries(Object.entries(guards).map(guard)),
      actions: Object.fromEntries(Object.entries(actions).map(action)),
    }) as SurveyMachine,
    reads,
    guardOutcomes,
  };
}

/** A key for the parts of a snapshot that matter for everything that can still happen. */
export type Abstraction = (snapshot: SurveySnapshot) => string;

/**
 * The state value and all of the context that a guard can still read from there on, by what guards were
 * seen to read so far. Dropping the context altogether is unsound (the first arrival's context would decide
 * for all), keeping it explodes.
 */
export function liveReads({ machine, reads }: Observed): Abstraction {
  const live = livePaths(nodesOf(machine), reads);
  const pathsAt = new Map<string, string[]>();
  return (snapshot) => {
    const { value, context } = snapshot;
    const state = JSON.stringify(value);
    const paths =
      pathsAt.get(state) ??
      [...new Set(activeNodes(snapshot).flatMap(({ id }) => [...live.get(id)!]))].sort();
    pathsAt.set(state, paths);
    // A state that calls several services is another state once one of them has settled.
    return [
      state,
      waitingFor(snapshot)[0]?.id ?? "",
      ...paths.map((path) => `${path}=${JSON.stringify(valueAt(context, path))}`),
    ].join(" ");
  };
}

/** Everything about how a visitor came in that may matter, by what guards have read so far. */
export function inputsRead({ machine, reads }: Observed): ReadonlySet<string> {
  return new Set([...livePaths(nodesOf(machine), reads).values()].flatMap((paths) => [...paths]));
}

/** The whole context: exact, and too much for all but small charts. */
export const fullAbstraction: Abstraction = (snapshot) =>
  JSON.stringify([snapshot.value, snapshot.context, waitingFor(snapshot)[0]?.id]);

/**
 * By node, the paths that matter from it on: what its own guards read, what matters in the nodes it leads to, and what
 * any of that is assigned from. A backward fixpoint over the chart.
 */
function livePaths(nodes: ChartNode[], reads: Observed["reads"]): Map<string, Set<string>> {
  const read = (name: string) => [...(reads.get(name) ?? [])];
  const live = new Map(nodes.map((node) => [node.id, new Set<string>()]));
  const parts = nodes.map((node) => {
    const transitions = transitionsOf(node);
    const actions = [node.entry, node.exit, ...transitions.map((each) => each.actions)];
    const names = new Set(actions.flatMap((given) => namesOf(given ?? [])));
    return {
      live: live.get(node.id)!,
      guards: transitions.flatMap(({ guard }) => guardsOf(guard)),
      next: transitions.flatMap(({ target = [] }) => target.flatMap(entered).map(({ id }) => id)),
      assigners: [...reads.keys()].filter(
        (reader) => reader.includes("=") && names.has(reader.split("=")[0]!),
      ),
    };
  });
  for (let grown = true; grown; ) {
    grown = false;
    for (const { live: own, guards, next, assigners } of parts) {
      const before = own.size;
      for (const path of guards.flatMap(read)) own.add(path);
      for (const path of next.flatMap((to) => [...live.get(to)!])) own.add(path);
      for (const assigner of assigners) {
        const [, field] = assigner.split("=");
        const matters = [...own].some((path) => field === "" || path.split(".")[0] === field);
        if (matters) for (const path of read(assigner)) own.add(path);
      }
      grown ||= own.size > before;
    }
  }
  return live;
}
