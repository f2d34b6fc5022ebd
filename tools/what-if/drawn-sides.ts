import { differingMarks } from "../../app/graphs/compare/differing-marks.ts";
import type { Report } from "../../app/graphs/what-if/report.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { Refusal } from "../../services/commands/program.ts";
import { differenceOf, type Sided } from "../graphs/difference.ts";
import { root } from "../graphs/root.ts";
import { type Tree, treeAt, treeIn } from "../graphs/tree.ts";

/**
 * A survey's charts at two revisions as they are drawn, with marks on what one has and the other has not.
 * @param after the working tree's where there is none
 * @throws Refusal where there is no such survey or revision
 */
export async function drawnSides(
  code: string,
  before: string,
  after: string | undefined,
): Promise<Report["drawn"]> {
  const was = sideIn(await treeAt(before), code);
  const is = sideIn(await (after === undefined ? treeIn(root) : treeAt(after)), code);
  const difference = differenceOf(was, is);
  const drawn = ({ chart }: Sided, own: "lost" | "gained") => {
    const view = viewOf(graphOf(chart));
    return { view, marks: differingMarks(view, difference, own) };
  };
  return { before: drawn(was, "lost"), after: drawn(is, "gained") };
}

function sideIn(tree: Tree, code: string): Sided {
  const chart = tree.charts.find((each) => each.code === code);
  if (!chart) throw new Refusal(`There is no survey ${code}.`);
  return { chart, tree };
}
