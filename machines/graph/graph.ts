import type { AnyStateMachine } from "xstate";
import { stepNamed } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import {
  beginningOf,
  type ChartNode,
  leavesEntered,
  nodesOf,
  type Transition,
  transitionsOf,
} from "../visit/walk.ts";
import { edgeIds } from "./leaves.ts";
import { eventOf, guardsOf, guardText, nodeId, type Trigger, textsOf } from "./names.ts";

/**
 * A node's kind. Waiting: `step` shows a question, `check` calls a service, `submit` posts the lead, `state` is any
 * other. Passing: `router` continues by itself, `done` ends a part. `end` ends the chart, `group` has nodes inside.
 */
export type NodeKind = "step" | "check" | "submit" | "state" | "router" | "done" | "end" | "group";

/** A StateNode. A graph is plain data, unchanged by JSON. */
export type GraphNode = {
  /** The way to it from the root: `NameAndEmail.asking`; the root's is `*`. */
  id: string;
  kind: NodeKind;
  /** Its group; only the root has none. */
  parent?: string;
  /** For a group: what is entered with it. */
  initial?: string[];
  parallel?: true;
  /** Name of the question on screen while the chart is here or further inside. */
  shows?: string;
  /** Services called on entry, by their id and the name of their implementation. */
  invokes: { id: string; src: string }[];
  entry: string[];
  exit: string[];
  tags: string[];
  meta?: unknown;
};

/** A transition. */
export type GraphEdge = {
  /** Its stable id, see `edgeIds`. */
  id: string;
  source: string;
  /** As the chart names them; empty for a transition that stays. */
  targets: string[];
  /** The leaves that are entered by it. */
  enters: string[];
  event: string;
  trigger: Trigger;
  /** In full, with and, or and not; empty for none. */
  guard: string;
  /** The guards named in it. */
  guards: string[];
  /** Its position among those of the same source and event: the first whose guard holds is taken. */
  order: number;
  /** Without a guard, after others that have one. */
  isOtherwise: boolean;
  actions: string[];
  reenter: boolean;
};

export type Graph = {
  /** Short code of the variant, or the machine's id. */
  code: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
};

/** A graph's source; a `Variant` is one. */
export type Charted = { code: string; machine: AnyStateMachine };

/** The question of that name as that chart asks it, where it is one. */
export type Questions = (name: string, machine: AnyStateMachine) => Step | undefined;

/**
 * The graph of a chart, node by node and edge by edge in the chart's own order.
 * @param questions where the charts are not these: an older state of the project has its own
 */
export function graphOf({ code, machine }: Charted, questions: Questions = stepNamed): Graph {
  const ids = edgeIds(machine);
  const nodes = nodesOf(machine);
  return {
    code,
    nodes: nodes.map((node) => graphNode(node, questions(node.path[0] ?? "", machine)?.name)),
    edges: nodes.flatMap((node) => {
      const all = transitionsOf(node);
      return all.map((transition) => graphEdge(transition, ids.get(transition)!, all));
    }),
  };
}

function graphNode(node: ChartNode, shows: string | undefined): GraphNode {
  const initial = beginningOf(node).map(nodeId);
  return {
    id: nodeId(node),
    kind: kindOf(node, shows !== undefined),
    ...(node.parent && { parent: nodeId(node.parent as ChartNode) }),
    ...(initial.length > 0 && { initial }),
    ...(node.type === "parallel" && { parallel: true as const }),
    ...(shows !== undefined && { shows }),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: String(src) })),
    // As written: XState adds actions of its own where a state has delays.
    entry: textsOf([node.config.entry ?? []].flat()),
    exit: textsOf([node.config.exit ?? []].flat()),
    tags: [...node.tags],
    ...(node.meta !== undefined && { meta: node.meta }),
  };
}

function kindOf({ type, parent, always, invoke }: ChartNode, isStep: boolean): NodeKind {
  if (type === "final") return parent?.parent ? "done" : "end";
  if (type !== "atomic") return "group";
  if (always) return "router";
  if (invoke.length > 0) return invoke.some(({ src }) => src === "postLead") ? "submit" : "check";
  return isStep ? "step" : "state";
}

function graphEdge(transition: Transition, id: string, all: readonly Transition[]): GraphEdge {
  const { source, target = [], guard, eventType, actions = [], reenter = false } = transition;
  const rivals = all.filter((other) => other.eventType === eventType);
  const order = rivals.indexOf(transition);
  return {
    id,
    source: nodeId(source),
    targets: target.map(nodeId),
    enters: [...new Set(target.flatMap(leavesEntered).map(nodeId))],
    ...eventOf(transition),
    guard: guardText(guard),
    guards: guardsOf(guard),
    order,
    isOtherwise: guard === undefined && rivals.slice(0, order).some((rival) => rival.guard !== undefined),
    actions: textsOf(actions),
    reenter,
  };
}

/** The nodes around one, nearest first, itself included. */
export function around(graph: Graph, id: string): GraphNode[] {
  const node = graph.nodes.find((each) => each.id === id);
  if (!node) return [];
  return node.parent === undefined ? [node] : [node, ...around(graph, node.parent)];
}

/** The edges that can be taken while the chart is at a leaf: its own first, then those of the nodes around it. */
export function edgesAt(graph: Graph, leaf: string): GraphEdge[] {
  return around(graph, leaf).flatMap(({ id }) => graph.edges.filter(({ source }) => source === id));
}
