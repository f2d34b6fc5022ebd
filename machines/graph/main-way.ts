import type { View, ViewEdge, ViewNode } from "./view.ts";

/** A view with its detours folded away. */
export type MainWay = {
  view: View;
  /** The places in each folded box, by its id. */
  folded: Record<string, string[]>;
};

/**
 * Folds a chart to its unavoidable places: those on every way to the posted lead (or to an end, where none is posted),
 * and the ends. What is beside or between these becomes one box for each connected piece; a single place stays as it
 * is.
 */
export function mainWayOf(view: View): MainWay {
  const goals = goalsOf(view);
  const isKept = ({ id, kind }: ViewNode) => kind === "end" || goals.has(id) || !reaches(view, goals, id);
  const beside = view.nodes.filter((node) => !isKept(node)).map(({ id }) => id);
  const folded = Object.fromEntries(
    pieces(view, beside)
      .filter((members) => members.length > 1)
      .map((members) => [`fold:${members[0]}`, members]),
  );
  const boxOf = new Map(Object.entries(folded).flatMap(([box, members]) => members.map((id) => [id, box])));
  const boxes = new Set<string>();
  const nodes = view.nodes.flatMap((node): ViewNode[] => {
    const box = boxOf.get(node.id);
    if (box === undefined) return [node];
    if (boxes.has(box)) return [];
    boxes.add(box);
    return [{ id: box, kind: "state", title: `${node.title} and ${folded[box]!.length - 1} more` }];
  });
  return { view: { code: view.code, nodes, edges: joined(view.edges, (id) => boxOf.get(id) ?? id) }, folded };
}

function goalsOf({ nodes }: View): Set<string> {
  const of = (kind: ViewNode["kind"]) => nodes.filter((node) => node.kind === kind).map(({ id }) => id);
  const posts = of("submit");
  return new Set(posts.length > 0 ? posts : of("end"));
}

/** True where a goal can be reached from the beginning without this place. */
function reaches({ edges }: View, goals: ReadonlySet<string>, without: string): boolean {
  const seen = new Set(["start"].filter((id) => id !== without));
  // Iterating over a Set includes entries added meanwhile.
  for (const at of seen) {
    if (goals.has(at)) return true;
    for (const { source, target } of edges) if (source === at && target !== without) seen.add(target);
  }
  return false;
}

/** Places that ways between them hold together, in the chart's order. */
function pieces({ edges }: View, ids: readonly string[]): string[][] {
  const left = new Set(ids);
  return ids.flatMap((first) => {
    if (!left.delete(first)) return [];
    const piece = new Set([first]);
    for (const at of piece) {
      for (const { source, target } of edges) {
        const other = source === at ? target : target === at ? source : undefined;
        if (other !== undefined && left.delete(other)) piece.add(other);
      }
    }
    return [ids.filter((id) => piece.has(id))];
  });
}

/** Edges between boxes: those inside one are dropped, and those between the same two are merged. */
function joined(edges: readonly ViewEdge[], boxOf: (id: string) => string): ViewEdge[] {
  const byId = new Map<string, ViewEdge>();
  for (const edge of edges) {
    const [source, target] = [boxOf(edge.source), boxOf(edge.target)];
    if (source === target) continue;
    const id = `${source}->${target}`;
    const known = byId.get(id);
    // A box cannot have a label of its own for several places.
    const label = known || source !== edge.source ? "" : edge.label;
    byId.set(id, { id, source, target, label, ways: [...(known?.ways ?? []), ...edge.ways] });
  }
  return [...byId.values()];
}
