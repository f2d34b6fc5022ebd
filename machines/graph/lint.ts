import type { AnyStateMachine } from "xstate";
import { edgesAt, type Graph, type GraphNode } from "./graph.ts";
import { anywhere } from "./names.ts";
import { nearest } from "./nearest.ts";

/** A problem in a chart, and how to fix it. */
export type Finding = {
  /** The name of the state, to be found in the source. */
  name: string;
  message: string;
  remedy: string;
};

/**
 * Problems that do not keep a chart from loading: a state that waits for an answer but shows no question, guards and
 * services that do not exist, dead ends, unreachable states, transitions that are never taken.
 * @param machine what the graph was made from
 * @param questions the names of all questions
 */
export function lintOf(
  graph: Graph,
  { implementations }: AnyStateMachine,
  questions: readonly string[],
): Finding[] {
  const guards = graph.edges.flatMap((edge) => edge.guards);
  const services = graph.nodes.flatMap(({ invokes }) => invokes.map(({ src }) => src));
  return [
    ...graph.nodes.flatMap((node) => [...unknownQuestion(graph, node, questions), ...deadEnd(graph, node)]),
    ...unknown("guard", guards, Object.keys(implementations.guards)),
    ...unknown("service", services, Object.keys(implementations.actors)),
    ...unreachable(graph),
    ...neverTaken(graph),
  ];
}

const nameOf = (id: string) => id.split(".")[0]!;

function unknownQuestion(
  { nodes, edges }: Graph,
  { id, kind, shows }: GraphNode,
  questions: readonly string[],
): Finding[] {
  const waits = kind === "state" && edges.some(({ source, event }) => source === id && event === "NEXT");
  const name = nameOf(id);
  // Where a post has failed the button of the last question is pressed again.
  const isPost = nodes.some((node) => node.kind === "submit" && nameOf(node.id) === name);
  if (!waits || shows !== undefined || isPost) return [];
  if (questions.includes(name)) {
    const remedy = "Name one of machines/steps/own-questions.ts.";
    return [{ name, message: `The meta of ${name} names a question that does not exist.`, remedy }];
  }
  const near = nearest(name, questions);
  const message = `${id} waits for an answer, but there is no question ${name}.`;
  return [
    {
      name,
      message,
      remedy: near ? `Did you mean ${near}?` : "Add it to machines/steps, or rename the state.",
    },
  ];
}

function unknown(kind: string, named: readonly string[], known: readonly string[]): Finding[] {
  return [...new Set(named)]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const remedy = near ? `Did you mean ${near}?` : "Add it to the setup of machines/survey.ts.";
      return { name, message: `There is no ${kind} ${name}.`, remedy };
    });
}

function deadEnd(graph: Graph, { id, kind }: GraphNode): Finding[] {
  if (["end", "done", "group"].includes(kind)) return [];
  const on = edgesAt(graph, id).filter(({ source, enters }) => source !== anywhere && enters.length > 0);
  // What is done by an action counts too: some states only remember what is pressed.
  if (on.length > 0) return [];
  const isHeard = graph.edges.some(({ source, enters }) => source === anywhere && enters.length > 0);
  if (isHeard) return [];
  return [
    {
      name: id.split(".").at(-1)!,
      message: `No transition leaves ${id}: a visit that gets there never ends.`,
      remedy: 'Give it `on: { NEXT: "…" }`, or `type: "final"` where the survey ends.',
    },
  ];
}

function unreachable(graph: Graph): Finding[] {
  const root = graph.nodes.find(({ id }) => id === anywhere)!;
  const reached = new Set<string>();
  const enter = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    const node = graph.nodes.find((each) => each.id === id)!;
    if (node.parent !== undefined) enter(node.parent);
    for (const child of node.initial ?? []) enter(child);
    for (const edge of graph.edges.filter(({ source }) => source === id))
      for (const to of edge.targets) enter(to);
  };
  enter(root.id);
  const lost = graph.nodes.filter(({ id, parent }) => !reached.has(id) && reached.has(parent ?? anywhere));
  return lost.map(({ id }) => ({
    name: id.split(".").at(-1)!,
    message: `Nothing leads to ${id}.`,
    remedy: "Make it a target, or remove it.",
  }));
}

function neverTaken({ edges }: Graph): Finding[] {
  return edges.flatMap((edge) => {
    const first = edges.find(
      ({ source, event, guard, order }) =>
        source === edge.source &&
        event === edge.event &&
        order < edge.order &&
        (guard === "" || guard === edge.guard),
    );
    if (!first) return [];
    const by = first.guard === "" ? "one without a guard" : `one with the same guard, ${first.guard},`;
    return [
      {
        name: nameOf(edge.source),
        message: `${edge.id} is never taken: ${by} comes before it.`,
        remedy: "Put it first, or remove it.",
      },
    ];
  });
}
