import type { SurveyMachine } from "../variant.ts";
import { recording, valueAt } from "./observed.ts";

/** An evaluated guard: its result, and every value it read. */
export type AskedGuard = {
  name: string;
  holds: boolean;
  /** Paths in the context, or in the event (`event.output.valid`), with their values. */
  read: { path: string; value: string }[];
};

export type Traced = {
  machine: SurveyMachine;
  /** The guards asked since the last call, in their order. */
  asked(): AskedGuard[];
};

type Args = { context: object; event: object };
type Guard = (args: Args, params?: unknown) => boolean;

const known = new WeakMap<SurveyMachine, Traced>();

/** The same chart, whose guards record their evaluations and what they read. */
export function traced(machine: SurveyMachine): Traced {
  const found = known.get(machine) ?? watch(machine);
  known.set(machine, found);
  return found;
}

function watch(machine: SurveyMachine): Traced {
  let seen: AskedGuard[] = [];
  const watching = (name: string, guard: Guard): Guard => {
    return ({ context, event }, params) => {
      const paths = new Set<string>();
      const recorded = {
        context: recording(context, (path) => paths.add(path)),
        event: recording(event, (path) => paths.add(path), { path: "event" }),
      };
      const holds = guard(recorded, params);
      // The kind of event is plain from the place.
      paths.delete("event.type");
      const read = [...paths].map((path) => ({ path, value: shown(valueAt({ ...context, event }, path)) }));
      seen.push({ name, holds, read });
      return holds;
    };
  };
  const guards = Object.entries(machine.implementations.guards as Record<string, Guard>);
  return {
    machine: machine.provide({
      guards: Object.fromEntries(guards.map(([name, guard]) => [name, watching(name, guard)])),
    }) as SurveyMachine,
    asked() {
      const all = seen;
      seen = [];
      return all;
    },
  };
}

/** Shown for a missing value. */
export const notAnswered = "not answered";

function shown(value: unknown): string {
  return value === undefined ? notAnswered : typeof value === "string" ? value : JSON.stringify(value);
}
