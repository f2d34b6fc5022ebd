import { DOMParser, type Element } from "@xmldom/xmldom";
import type { Graph, GraphEdge, GraphNode, NodeKind } from "../../../machines/graph/graph.ts";
import type { Trigger } from "../../../machines/graph/names.ts";

const own = "https://claimpath.example/chart";
const states = ["state", "parallel", "final"];

/** Reads a chart from SCXML by what the standard says, and only the names of actions and questions by our own words. */
export function graphFromScxml(text: string): Graph {
  const { documentElement } = new DOMParser().parseFromString(text, "text/xml");
  const root = documentElement!;
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const begins = new Map<string, string[]>();

  const read = (element: Element, parent?: string) => {
    const id = named(element.getAttribute("id"));
    const node = nodeOf(element, id, parent);
    nodes.push(node);
    begins.set(id, node.initial ?? []);
    for (const transition of children(element, "transition")) edges.push(edgeOf(transition, id));
    for (const child of children(element, ...states)) read(child, id);
  };
  for (const child of children(root, ...states)) read(child);

  const entered = (id: string): string[] => {
    const begun = begins.get(id)!;
    return begun.length > 0 ? begun.flatMap(entered) : [id];
  };
  const counts = new Map<string, number>();
  for (const edge of edges) {
    const rivals = edges.filter(({ source, event }) => source === edge.source && event === edge.event);
    edge.order = rivals.indexOf(edge);
    edge.isOtherwise = edge.guard === "" && rivals.slice(0, edge.order).some(({ guard }) => guard !== "");
    edge.enters = [...new Set(edge.targets.flatMap(entered))];
    const id = [edge.source, edge.event, edge.guard, edge.targets.join()].join("#");
    counts.set(id, (counts.get(id) ?? 0) + 1);
    edge.id = counts.get(id) === 1 ? id : `${id}#${counts.get(id)}`;
  }
  return { code: root.getAttributeNS(own, "code")!, nodes, edges };
}

function nodeOf(element: Element, id: string, parent: string | undefined): GraphNode {
  const shows = element.getAttributeNS(own, "shows");
  const initial =
    element.tagName === "parallel" ? children(element, ...states).map(idOf) : idsOf(element, "initial");
  return {
    id,
    kind: kindOf(element, parent, Boolean(shows)),
    ...(parent !== undefined && { parent }),
    ...(initial.length > 0 && { initial }),
    ...(element.tagName === "parallel" && { parallel: true as const }),
    ...(shows && { shows }),
    invokes: children(element, "invoke").map((each) => ({
      id: lastOf(each.getAttribute("id")!),
      src: each.getAttribute("src")!,
    })),
    entry: children(element, "onentry").flatMap(actionsIn),
    exit: children(element, "onexit").flatMap(actionsIn),
    tags: [],
  };
}

function kindOf(element: Element, parent: string | undefined, isStep: boolean): NodeKind {
  if (element.tagName === "final") return parent === "*" ? "end" : "done";
  if (children(element, ...states).length > 0) return "group";
  if (children(element, "transition").some((each) => !each.hasAttribute("event"))) return "router";
  const services = children(element, "invoke").map((each) => each.getAttribute("src"));
  if (services.length > 0) return services.includes("postLead") ? "submit" : "check";
  return isStep ? "step" : "state";
}

function edgeOf(element: Element, source: string): GraphEdge {
  const guard = (element.getAttribute("cond") ?? "").replace(/holds\('(.*?)', _event\)/g, "$1");
  return {
    id: "",
    source,
    targets: idsOf(element, "target"),
    enters: [],
    ...eventOf(element.getAttribute("event")),
    guard,
    guards: guard.match(/\w+(?!\w*\()/g) ?? [],
    order: 0,
    isOtherwise: false,
    actions: actionsIn(element),
    reenter: element.getAttribute("type") !== "internal",
  };
}

function eventOf(event: string | null): { event: string; trigger: Trigger } {
  if (event === null) return { event: "always", trigger: "always" };
  if (event.startsWith("after.")) return { event, trigger: "after" };
  const [, kind, name] = /^(done\.state|done\.invoke|error\.platform)\.(.+)$/.exec(event) ?? [];
  if (kind === "done.state") return { event: "done", trigger: "done" };
  if (kind === "done.invoke") return { event: `${lastOf(name!)}.done`, trigger: "done" };
  return kind === undefined
    ? { event, trigger: "event" }
    : { event: `${lastOf(name!)}.error`, trigger: "error" };
}

/** A call is named after the state that makes it, and the service. */
function lastOf(id: string): string {
  return id.split(".").at(-1)!;
}

function children(element: Element, ...names: string[]): Element[] {
  return [...element.childNodes].filter(
    (child): child is Element => child.nodeType === 1 && names.includes((child as Element).localName ?? ""),
  );
}

function actionsIn(element: Element): string[] {
  return children(element, "log", "raise").map((each) => each.getAttribute("label") ?? "advance");
}

function idsOf(element: Element, attribute: string): string[] {
  return (element.getAttribute(attribute) ?? "").split(" ").filter(Boolean).map(named);
}

function idOf(element: Element): string {
  return named(element.getAttribute("id"));
}

/** An id as the chart has it: what XML does not allow is there as `_x7B_`. */
function named(id: string | null): string {
  return (id ?? "").replace(/_x([0-9A-F]+)_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
