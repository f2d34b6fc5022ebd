import { layOut } from "../../app/graphs/drawing/lay-out.ts";
import { movedBoxes } from "../../app/graphs/drawing/layout.ts";
import { accountOf, type ChartDifference, type Code, compareCharts } from "../../machines/graph/account.ts";
import type { Charted } from "../../machines/graph/graph.ts";
import { nodeId } from "../../machines/graph/names.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { nodesOf } from "../../machines/visit/walk.ts";
import { type Digests, digest } from "./digests.ts";
import type { Tree } from "./tree.ts";

/** A chart, and the state of the project that it is from. */
export type Sided = { chart: Charted; tree: Tree };

/** The differences between two charts. `layout`: nodes that are drawn at another place or in another size. */
export type FullDifference = ChartDifference & { layout: string[] };

export function differenceOf(before: Sided, after: Sided): FullDifference {
  const [was, is] = [before, after].map(({ chart, tree }) =>
    accountOf(chart, { ...tree.rules, code: codeOf(chart, tree.digests) }),
  );
  const drawn = [was!, is!].map(({ graph }) => layOut(viewOf(graph)));
  return { ...compareCharts(was!, is!), layout: movedBoxes(drawn[0]!, drawn[1]!) };
}

/** Digests of the code behind a chart's names. A service's input has no name; it is in the chart itself. */
function codeOf({ machine }: Charted, digests: Digests): Code {
  const nodes = new Map(nodesOf(machine).map((node) => [nodeId(node), node]));
  return {
    ...digests,
    input: (node, service) => {
      const input: unknown = nodes.get(node)?.invoke.find(({ src }) => src === service)?.input;
      if (input === undefined) return "";
      return digest(typeof input === "function" ? String(input).replace(/\s+/g, " ") : JSON.stringify(input));
    },
  };
}
