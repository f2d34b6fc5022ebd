import type { Graph, GraphEdge, GraphNode } from "../../../machines/graph/graph.ts";
import { anywhere } from "../../../machines/graph/names.ts";

/** Names of what SCXML has no word for: the chart's actions, and the question a state shows. */
export const ownNamespace = "https://claimpath.example/chart";

/** A chart as SCXML (W3C), whole: routers, parts and services, nothing folded. Guards are its conditions, as calls. */
export function scxmlOf(graph: Graph): string {
  const root = graph.nodes.find(({ id }) => id === anywhere)!;
  const head = `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:own="${ownNamespace}" version="1.0"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `${head} datamodel="ecmascript"${attributes({ name: graph.code, initial: xmlId(root.id) })}>`,
    ...stateLines(graph, root).map((line) => `  ${line}`),
    "</scxml>",
  ];
  return `${lines.join("\n")}\n`;
}

function stateLines(graph: Graph, node: GraphNode): string[] {
  const { id, kind, shows, initial, invokes, entry, exit } = node;
  const isFinal = kind === "end" || kind === "done";
  const name = isFinal ? "final" : node.parallel ? "parallel" : "state";
  const begins = node.parallel ? undefined : initial?.map(xmlId).join(" ");
  const inner = [
    ...wrapped("onentry", entry.map(action)),
    ...wrapped("onexit", exit.map(action)),
    ...invokes.map((invoke) => `<invoke${attributes({ ...invoke })}/>`),
    ...graph.edges.filter(({ source }) => source === id).flatMap((edge) => transitionLines(edge)),
    ...graph.nodes.filter(({ parent }) => parent === id).flatMap((child) => stateLines(graph, child)),
  ];
  return element(`${name}${attributes({ id: xmlId(id), initial: begins, "own:shows": shows })}`, inner);
}

function transitionLines(edge: GraphEdge): string[] {
  const { guard, targets, reenter, actions } = edge;
  const own = {
    event: eventName(edge),
    cond: guard || undefined,
    target: targets.map(xmlId).join(" ") || undefined,
    type: reenter ? undefined : "internal",
  };
  return element(`transition${attributes(own)}`, actions.map(action));
}

/** An event as SCXML and its users call it; none for what happens by itself. */
function eventName({ trigger, event, source }: GraphEdge): string | undefined {
  if (trigger === "always") return undefined;
  if (trigger === "done" && event === "done") return `done.state.${xmlId(source)}`;
  if (trigger === "done") return `done.invoke.${event.replace(/\.done$/, "")}`;
  return trigger === "error" ? `error.platform.${event.replace(/\.error$/, "")}` : event;
}

function action(name: string): string {
  return `<own:action${attributes({ name })}/>`;
}

function wrapped(name: string, inner: readonly string[]): string[] {
  return inner.length > 0 ? element(name, inner) : [];
}

function element(opening: string, inner: readonly string[]): string[] {
  const [name] = opening.split(" ");
  if (inner.length === 0) return [`<${opening}/>`];
  return [`<${opening}>`, ...inner.map((line) => `  ${line}`), `</${name}>`];
}

function attributes(given: Record<string, string | undefined>): string {
  return Object.entries(given)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escaped(value)}"`))
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A node's id as XML allows it: other characters as `_x7B_`. */
function xmlId(id: string): string {
  return id.replace(/[^\w.-]/g, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`);
}
