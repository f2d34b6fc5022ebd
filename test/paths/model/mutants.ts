import { not } from "xstate";
import { survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";

/** A chart with one thing wrong in it. */
export type Mutant = { name: string; machine: SurveyMachine };

type Config = { [key: string]: unknown };
type Transition = { target?: string; guard?: unknown; actions?: string | string[] };
/** A transition of a config: its name, the names beside its source, and how to replace them. */
type Place = {
  name: string;
  siblings: string[];
  at: Transition;
  put(config: Config, others: Transition[]): void;
};

/**
 * Every transition of a chart dropped, sent to either neighbour of its target, with its guard negated or
 * taken away, and with each of its actions left out.
 * @param seen parts of charts that need not be tried again, because variants share them; new ones are added
 */
export function mutantsOf(machine: SurveyMachine, seen = new Set<unknown>()): Mutant[] {
  const config = machine.config as unknown as Config;
  return placesIn(config, [], [], seen).flatMap((place) =>
    changesOf(place).map(([change, others]) => {
      const mutated = cloned(config) as Config;
      place.put(mutated, others);
      // A router sent back to itself must end in an error, not in an endless loop.
      mutated.options = { maxIterations: 100 };
      return {
        name: `${place.name}: ${change}`,
        machine: survey.createMachine(mutated as never) as unknown as SurveyMachine,
      };
    }),
  );
}

function changesOf({ at, siblings }: Place): [string, Transition[]][] {
  const changes: [string, Transition[]][] = [["dropped", []]];
  const index = at.target ? siblings.indexOf(at.target) : -1;
  if (index >= 0) {
    const neighbours = [siblings[index + 1], siblings[index - 1]].filter((name) => name !== undefined);
    for (const target of neighbours) changes.push([`sent to ${target}`, [{ ...at, target }]]);
  }
  if (at.guard) {
    changes.push(["guard negated", [{ ...at, guard: not(at.guard as never) }]]);
    changes.push(["guard taken away", [{ ...at, guard: undefined }]]);
  }
  const actions = [at.actions ?? []].flat();
  for (const left of actions) {
    changes.push([`without ${left}`, [{ ...at, actions: actions.filter((action) => action !== left) }]]);
  }
  return changes;
}

/** Finds transitions in a node and below: `on`, `always`, `onDone`, and those of its invoked service. */
function placesIn(node: Config, path: string[], siblings: string[], seen: Set<unknown>): Place[] {
  const isNew = (part: unknown) => {
    if (typeof part !== "object" || part === null) return true;
    return !seen.has(part) && seen.add(part);
  };
  if (!isNew(node)) return [];
  const states = (node.states ?? {}) as Record<string, Config>;
  const holders: [string[], unknown][] = [
    ...Object.entries((isNew(node.on) ? (node.on ?? {}) : {}) as Config).map(
      ([event, given]): [string[], unknown] => [["on", event], given],
    ),
    [["always"], node.always],
    [["onDone"], node.onDone],
    ...["onDone", "onError"].map((event): [string[], unknown] => [
      ["invoke", event],
      (node.invoke as Config | undefined)?.[event],
    ]),
  ];
  const here = holders.flatMap(([where, given]) =>
    ([given ?? []].flat() as (string | Transition)[]).map((entry, index, all): Place => {
      const full = [...path, ...where];
      return {
        name: `${full.filter((part) => part !== "states").join(".")}[${index}]`,
        siblings,
        at: typeof entry === "string" ? { target: entry } : entry,
        put(config, others) {
          const holder = full.slice(0, -1).reduce((inner, key) => inner[key] as Config, config);
          holder[full.at(-1)!] = all.flatMap((each, other) => (other === index ? others : [each]));
        },
      };
    }),
  );
  const below = Object.entries(states).flatMap(([name, child]) =>
    placesIn(child, [...path, "states", name], Object.keys(states), seen),
  );
  return [...here, ...below];
}

function cloned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cloned(inner)]));
}
