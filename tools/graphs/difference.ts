import { movedBoxes } from "../../app/graphs/drawing/layout.ts";
import { accountOf } from "../../machines/graph/account.ts";
import { type ChartDifference, compareCharts } from "../../machines/graph/compare.ts";
import type { Charted } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { codeOf } from "./code-of.ts";
import { layOut } from "./lay-out.ts";
import type { Tree } from "./tree.ts";

/** A chart and the state of the project it is of. */
export type Sided = { chart: Charted; tree: Tree };

/** What differs between two charts, and apart from that which boxes are drawn elsewhere or otherwise. */
export type FullDifference = ChartDifference & { layout: string[] };

export function differenceOf(before: Sided, after: Sided): FullDifference {
  const [was, is] = [before, after].map(({ chart, tree }) =>
    accountOf(chart, { ...tree.rules, code: codeOf(chart, tree.digests) }),
  );
  const drawn = [was!, is!].map(({ graph }) => layOut(viewOf(graph)));
  return { ...compareCharts(was!, is!), layout: movedBoxes(drawn[0]!, drawn[1]!) };
}
