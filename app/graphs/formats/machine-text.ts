import type { Graph, GraphEdge, GraphNode } from "../../../machines/graph/graph.ts";
import { anywhere } from "../../../machines/graph/names.ts";

/**
 * A chart as one `createMachine({…})`, with shared parts inlined and guards, actions and services by name only: Stately
 * Studio can import it, and it can be read without our shared parts.
 */
export function machineTextOf(graph: Graph): string {
  const root = graph.nodes.find(({ id }) => id === anywhere)!;
  const config = { id: graph.code, ...configOf(graph, root) };
  return `import { createMachine } from "xstate";\n\nexport const machine = createMachine(${literal(config)});\n`;
}

type Config = Record<string, unknown>;

function configOf(graph: Graph, node: GraphNode): Config {
  const { id, kind, parallel, initial = [], entry, exit, tags, meta, invokes } = node;
  const own = graph.edges.filter(({ source }) => source === id);
  const on = (event: string) =>
    transitions(
      graph,
      own.filter((edge) => edge.event === event),
    );
  const events = [...new Set(own.filter(({ trigger }) => trigger === "event").map(({ event }) => event))];
  const delays = [...new Set(own.filter(({ trigger }) => trigger === "after").map(({ event }) => event))];
  const children = graph.nodes.filter(({ parent }) => parent === id);
  return stripped({
    type: kind === "end" || kind === "done" ? "final" : parallel ? "parallel" : undefined,
    initial: parallel ? undefined : initial.map((each) => keyOf(each)).join() || undefined,
    meta,
    tags,
    entry,
    exit,
    invoke: invokes.map((invoke) =>
      stripped({ ...invoke, onDone: on(`${invoke.id}.done`), onError: on(`${invoke.id}.error`) }),
    ),
    always: on("always"),
    on: Object.fromEntries(events.map((event) => [event, on(event)])),
    after: Object.fromEntries(delays.map((event) => [event.replace("after.", ""), on(event)])),
    onDone: on("done"),
    states: Object.fromEntries(children.map((child) => [keyOf(child.id), configOf(graph, child)])),
  });
}

/** Transitions in XState's short forms: a lone target is a string, a list of one is its item. */
function transitions({ code, nodes }: Graph, edges: readonly GraphEdge[]): unknown {
  const parentOf = (id: string) => nodes.find((node) => node.id === id)!.parent;
  const written = edges.map(({ source, guard, targets, actions, reenter }) => {
    const config = stripped({
      guard: guard || undefined,
      target: targets.map((to) => (parentOf(to) === parentOf(source) ? keyOf(to) : `#${code}.${to}`)),
      actions,
      reenter: reenter || undefined,
    });
    return Object.keys(config).join() === "target" && edges.length === 1 ? config.target : config;
  });
  return written.length === 1 ? written[0] : written;
}

function keyOf(id: string): string {
  return id.split(".").at(-1)!;
}

/** Drops empty values, and unwraps lists of one. */
function stripped(config: Config): Config {
  const entries = Object.entries(config).flatMap(([key, value]) => {
    if (Array.isArray(value)) return value.length > 0 ? [[key, value.length === 1 ? value[0] : value]] : [];
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return value === undefined || (isEmpty && key !== "meta") ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

const widest = 100;

/** A value as source code: keys quoted only if needed, on one line if it fits. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, inner))
    : Object.entries(value).map(([key, each]) => `${quotedKey(key)}: ${literal(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const space = Array.isArray(value) || parts.length === 0 ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  const isShort = line.length + indent.length <= widest && !line.includes("\n");
  return isShort ? line : `${open}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${close}`;
}

function quotedKey(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
}
