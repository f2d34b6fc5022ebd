import type { EdgeNumbers, NodeNumbers, Numbers } from "../../../services/analytics/types.ts";
import type { Weight, Weights } from "../drawing/weights.ts";
import type { Measure } from "./names.ts";
import { formatCell, say } from "./table.ts";

const most = (values: readonly number[]) => Math.max(1, ...values);
const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Numbers as a chart shows them: edges always by their sessions, nodes by what was asked for. */
export function weightsOf({ nodes, edges }: Numbers, measure: Measure): Weights {
  const nodeWeight = nodeWeightBy[measure](nodes);
  const mostOnEdge = most(edges.map(({ sessions }) => sessions));
  const edgeWeight = ({ sessions, share, visits }: EdgeNumbers): Weight => ({
    share: sessions / mostOnEdge,
    // Where there is no choice the share says nothing.
    ...(visits > 0 && share < 1 ? { text: percent(share) } : {}),
  });
  return {
    nodes: Object.fromEntries(nodes.map((node) => [node.id, nodeWeight(node)])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edgeWeight(edge)])),
  };
}

type WeightOf = (nodes: readonly NodeNumbers[]) => (node: NodeNumbers) => Weight;

const nodeWeightBy: Record<Measure, WeightOf> = {
  sessions: (nodes) => {
    const all = most(nodes.map(({ sessions }) => sessions));
    return ({ sessions }) => ({ share: sessions / all, text: formatCell(sessions, "count") });
  },
  // Of the worst place, so that 12% and 2% can be told apart.
  dropOff: (nodes) => {
    const worst = Math.max(0.001, ...nodes.map(({ dropOff }) => dropOff));
    return ({ sessions, dropOff }) =>
      sessions === 0
        ? { share: 0 }
        : { share: dropOff / worst, heat: dropOff / worst, text: say(dropOff, "percent") };
  },
  conversion: () => share(({ conversion }) => conversion),
  time: (nodes) => {
    const longest = most(nodes.map(({ dwell }) => dwell.median ?? 0));
    return ({ dwell: { median } }) =>
      median === null ? { share: 0 } : { share: median / longest, text: `${(median / 1000).toFixed(1)} s` };
  },
};

function share(of: (node: NodeNumbers) => number) {
  return (node: NodeNumbers): Weight =>
    node.sessions === 0 ? { share: 0 } : { share: of(node), text: percent(of(node)) };
}
