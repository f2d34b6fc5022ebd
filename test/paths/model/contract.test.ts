import { createHash } from "node:crypto";
import * as standalone from "@xstate/graph";
import { describe, expect, it } from "vitest";
import * as bundled from "xstate/graph";
import { edgeIds } from "../../../machines/graph/leaves.ts";
import { partingsOf } from "../../../machines/model/against-xstate.ts";
import {
  edgeCover,
  eventOf,
  explore,
  exploreBy,
  isEnd,
  type Model,
  modelOf,
  wayTo,
} from "../../../machines/model/covering.ts";
import { outcomesOf } from "../../../machines/model/moves.ts";
import { type Abstraction, fullAbstraction } from "../../../machines/model/observed.ts";
import { variants } from "../../../machines/registry.ts";
import type { Command, Decision } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";
import { allSuites, firstSuites } from "./all-suites.ts";
import { feasiblePairs, pairsOn, pairwiseCover, triples } from "./covers.ts";
import { farGuards } from "./far-guards.ts";
import { mutantsOf } from "./mutants.ts";
import { survivingMutants, survivors } from "./surviving.ts";
import { unreachable } from "./unreachable.ts";

/**
 * The published package and its successor inside XState find the same paths; the package is frozen.
 * Neither knows of routers (`always`), so exact transitions come from our own stepper.
 */
const packages = { "@xstate/graph": standalone, "xstate/graph": bundled };

/** The number of events on the shortest way, by abstract state. */
function shortestWays(
  { getShortestPaths }: Pick<typeof standalone, "getShortestPaths">,
  { machine, input, casesAt }: Model,
  abstraction: Abstraction,
): Map<string, number> {
  const paths = getShortestPaths(machine, {
    input,
    events: (snapshot) => casesAt(snapshot as never).map((tried) => eventOf(tried)),
    serializeState: (snapshot) => abstraction(snapshot as never),
    stopWhen: (snapshot) => snapshot.status === "done",
  });
  // The first step of every path is the start itself.
  return new Map(paths.map(({ state, steps }) => [abstraction(state as never), steps.length - 1]));
}

const [first] = firstSuites as [(typeof firstSuites)[0]];
const far = modelOf(farGuards, first.model.input);
/** Charts that between them check, branch and ask in every way: what is true of how paths are made is true of these. */
const telling = firstSuites.filter(({ world }) =>
  ["c", "v4nv", "dui", "one-page"].includes(world.entry.variant.code),
);

/** The whole context explodes, so all but every fourth step and call keep one case, drawn again in each round. */
function thinned(model: Model, round: string): Model {
  const draw = (what: string) => createHash("md5").update(`${round} ${what}`).digest().readUInt32BE();
  return {
    ...model,
    casesAt(snapshot) {
      const cases = model.casesAt(snapshot);
      const [{ factor } = { factor: "" }] = cases;
      const kept = draw(factor) % 4 === 0 ? 3 : 1;
      const inOrder = [...cases].sort((a, b) => draw(factor + a.label) - draw(factor + b.label));
      return inOrder.slice(0, kept);
    },
  };
}

describe.each([
  ...firstSuites.map(({ world: { label }, model, graph }) => ({ label, model, graph })),
  { label: "the chart with far guards", model: far, graph: explore(far) },
])("what guards read at $label", ({ label, model, graph }) => {
  it("misses nothing that the whole context shows, in two draws of answers and outcomes", () => {
    const known = triples(graph, graph.keyOf);
    for (let round = 0; round < 2; round++) {
      const whole = exploreBy(thinned(model, `${label} ${round}`), fullAbstraction);
      const shown = triples(whole, graph.keyOf);
      expect([...shown].filter((triple) => !known.has(triple))).toEqual([]);
    }
  });
});

describe("the chart with far guards", () => {
  const byValue = ({ value }: { value: unknown }) => JSON.stringify(value);

  it("shows why the state value is not enough", () => {
    expect(exploreBy(far, byValue).vertices.map(({ key }) => key)).not.toContain('"HasLawyer"');
    expect(explore(far).vertices.map(({ key }) => key)).toContain('"HasLawyer"');
  });

  it("is smaller by what guards read than by its context", () => {
    const whole = exploreBy(far, fullAbstraction);
    const graph = explore(far);
    expect(graph.vertices.length).toBeLessThan(whole.vertices.length / 3);
    expect(triples(whole, graph.keyOf)).toEqual(triples(graph, graph.keyOf));
  });

  it("has every transition covered, those of the router included", () => {
    const taken = new Set(edgeCover(explore(far)).flatMap((path) => path.flatMap((edge) => edge.taken)));
    expect([...edgeIds(farGuards).values()].filter((id) => !taken.has(id))).toEqual([]);
    expect([...taken].some((id) => id.includes("#and(notInjured, atFault)#"))).toBe(true);
  });
});

/** Possible faults in the rules of a visit, each found by comparing walks with XState's own actor. */
const faults: Record<string, (command: Command, decided: Decision, before: VisitState) => Decision> = {
  "forgets an answer": (_, decided) => withContext(decided, { answers: {} }),
  "keeps what a check said wrong": (_, decided) =>
    withContext(decided, { errors: { email: "emailRefused" } }),
  "forgets what a check said wrong": (_, decided) => withContext(decided, { errors: {} }),
  "takes another day": (_, decided) => withContext(decided, { today: { year: 2020, month: 1, day: 1 } }),
  "hears no service": ({ kind }, decided, state) =>
    kind === "outcome" ? { append: [], state, effects: [] } : decided,
  "takes a failure for an answer": (command, decided, state) =>
    command.kind === "outcome" && "error" in command.outcome
      ? decide(state, { ...command, outcome: outcomesOf(command.outcome.call)[0]! })
      : decided,
  "asks no service": (_, decided) => withReplay(decided, { call: null }),
  "asks a service for something else": (_, decided) => {
    const { call } = decided.state.replay;
    return call ? withReplay(decided, { call: { ...call, input: "" } }) : decided;
  },
  "has nothing done": (_, decided) => ({ ...decided, effects: [] }),
  "has it done twice": (_, decided) => ({ ...decided, effects: [...decided.effects, ...decided.effects] }),
  "stays where it was": ({ kind }, decided, { replay }) =>
    kind === "answer" ? withReplay(decided, { snapshot: replay.snapshot }) : decided,
  "puts nothing on record": ({ kind }, decided) =>
    kind === "outcome"
      ? { ...decided, state: { ...decided.state, log: decided.state.log.slice(0, -1) } }
      : decided,
};

function withReplay(decided: Decision, replay: Partial<VisitState["replay"]>): Decision {
  return { ...decided, state: { ...decided.state, replay: { ...decided.state.replay, ...replay } } };
}

function withContext(decided: Decision, context: object): Decision {
  const { snapshot } = decided.state.replay;
  return withReplay(decided, {
    snapshot: { ...snapshot, context: { ...snapshot.context, ...context } } as never,
  });
}

it.each(Object.entries(faults))("a visit that %s is told from XState's own actor", async (_, fault) => {
  const { machine, input } = telling[0]!.model;
  const found = await partingsOf(machine, input, (state, command) =>
    fault(command, decide(state, command), state),
  );
  expect(found).not.toEqual([]);
});

describe.each(telling)("the walks at $world.label", ({ model, graph, edgePaths, pairPaths }) => {
  it("cover every edge and every feasible pair, each in paths from start to end", () => {
    expect(new Set(edgePaths.flat())).toEqual(new Set(graph.edges));
    const pairs = new Set(pairPaths.flatMap((path) => [...pairsOn(path)]));
    expect([...feasiblePairs(graph).keys()].filter((pair) => !pairs.has(pair))).toEqual([]);
    for (const path of [...edgePaths, ...pairPaths]) {
      const isUnbroken = path.every((edge, index) => index === 0 || path[index - 1]!.to === edge.from);
      expect([path[0]?.from === graph.start, isUnbroken, isEnd(path.at(-1)!.to)]).toEqual([true, true, true]);
    }
  });

  it.each(Object.entries(packages))("are as short as those that %s finds", (_name, library) => {
    const theirs = shortestWays(library, model, graph.keyOf);
    const ours = graph.vertices.map(({ key }) => {
      if (key === graph.start.key) return [key, 0] as const;
      return [key, wayTo(graph.start, ({ to }) => to.key === key)!.length] as const;
    });
    expect(theirs).toEqual(new Map(ours));
  });
});

it.each(allSuites)(
  "the walks of $code go through the nodes of @xstate/graph's directed graph, and through the routers it leaves out",
  ({ code, variant: { machine }, suites }) => {
    const { toDirectedGraph } = packages["@xstate/graph"];
    const steps = toDirectedGraph(machine).children.map(({ stateNode }) => stateNode.key);
    const vertices = suites.flatMap(({ graph }) => graph.vertices);
    const passed = vertices.flatMap(({ snapshot }) => activeNodes(snapshot).map(({ key }) => key));
    const known = Object.entries(machine.root.states).filter(
      ([key, { always }]) => always || unreachable[code]?.[key],
    );
    expect(steps.filter((key) => !passed.includes(key))).toEqual(known.map(([key]) => key));
  },
);

it.each([
  ["c", ["/survey/c", "/survey/v3", "/survey-sd/v3", "/survey-sd/v3b"]],
  [
    "v4nv",
    [
      "/survey/v4nv",
      "/lp/surveyv4nv",
      "/survey/v4nv with combinedLastStep",
      "/survey/v4nv in a listed state",
    ],
  ],
  // The names in the consent are assigned from the state and the settings: its guard reads neither itself.
  ["v4nv-1to1", ["/survey/v4nv-1to1", "/survey/v4nv-1to1 in a listed state"]],
])("the worlds of %s follow from its paths and from what its chart reads", (code, labels) => {
  const { suites } = allSuites.find((each) => each.code === code)!;
  expect(suites.map(({ world }) => world.label)).toEqual(labels);
});

it("impossible pairs are not required", () => {
  const { graph } = first;
  const labels = [...feasiblePairs(graph).keys()];
  expect(labels).toContain("WasUserInjured: No & WhenWasTheAccident: Within 1 Week");
  expect(labels.filter((pair) => /TypeOfMedical/.test(pair) && /WasUserInjured: No/.test(pair))).toEqual([]);
  expect(pairwiseCover(explore(far)).length).toBeGreaterThan(0);
});

/** Small charts that between them check, branch and listen in every way. */
const always = ["c", "one-page", "progress-bar", "dui"];
const tried = new Set<unknown>();

describe.each(always)("the paths of %s", (code) => {
  it("notice every fault planted in its chart", () => {
    const variant = variants.get(code)!;
    const mutants = mutantsOf(variant.machine, tried);
    expect(mutants.length).toBeGreaterThan(30);
    const listed = survivors.filter(({ file }) => file === `machines/variants/${code}.ts`);
    expect(survivingMutants(variant, mutants).map(({ name }) => name)).toEqual(
      listed.map(({ mutant }) => mutant),
    );
  });
});
