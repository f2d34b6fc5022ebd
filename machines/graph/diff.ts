import type { Graph, GraphEdge, GraphNode } from "./graph.ts";

/** What only one of two charts has of a kind, and what both have with differences. */
export type Difference = { gained: string[]; lost: string[]; changed: { id: string; how: string[] }[] };

/** Items by their id, each with its description: label and value. */
export type Described = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Compares two charts' items of a kind; what is on neither side is described as `nothing`. */
export function compared(before: Described, after: Described): Difference {
  const kept = [...before.keys()].filter((id) => after.has(id));
  return {
    gained: [...after.keys()].filter((id) => !before.has(id)),
    lost: [...before.keys()].filter((id) => !after.has(id)),
    changed: kept.flatMap((id) => {
      const how = changesOf(before.get(id)!, after.get(id)!);
      return how.length > 0 ? [{ id, how }] : [];
    }),
  };
}

function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const labels = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return labels.flatMap((label) => {
    const [was, is] = [before[label] || "nothing", after[label] || "nothing"];
    return was === is ? [] : [`${label} was ${was}, is ${is}`];
  });
}

/** True where nothing was gained, lost or changed. */
export function isSame({ gained, lost, changed }: Difference): boolean {
  return gained.length + lost.length + changed.length === 0;
}

/** Compares the nodes of two graphs. */
export function comparedStates(before: Graph, after: Graph): Difference {
  const described = ({ nodes }: Graph) => new Map(nodes.map((node) => [node.id, ofNode(node)]));
  return compared(described(before), described(after));
}

function ofNode({ kind, initial = [], parallel, shows = "", entry, exit, tags, meta, invokes }: GraphNode) {
  return {
    kind: parallel ? `parallel ${kind}` : kind,
    "its beginning": initial.join(", "),
    "the step shown": shows,
    "the service asked": invokes.map(({ id, src }) => (id === src ? id : `${src} as ${id}`)).join(", "),
    "what entering does": entry.join(", "),
    "what leaving does": exit.join(", "),
    tags: [...tags].sort().join(", "),
    meta: meta === undefined ? "" : stable(meta),
  };
}

/**
 * Compares the edges of two graphs. One that was lost and one that was gained for the same event, guard or target
 * apart, are one that was changed.
 */
export function comparedEdges(before: Graph, after: Graph): Difference {
  const [was, is] = [described(before, after), described(after, before)];
  const { gained, lost, changed } = compared(was, is);
  const moved = new Map<string, string>();
  const pair = (alike: (edge: GraphEdge) => string) => {
    const open = gained.filter((id) => ![...moved.values()].includes(id));
    for (const id of lost.filter((each) => !moved.has(each))) {
      const key = alike(edgeIn(before, id));
      const partner = open.findIndex((other) => alike(edgeIn(after, other)) === key);
      if (partner >= 0) moved.set(id, open.splice(partner, 1)[0]!);
    }
  };
  pair(({ source, event, guard }) => [source, event, guard].join("#"));
  pair(({ source, event, targets }) => [source, event, targets.join()].join("#"));
  const paired = [...moved].map(([id, other]) => ({ id, how: changesOf(was.get(id)!, is.get(other)!) }));
  return {
    gained: gained.filter((id) => ![...moved.values()].includes(id)),
    lost: lost.filter((id) => !moved.has(id)),
    changed: [...changed, ...paired],
  };
}

function edgeIn({ edges }: Graph, id: string): GraphEdge {
  return edges.find((edge) => edge.id === id)!;
}

/** Edges with what can differ in them; their order counts only among those that both graphs have. */
function described({ edges }: Graph, other: Graph): Described {
  const known = new Set(other.edges.map(({ id }) => id));
  return new Map(
    edges.map((edge) => {
      const { id, source, event, guard, targets, actions, reenter } = edge;
      const rivals = edges.filter(
        (each) => each.source === source && each.event === event && known.has(each.id),
      );
      return [
        id,
        {
          guard,
          target: targets.join(", "),
          "what it does": actions.join(", "),
          reentering: reenter ? "yes" : "no",
          ...(known.has(id) && { "its place among the others": String(rivals.indexOf(edge) + 1) }),
        },
      ];
    }),
  );
}

/** JSON with its keys in order. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
