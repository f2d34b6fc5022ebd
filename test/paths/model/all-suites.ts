import { variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { tellingSurveys } from "../../support/telling-surveys.ts";
import type { Path } from "./edge-cover.ts";
import type { Edge } from "./graph.ts";
import { type Suite, suitesOf, wayOf } from "./suite.ts";
import type { World } from "./worlds.ts";

/** Each variant with the worlds it can tell apart. */
export const allSuites: readonly { code: string; variant: Required<Variant>; suites: Suite[] }[] = [
  ...variants.values(),
].map((variant) => ({ code: variant.code, variant, suites: suitesOf(variant) }));

/** What is walked in detail: each variant once per behaviour. */
export const newSuites: readonly Suite[] = allSuites.flatMap(({ suites }) =>
  suites.filter(({ isNew }) => isNew),
);

/** Each variant at its first path. */
export const firstSuites: readonly Suite[] = allSuites.map(({ suites }) => suites[0]!);

/** Some of these, which are enough for what is random. */
export const tellingSuites = firstSuites.filter(({ world }) =>
  tellingSurveys.includes(world.entry.variant.code),
);

/**
 * The paths of each suite that go a way that none before has gone, whichever survey it was of: what surveys have in common
 * is walked once.
 * @param name what an edge is to be told from others by
 */
export function newPaths(
  name: (edge: Edge, world: World) => string = wayOf,
): { suite: Suite; paths: Path[] }[] {
  const gone = new Set<string>();
  const isNew = (suite: Suite) => (path: Path) => {
    const before = gone.size;
    for (const edge of path) gone.add(name(edge, suite.world));
    return gone.size > before;
  };
  return allSuites.flatMap(({ suites }) =>
    suites.map((suite) => ({ suite, paths: suite.edgePaths.filter(isNew(suite)) })),
  );
}
