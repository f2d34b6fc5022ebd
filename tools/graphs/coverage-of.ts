import type { Coverage, Takers } from "../../app/graphs/test-coverage/coverage.ts";
import { start } from "../../machines/graph/names.ts";
import type { View } from "../../machines/graph/view.ts";
import type { Variant } from "../../machines/variant.ts";
import { suitesOf } from "../../test/paths/model/suite.ts";
import { unreachable } from "../../test/paths/model/unreachable.ts";
import { walksOf } from "../screens/walks.ts";

/** The transitions that each move of a visit took; the first move is the entry. */
type Taken = readonly (readonly string[])[];

/**
 * Counts how many path tests and browser walks take each part of the drawn chart. Both are computed as the tests compute
 * them: the edge covers of test/paths, and the walks of test/slow/every-step.test.ts.
 */
export function coverageOf(variant: Required<Variant>, view: View): Coverage {
  const paths = suitesOf(variant)
    .filter(({ isNew }) => isNew)
    .flatMap(({ graph, edgePaths }) =>
      edgePaths.map((path): Taken => [graph.begun.taken, ...path.map(({ taken }) => taken)]),
    );
  const walks = walksOf(variant).walks.map(({ taken }): Taken => taken);
  const takers = (isTaken: (visit: Taken) => boolean): Takers => ({
    paths: paths.filter(isTaken).length,
    walks: walks.filter(isTaken).length,
  });
  const reasons = unreachable[variant.code] ?? {};
  const wayTakers = (via: readonly string[]) => {
    const impossible = via.map((id) => reasons[id]).find(Boolean);
    return { ...takers((visit) => takes(visit, via)), ...(impossible && { impossible }) };
  };
  const waysInto = (id: string) => view.edges.flatMap(({ target, ways }) => (target === id ? ways : []));
  return {
    all: takers(() => true),
    nodes: Object.fromEntries(
      view.nodes.map(({ id }) => [
        id,
        takers((visit) => id === start || waysInto(id).some(({ via }) => takes(visit, via))),
      ]),
    ),
    edges: Object.fromEntries(
      view.edges.map(({ id, ways }) => [
        id,
        {
          ...takers((visit) => ways.some(({ via }) => takes(visit, via))),
          ways: ways.map(({ via }) => wayTakers(via)),
        },
      ]),
    ),
  };
}

/** True if a visit takes all transitions of a way in sequence, within one move. */
function takes(visit: Taken, via: readonly string[]): boolean {
  return visit.some((taken) => taken.some((_, at) => via.every((id, step) => taken[at + step] === id)));
}
