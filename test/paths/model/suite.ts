import {
  caseName,
  type Edge,
  edgeCover,
  explore,
  type Graph,
  type Model,
  modelOf,
  type Path,
} from "../../../machines/model/covering.ts";
import { inputsRead, observed } from "../../../machines/model/observed.ts";
import type { Variant } from "../../../machines/variant.ts";
import { pairwiseCover } from "./covers.ts";
import { inputIn, plainWorlds, type World, worldsThatDiffer } from "./worlds.ts";

/** All walks of one variant in one world. */
export type Suite = {
  world: World;
  model: Model;
  graph: Graph;
  edgePaths: Path[];
  /** Paths that together have every feasible pair of cases; many more. */
  readonly pairPaths: Path[];
  /** The chart behaves as in none of the variant's worlds before; its other worlds differ by their defaults only. */
  isNew: boolean;
};

const known = new Map<string, Suite[]>();

/**
 * A variant in every world that its chart can tell apart, and at every path. Made once per test file, the pairs only on
 * demand. A variant needs nothing but its place in the registry.
 */
export function suitesOf(variant: Required<Variant>): Suite[] {
  const found = known.get(variant.code) ?? makeSuites(variant);
  known.set(variant.code, found);
  return found;
}

function makeSuites(variant: Required<Variant>): Suite[] {
  const suites: Suite[] = [];
  const shapes = new Set<string>();
  const add = (world: World) => {
    const suite = suiteIn(world, shapes);
    suites.push(suite);
    return suite.isNew;
  };
  const plain = plainWorlds(variant);
  for (const world of plain) add(world);
  const tried = new Set<string>();
  // Another world may show that the chart reads more.
  for (let found = true; found; ) {
    const others = worldsThatDiffer(plain[0]!, inputsRead(observed(variant.machine)));
    found = false;
    for (const world of others.filter(({ label }) => !tried.has(label))) {
      tried.add(world.label);
      found = true;
      if (!add(world)) suites.pop();
    }
  }
  return suites;
}

function suiteIn(world: World, shapes: Set<string>): Suite {
  const model = modelOf(world.entry.variant.machine, inputIn(world));
  const graph = explore(model);
  const shape = graph.edges.map(wayOf).join("\n");
  const isNew = !shapes.has(shape);
  shapes.add(shape);
  let pairPaths: Path[] | undefined;
  return {
    world,
    model,
    graph,
    edgePaths: edgeCover(graph),
    get pairPaths() {
      pairPaths ??= pairwiseCover(graph);
      return pairPaths;
    },
    isNew,
  };
}

/** An edge's effect, in any chart. */
export function wayOf(edge: Edge): string {
  return [edge.from.key, caseName(edge), edge.to.key, ...edge.taken].join("|");
}

/** A path in words, for the message of a failure. */
export function describePath(path: Path): string {
  return path.map(caseName).join("; ");
}
