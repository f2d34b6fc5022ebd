import type { Case } from "../../../machines/simulator/cases.ts";
import { type Abstraction, liveReads, observed } from "../../../machines/simulator/observed.ts";
import { type SurveySnapshot, topState } from "../../../machines/visit/replay.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { Model } from "./model.ts";
import { modelVisit, type Tried } from "./model-visit.ts";
import { caseName, quotient } from "./quotient.ts";

/** One abstract state, with the first snapshot found in it. */
export type Vertex = { key: string; snapshot: SurveySnapshot; edges: Edge[] };
/** One case tried in one abstract state, and what came of it. */
export type Edge = Pick<Tried, "taken" | "effects"> & { from: Vertex; to: Vertex; tried: Case };
export type Graph = {
  start: Vertex;
  begun: Tried;
  vertices: Vertex[];
  edges: Edge[];
  /** The key of the vertex that stands for a snapshot. */
  keyOf: Abstraction;
};

/**
 * Tries every case in every state that can be reached, told apart by what guards read of the context. What
 * they read is found on the way: exploring ends when nothing more was read than it went by.
 */
export function explore(model: Model): Graph {
  const seen = observed(model.machine);
  const readSoFar = () => [...seen.reads.values()].reduce((sum, { size }) => sum + size, 0);
  for (;;) {
    const before = readSoFar();
    const graph = exploreBy({ ...model, machine: seen.machine }, liveReads(seen));
    if (readSoFar() === before) return quotient(graph);
  }
}

/** Tries every case in every abstract state that can be reached. */
export function exploreBy(model: Model, abstraction: Abstraction): Graph {
  const { begun, attempt } = modelVisit(model);
  const visits = new Map<Vertex, VisitState>();
  const vertices = new Map<string, Vertex>();
  const edges: Edge[] = [];
  const vertexOf = (state: VisitState): Vertex => {
    const { snapshot } = state.replay;
    const key = abstraction(snapshot);
    const known = vertices.get(key);
    if (known) return known;
    const vertex = { key, snapshot, edges: [] };
    vertices.set(key, vertex);
    visits.set(vertex, state);
    return vertex;
  };
  const start = vertexOf(begun.state);
  // A Map goes on over what is added while it is walked.
  for (const from of vertices.values()) {
    for (const tried of model.casesAt(from.snapshot)) {
      const { state, taken, effects } = attempt(visits.get(from)!, tried);
      from.edges.push({ from, to: vertexOf(state), tried, taken, effects });
    }
    edges.push(...from.edges);
  }
  return { start, begun, vertices: [...vertices.values()], edges, keyOf: abstraction };
}

/** `state + case -> state`, by an abstraction of one's choice, to compare explorations. */
export function triples({ edges }: Graph, abstraction: Abstraction): Set<string> {
  return new Set(
    edges.map((edge) =>
      [abstraction(edge.from.snapshot), caseName(edge), abstraction(edge.to.snapshot)].join(" | "),
    ),
  );
}

/** The shortest way from a vertex to an edge that is wanted, that edge included. */
export function wayTo(from: Vertex, wanted: (edge: Edge) => boolean): Edge[] | undefined {
  const ways = new Map<Vertex, Edge[]>([[from, []]]);
  for (const [vertex, way] of ways) {
    for (const edge of vertex.edges) {
      if (wanted(edge)) return [...way, edge];
      if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
    }
  }
  return undefined;
}

/** From some state of a chart no end can be reached. */
export class NoWayOut extends Error {
  readonly state: string;
  constructor({ snapshot }: Vertex) {
    const state = topState(snapshot);
    super(`No path leads from ${state} to an end.`);
    this.state = state;
  }
}

/** The shortest way to the end of the survey. @throws NoWayOut */
export function wayHome(from: Vertex): Edge[] {
  if (isEnd(from)) return [];
  const way = wayTo(from, ({ to }) => isEnd(to));
  if (!way) throw new NoWayOut(from);
  return way;
}

export function isEnd({ snapshot }: Vertex): boolean {
  return snapshot.status === "done";
}
