import { differingMarks } from "../../app/graphs/compare/differing-marks.ts";
import type { Report } from "../../app/graphs/what-if/report.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { differenceOf, type Sided } from "../graphs/difference.ts";
import type { Side, Sides } from "./sides.ts";

/** A survey's charts on both sides as they are drawn, each with marks on what the other does not have. */
export function drawnSides(code: string, sides: Sides): Report["drawn"] {
  const before = chartIn(sides.before, code);
  const after = chartIn(sides.after, code);
  const difference = differenceOf(before, after);
  const drawn = ({ chart }: Sided, own: "lost" | "gained") => {
    const view = viewOf(graphOf(chart));
    return { view, marks: differingMarks(view, difference, own) };
  };
  return { before: drawn(before, "lost"), after: drawn(after, "gained") };
}

function chartIn({ tree }: Side, code: string): Sided {
  return { tree, chart: tree.charts.find((chart) => chart.code === code)! };
}
