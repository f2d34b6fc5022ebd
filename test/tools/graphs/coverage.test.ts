import { expect, it } from "vitest";
import { graphOf } from "../../../machines/graph/graph.ts";
import { nodeId } from "../../../machines/graph/names.ts";
import { type View, viewOf } from "../../../machines/graph/view.ts";
import { variants } from "../../../machines/registry.ts";
import type { SurveySnapshot } from "../../../machines/visit/replay.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";
import { coverageOf } from "../../../tools/graphs/coverage-of.ts";
import { suitesOf } from "../../paths/model/suite.ts";
import { unreachable } from "../../paths/model/unreachable.ts";

it.each(["c", "v4nv", "one-page", "ticket"])(
  "%s: path tests count at each place and edge they pass",
  (code) => {
    const variant = variants.get(code)!;
    const view = viewOf(graphOf(variant));
    const { all, nodes, edges } = coverageOf(variant, view);
    // Counted independently: by the places that a path is at, whichever transitions led there.
    const visited = suitesOf(variant)
      .filter(({ isNew }) => isNew)
      .flatMap(({ graph, edgePaths }) =>
        edgePaths.map((path) => {
          const at = [graph.start, ...path.map(({ to }) => to)].map(({ snapshot }) =>
            placeIn(view, snapshot),
          );
          return { at, moves: ["start", ...at].slice(0, -1).map((from, index) => `${from}->${at[index]}`) };
        }),
      );
    expect(all.paths).toBe(visited.length);
    for (const { id } of view.nodes.slice(1))
      expect(nodes[id]!.paths, id).toBe(visited.filter(({ at }) => at.includes(id)).length);
    for (const { id } of view.edges)
      expect(edges[id]!.paths, id).toBe(visited.filter(({ moves }) => moves.includes(id)).length);
  },
);

it("a way that cannot be taken has the reason given in the path tests' list", () => {
  const variant = variants.get("v4nv")!;
  const { all, edges } = coverageOf(variant, viewOf(graphOf(variant)));
  expect(edges["AutoAccidentCaseWorth->WhenWasTheAccident"]!.ways).toEqual([
    { paths: 0, walks: 0, impossible: unreachable.v4nv!.AutoAccidentCaseWorth },
  ]);
  expect(edges["AtFault->WasUserInjured"]!.ways).toEqual([all]);
});

/** The id of the drawn node that a visit is at. */
function placeIn({ nodes }: View, snapshot: SurveySnapshot): string {
  const active = new Set(activeNodes(snapshot).map(nodeId));
  return nodes.findLast(({ id }) => active.has(id))!.id;
}
