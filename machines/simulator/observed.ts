import { type AnyStateMachine, assign } from "xstate";
import type { SurveyMachine } from "../variant.ts";
import { recording, unrecorded } from "./recording.ts";

/** A chart that does what it always does, and what has been seen of it so far. */
export type Observed = {
  machine: SurveyMachine;
  /** What each guard and each assignment (`action=field`) was seen to read of the context, as paths. */
  reads: ReadonlyMap<string, ReadonlySet<string>>;
  /** `guard: true` and `guard: false`, as they came out. */
  guardOutcomes: ReadonlySet<string>;
};

type Args = { context: object };
type Guard = ((args: Args, params?: unknown) => boolean) & { guards?: unknown };
type Assigner = ((args: Args, params?: unknown) => unknown) | unknown;

const known = new WeakMap<AnyStateMachine, Observed>();

/** The same chart with guards and assigning actions that tell what they read. What is seen of it adds up. */
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
