import { type Path, wayHome, wayTo } from "../../../machines/model/covering.ts";
import { feasiblePairs } from "./covers.ts";
import { endOf } from "./list-of-paths.ts";
import { walkCases } from "./run-path.ts";
import type { Suite } from "./suite.ts";

export type Witness = { suite: Suite; path: Path };

/**
 * The shortest walk to each end and each kind of lead there, among those that choose two answers or outcomes
 * freely and go the straight way otherwise: every reason to disqualify needs two at most.
 */
export function witnesses(suites: readonly Suite[]): Map<string, Witness> {
  const found = new Map<string, Witness>();
  for (const suite of suites) {
    const walk = walkCases(suite.model);
    const { start } = suite.graph;
    for (const [one, other] of feasiblePairs(suite.graph).values()) {
      const first = wayTo(start, (edge) => edge === one)!;
      const second = wayTo(one.to, (edge) => edge === other)!;
      const path = [...first, ...second, ...wayHome(other.to)];
      const end = endOf({ world: suite.world, ...walk(path.map(({ tried }) => tried)) });
      if (path.length < (found.get(end)?.path.length ?? Number.POSITIVE_INFINITY))
        found.set(end, { suite, path });
    }
  }
  return found;
}
