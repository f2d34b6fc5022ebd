import { describe, expect, it } from "vitest";
import { initialTransition, transition } from "xstate";
import type { Case } from "./cases.ts";
import { edgeCover } from "./edge-cover.ts";
import { farGuards } from "./far-guards.ts";
import { explore, isEnd, triples, wayTo } from "./graph.ts";
import { fullAbstraction, liveAbstraction } from "./live-predicates.ts";
import { eventOf, type Model, modelOf } from "./model.ts";
import { feasiblePairs, pairsOn, pairwiseCover } from "./pairwise.ts";
import { stepperOf } from "./stepper.ts";
import { firstSuites } from "./suite.ts";
import { allTransitionIds } from "./transitions.ts";
import { packages, shortestWays } from "./xstate-graph.ts";

const [first] = firstSuites as [(typeof firstSuites)[0]];
const far = modelOf(farGuards, first.model.input);

/** The full context explodes, so each factor keeps few cases: the first, the last, and what its guards tell apart. */
function thinned(model: Model): Model {
  const keep = (cases: Case[]) => cases.filter((_, index) => index === 0 || index === cases.length - 1);
  const telling = ["no such address, first time", "impossible", "gibberish"];
  return {
    ...model,
    casesAt(snapshot) {
      const cases = model.casesAt(snapshot);
      const [{ kind, factor } = { kind: "again", factor: "" }] = cases;
      if (kind === "outcome")
        return [...keep(cases), ...cases.filter(({ label }) => telling.includes(label))];
      return /Injured|Fault|Treatment/.test(factor) ? keep(cases) : cases.slice(0, 1);
    },
  };
}

describe.each([
  ...firstSuites.map(({ entry, model }) => ({ name: entry.path, model: thinned(model) })),
  { name: "the chart with far guards", model: far },
])("live predicates at $name", ({ model }) => {
  it("miss nothing that the whole context shows", () => {
    const live = liveAbstraction(model.machine);
    const byLive = triples(explore(model), live);
    const byContext = triples(explore(model, fullAbstraction), live);
    expect([...byContext].filter((triple) => !byLive.has(triple))).toEqual([]);
    expect(byLive).toEqual(byContext);
  });
});

describe("the chart with far guards", () => {
  const byValue = ({ value }: { value: unknown }) => JSON.stringify(value);

  it("shows why the state value is not enough", () => {
    expect(explore(far, byValue).vertices.map(({ key }) => key)).not.toContain('"HasLawyer"');
    expect(explore(far).vertices.some(({ key }) => key.startsWith('"HasLawyer"'))).toBe(true);
  });

  it("is smaller by live predicates than by its context", () => {
    expect(explore(far).vertices.length).toBeLessThan(explore(far, fullAbstraction).vertices.length / 3);
  });

  it("has every transition covered, those of the router included", () => {
    const graph = explore(far);
    const taken = new Set(
      edgeCover(graph)
        .flat()
        .flatMap((edge) => edge.taken),
    );
    expect(allTransitionIds(farGuards).filter((id) => !taken.has(id))).toEqual([]);
    expect([...taken].some((id) => id.includes("if and(notInjured,"))).toBe(true);
  });
});

describe.each(firstSuites)("the walks at $entry.path", ({ model, graph, edgePaths, pairPaths }) => {
  it("step as XState's own transition() does", () => {
    const { start, send } = stepperOf(model.machine, model.input);
    const [begun] = initialTransition(model.machine, model.input);
    expect(fullAbstraction(start.snapshot)).toBe(fullAbstraction(begun as never));
    for (const { from, tried } of graph.edges) {
      const [next] = transition(model.machine, from.snapshot, eventOf(tried));
      expect(fullAbstraction(send(from.snapshot, eventOf(tried)).snapshot)).toBe(
        fullAbstraction(next as never),
      );
    }
  });

  it("cover every edge and every feasible pair, each in paths from start to end", () => {
    expect(new Set(edgePaths.flat())).toEqual(new Set(graph.edges));
    const pairs = new Set(pairPaths.flatMap((path) => [...pairsOn(path)]));
    expect([...feasiblePairs(graph).keys()].filter((pair) => !pairs.has(pair))).toEqual([]);
    for (const path of [...edgePaths, ...pairPaths]) {
      expect(path[0]?.from).toBe(graph.start);
      expect(isEnd(path.at(-1)!.to)).toBe(true);
      expect(path.every((edge, index) => index === 0 || path[index - 1]!.to === edge.from)).toBe(true);
    }
  });

  it("need no more paths than there are answers to the question with the most", () => {
    const widest = Math.max(...graph.vertices.map(({ edges }) => edges.length));
    expect(edgePaths.length).toBeLessThanOrEqual(2 * widest);
  });

  it.each(Object.entries(packages))("are as short as those that %s finds", (_name, library) => {
    const live = liveAbstraction(model.machine);
    const theirs = shortestWays(library, model, live);
    const ours = graph.vertices.map(({ key }) => {
      if (key === graph.start.key) return [key, 0] as const;
      return [key, wayTo(graph.start, ({ to }) => to.key === key)!.length] as const;
    });
    expect(theirs).toEqual(new Map(ours));
  });

  it("go through the nodes of @xstate/graph's directed graph, and through the routers it leaves out", () => {
    const { toDirectedGraph } = packages["@xstate/graph"];
    const steps = toDirectedGraph(model.machine).children.map(({ stateNode }) => stateNode.key);
    const passed = graph.vertices.flatMap(({ snapshot }) => snapshot._nodes.map(({ key }) => key));
    expect(steps.filter((key) => !passed.includes(key))).toEqual(
      Object.entries(model.machine.root.states)
        .filter(([, node]) => node.always)
        .map(([key]) => key),
    );
  });
});

it("pairs that no walk can have are not asked for", () => {
  const { graph } = first;
  const labels = [...feasiblePairs(graph).keys()];
  expect(labels).toContain("WasUserInjured: No & WhenWasTheAccident: Within 1 Week");
  expect(labels.filter((pair) => /TypeOfMedical/.test(pair) && /WasUserInjured: No/.test(pair))).toEqual([]);
  expect(pairwiseCover(explore(far)).length).toBeGreaterThan(0);
});
