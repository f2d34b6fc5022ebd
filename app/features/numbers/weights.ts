import type { Comparison } from "../../../services/features/numbers/statistics/rates.ts";
import type {
  Compared,
  EdgeNumbers,
  NodeNumbers,
  Numbers,
} from "../../../services/features/numbers/types.ts";
import type { Weight, Weights } from "../../graphs/drawing/weights.ts";
import type { Measure } from "./query.ts";
import { formatCell, say } from "./tables/table.ts";

const most = (values: readonly number[]) => Math.max(1, ...values);
const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Numbers as a chart shows them: edges always by their sessions, nodes by the requested measure. */
export function weightsOf({ nodes, edges }: Numbers, measure: Measure): Weights {
  const nodeWeight = nodeWeightBy[measure](nodes);
  const mostOnEdge = most(edges.map(({ sessions }) => sessions));
  /**
   * Sessions that left by an edge of another version, which is not drawn: without them the shares beside it do not add
   * up.
   */
  const elsewhere = (from: string) => {
    const undrawn = edges.filter(({ source, isModelled }) => source === from && !isModelled);
    const gone = undrawn.reduce((sum, { share }) => sum + (share ?? 0), 0);
    return gone >= 0.005 ? `, older chart ${percent(gone)}` : "";
  };
  const edgeWeight = ({ source, sessions, share, visits }: EdgeNumbers): Weight => ({
    share: sessions / mostOnEdge,
    // Without a choice the share is meaningless.
    ...(visits > 0 && share !== null && share < 1 ? { text: percent(share) + elsewhere(source) } : {}),
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
  // Relative to the worst place, so that 12% and 2% can be told apart.
  dropOff: (nodes) => {
    const worst = Math.max(0.001, ...nodes.map(({ dropOff }) => dropOff ?? 0));
    return ({ sessions, dropOff }) =>
      sessions === 0 || dropOff === null
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

function share(of: (node: NodeNumbers) => number | null) {
  return (node: NodeNumbers): Weight => {
    const part = of(node);
    return node.sessions === 0 || part === null ? { share: 0 } : { share: part, text: percent(part) };
  };
}

/** Below this number of sessions a share is shown as a count, so that 1 of 1 does not read as 100%. */
const fewest = 20;

/** A line that carries something, and no difference that holds. */
const thin = 0.001;
/** The smallest difference that holds is seen beside the greatest. */
const least = 0.25;

/**
 * Two sides on one chart: an edge is wide and has a side's color where its share differs by more than chance, and the
 * wider the larger the difference is among these; an edge whose difference may be chance, or is not tested, is a thin
 * plain line.
 */
export function comparedWeights({ ways }: Compared): Weights {
  const held = ways.filter(({ taken }) => taken.isSignificant).map(({ taken }) => Math.abs(taken.difference));
  const most = Math.max(...held, 0);
  const weightOf = ({ isChoice, taken }: Compared["ways"][number]): Weight => {
    const { a, b, difference, isSignificant } = taken;
    if (a.count + b.count === 0) return { share: 0 };
    return {
      share: isSignificant ? least + ((1 - least) * Math.abs(difference)) / most : thin,
      ...(isSignificant && { more: difference > 0 ? "b" : "a" }),
      ...(isChoice && saysSomething(taken) && { text: bothIn(taken) }),
    };
  };
  return { edges: Object.fromEntries(ways.map((way) => [way.edge, weightOf(way)])) };
}

/**
 * False where a side never came there, or where all or none of both sides took the edge, so that there was no choice.
 */
function saysSomething({ a, b }: Comparison): boolean {
  if (a.of === 0 || b.of === 0) return false;
  return a.rate !== b.rate || (a.rate > 0 && a.rate < 1);
}

/** `12 → 18%`, of few sessions `1/3 → 1/1`. */
function bothIn({ a, b }: Comparison): string {
  if (Math.min(a.of, b.of) < fewest) return `${a.count}/${a.of} → ${b.count}/${b.of}`;
  return `${Math.round(100 * a.rate)} → ${Math.round(100 * b.rate)}%`;
}
