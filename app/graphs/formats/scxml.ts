import type { SurveyInput } from "../../../machines/context/context.ts";
import type { Graph, GraphEdge, GraphNode } from "../../../machines/graph/graph.ts";
import { anywhere } from "../../../machines/graph/names.ts";
import { arrivalGuards } from "../../../machines/guards.ts";
import { variants } from "../../../machines/registry.ts";

/** Namespace for what SCXML does not define: a state's question, and services that our server calls. */
export const ownNamespace = "https://claimpath.example/chart";

/**
 * A whole chart as SCXML (W3C): routers, parts and services, nothing folded. It runs in any SCXML interpreter: a guard
 * holds once an event's data say so (`ANSWER` with `{ injured: true }`, a service's `done.invoke` with `{ hitAndRun:
 * true }`), actions write to the interpreter's log, and a service's result is an event that the user sends. Guards
 * about how the visitor came in hold as they do at the survey's first address; change the data named `said` for another
 * arrival.
 */
export function scxmlOf(graph: Graph): string {
  const root = graph.nodes.find(({ id }) => id === anywhere)!;
  const head = `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:own="${ownNamespace}" version="1.0"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `${head} datamodel="ecmascript"${attributes({ name: nameOf(graph), "own:code": graph.code, initial: xmlId(root.id) })}>`,
    ...dataLines(graph).map((line) => `  ${line}`),
    ...stateLines(graph, root).map((line) => `  ${line}`),
    "</scxml>",
  ];
  return `${lines.join("\n")}\n`;
}

/** Interpreters turn the name into a function's. */
function nameOf({ code }: Graph): string {
  return code.replaceAll("-", "_");
}

/** Known data, and code that reads the rest from events: the latest event that mentions a guard counts. */
function dataLines({ code, edges }: Graph): string[] {
  const [path = ""] = Object.keys(variants.get(code)?.entries ?? {});
  const asked = new Set(edges.flatMap(({ guards }) => guards));
  const known = Object.entries(arrivalGuards)
    .filter(([name]) => asked.has(name))
    .map(([name, guard]) => `${name}: ${guard({ context: { path } as SurveyInput })}`);
  // Some interpreters hide _event from these functions, so each condition passes it on.
  const script = [
    "function hears(event) { var data = (event || {}).data || {}; for (var name in data) said[name] = data[name]; }",
    "function holds(name, event) { hears(event); return said[name] === true; }",
    "function and() { return Array.prototype.every.call(arguments, Boolean); }",
    "function or() { return Array.prototype.some.call(arguments, Boolean); }",
    "function not(guard) { return !guard; }",
  ];
  return [
    ...element("datamodel", [`<data${attributes({ id: "said", expr: `{ ${known.join(", ")} }` })}/>`]),
    ...element("script", script.map(escaped)),
  ];
}

function stateLines(graph: Graph, node: GraphNode): string[] {
  const { id, kind, shows, initial, invokes, entry, exit } = node;
  const isFinal = kind === "end" || kind === "done";
  const name = isFinal ? "final" : node.parallel ? "parallel" : "state";
  const begins = node.parallel ? undefined : initial?.map(xmlId).join(" ");
  const own = graph.edges.filter(({ source }) => source === id);
  const delays = [...new Set(own.filter(({ trigger }) => trigger === "after").map(({ event }) => event))];
  const timers = delays.flatMap((event) => {
    const ms = Number(event.replace("after.", ""));
    return Number.isNaN(ms) ? [] : [{ event, id: `${xmlId(id)}.${event}`, delay: `${ms}ms` }];
  });
  const inner = [
    ...wrapped("onentry", [...entry.map(action), ...timers.map((timer) => `<send${attributes(timer)}/>`)]),
    ...wrapped("onexit", [
      ...exit.map(action),
      ...timers.map((timer) => `<cancel${attributes({ sendid: timer.id })}/>`),
    ]),
    ...own.flatMap((edge) => transitionLines(edge)),
    ...invokes.map(
      (invoke) =>
        `<invoke${attributes({ type: `${ownNamespace}#service`, ...invoke, id: callId(id, invoke.id) })}/>`,
    ),
    ...graph.nodes.filter(({ parent }) => parent === id).flatMap((child) => stateLines(graph, child)),
  ];
  return element(`${name}${attributes({ id: xmlId(id), initial: begins, "own:shows": shows })}`, inner);
}

function transitionLines(edge: GraphEdge): string[] {
  const { guard, targets, reenter, actions } = edge;
  const own = {
    event: eventName(edge),
    cond: guard ? condition(guard) : undefined,
    target: targets.map(xmlId).join(" ") || undefined,
    type: reenter ? undefined : "internal",
  };
  // Guards that an answer's or a service's data mention are evaluated by later states too.
  const isTold = edge.event === "ANSWER" || (edge.trigger === "done" && edge.event !== "done");
  const hears = isTold ? ["<script>hears(_event);</script>"] : [];
  return element(`transition${attributes(own)}`, [...hears, ...actions.map(action)]);
}

/** An event's name in SCXML; undefined for eventless transitions. */
function eventName({ trigger, event, source }: GraphEdge): string | undefined {
  if (trigger === "always") return undefined;
  if (trigger === "done" && event === "done") return `done.state.${xmlId(source)}`;
  if (trigger === "done") return `done.invoke.${callId(source, event.replace(/\.done$/, ""))}`;
  return trigger === "error" ? `error.platform.${callId(source, event.replace(/\.error$/, ""))}` : event;
}

/** Unique id of a service call: several states may call the same service. */
function callId(node: string, id: string): string {
  return `${xmlId(node)}.${id}`;
}

/** A guard as an expression: `not(atFault)` becomes `not(holds('atFault', _event))`. */
function condition(guard: string): string {
  const [, name, inner] = /^(and|or|not)\((.*)\)$/s.exec(guard) ?? [];
  if (name) return `${name}(${partsOf(inner!).map(condition).join(", ")})`;
  return `holds(${inQuotes(guard)}, _event)`;
}

/** The items of a list, split at commas outside brackets. */
function partsOf(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of list) {
    if ("([{".includes(sign)) depth++;
    if (")]}".includes(sign)) depth--;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** A name as a text of ECMAScript. */
function inQuotes(name: string): string {
  return `'${name.replace(/['\\]/g, "\\$&")}'`;
}

/** Actions that raise an event do so, all others are logged. */
function action(name: string): string {
  return name === "advance" ? '<raise event="NEXT"/>' : `<log${attributes({ label: name })}/>`;
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

/** A node's id as a valid XML id: other characters are written as `_x7B_`. */
function xmlId(id: string): string {
  return id.replace(/[^\w.-]/g, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`);
}
