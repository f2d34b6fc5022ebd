import { cover, type Edge, type Path } from "../../../machines/model/covering.ts";
import { variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { tellingSurveys } from "../../support/telling-surveys.ts";
import { type Suite, suitesOf, wayOf } from "./suite.ts";
import type { World } from "./worlds.ts";

/** Each variant with the worlds it can tell apart. */
export const allSuites: readonly { code: string; variant: Required<Variant>; suites: Suite[] }[] = [
  ...variants.values(),
].map((variant) => ({ code: variant.code, variant, suites: suitesOf(variant) }));

/** The suites that are walked in detail: each variant once per behaviour. */
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
 * Paths of each suite that visit something new, in whichever survey it was first visited: what surveys share is walked
 * once.
 * @param thingsOf what an edge visits; its way by default
 */
export function newPaths(
  thingsOf: (edge: Edge, world: World) => string[] = (edge) => [wayOf(edge)],
): { suite: Suite; paths: Path[] }[] {
  const met = new Set<string>();
  return allSuites.flatMap(({ suites }) =>
    suites.map((suite) => {
      const { graph, world } = suite;
      const things = (edge: Edge) => thingsOf(edge, world);
      const missing = new Set(graph.edges.flatMap(things).filter((thing) => !met.has(thing)));
      for (const thing of missing) met.add(thing);
      return { suite, paths: cover(graph.start, missing, things) };
    }),
  );
}
