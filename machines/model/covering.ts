import { observedSteps, stepperOf } from "../graph/stepper.ts";
import type { CalendarDay } from "../rules/dates.ts";
import { stepNamed } from "../steps/index.ts";
import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import type { Command, Decision } from "../visit/commands.ts";
import { decide } from "../visit/decide.ts";
import { callOf, type SurveySnapshot, settled, topState } from "../visit/replay.ts";
import { readVisit, type VisitState } from "../visit/visit-state.ts";
import type { AskedValues } from "./asked-values.ts";
import { type Case, casesAt } from "./cases.ts";
import type { Move } from "./moves.ts";
import { type Abstraction, liveReads, observed } from "./observed.ts";

/** The day on which charts are walked, and a moment of it in every time zone of ours, UTC milliseconds. */
export const walkDay: CalendarDay = { year: 2025, month: 6, day: 15 };
export const walkNoon = Date.UTC(2025, 5, 15, 12);

/** A chart, how it is entered, and what to try in each of its states. */
export type Model = { machine: SurveyMachine; input: SurveyInput; casesAt(snapshot: SurveySnapshot): Case[] };

/** A chart with cases made from its steps' data, its calls and what else it listens to. Its id is its variant's code, which may ask its own way. */
export function modelOf(machine: SurveyMachine, input: SurveyInput, more?: Partial<AskedValues>): Model {
  const known = new Map<string, Case[]>();
  return {
    machine,
    input,
    casesAt(snapshot) {
      const where = callOf(snapshot) ?? topState(snapshot);
      const cases = known.get(where) ?? casesAt(snapshot, machine, walkDay, { more });
      known.set(where, cases);
      return cases;
    },
  };
}

/** The result of a case: the visit after it, the effects, and the ids of the transitions taken. */
export type Tried = Pick<Decision, "state" | "effects"> & { taken: readonly string[] };

/**
 * A visit to a model's chart before its first answer, and how to try a case in it or in any visit that follows.
 * @param core what the rules of a visit are, where they are not ours
 */
export function modelVisit({ machine, input }: Pick<Model, "machine" | "input">, core = decide) {
  let taken: string[] = [];
  const steps = observedSteps(stepperOf(machine), (step) => taken.push(...step.taken));
  const question = (name: string) => stepNamed(name, machine);
  const state = readVisit({ machine, steps, question, inputOf: () => input }, []);
  const begun: Tried = { state, effects: state.replay.effects, taken };
  const attempt = (visit: VisitState, tried: Case): Tried => {
    taken = [];
    const { state, effects, rejected } = core(visit, commandOf(visit, tried));
    if (rejected) throw new Error(`${tried.factor} rejects ${tried.label}`);
    return { state, effects, taken };
  };
  return { begun, attempt };
}

function commandOf({ step }: VisitState, tried: Case): Command {
  const at = walkNoon;
  switch (tried.kind) {
    case "answer":
      return { kind: "answer", at, step, fields: tried.post, today: tried.today ?? walkDay };
    case "outcome":
      return { kind: "outcome", at, outcome: tried.outcome };
    case "page":
      return { kind: "page", at, event: tried.event };
    case "again":
      return { kind: "page", at, event: { type: "ANSWER", answers: {} } };
  }
}

/** A move as the chart alone is given it. */
export function eventOf(move: Move, today?: CalendarDay): SurveyEvent {
  switch (move.kind) {
    case "answer":
      return { type: "ANSWER", answers: move.answers, ...(today && { today }) };
    case "outcome":
      return settled(move.outcome);
    case "page":
      return move.event;
    case "again":
      return { type: "ANSWER", answers: {} };
  }
}

/** The name of a case in paths, pairs and failures. */
export const caseName = ({ tried }: Pick<Edge, "tried">) => `${tried.factor}: ${tried.label}`;

/**
 * The smallest graph that behaves the same: vertices are one when they show the same state and every case
 * takes the same transitions from them to vertices that are one too (bisimulation, by refining a partition).
 */
export function quotient({ start, vertices, begun, keyOf }: Graph): Graph {
  let classes = numbered(vertices, ({ snapshot }) => JSON.stringify(snapshot.value));
  for (let before = 0; classes.count > before; ) {
    before = classes.count;
    const { of } = classes;
    classes = numbered(vertices, (vertex) => {
      const ways = vertex.edges.map((edge) => [caseName(edge), of.get(edge.to), ...edge.taken].join("|"));
      return [of.get(vertex), ...ways].join("\n");
    });
  }
  const { of } = classes;
  const merged: Vertex[] = [];
  for (const vertex of vertices) {
    const { value } = vertex.snapshot;
    const alike = merged.filter(({ snapshot }) => JSON.stringify(snapshot.value) === JSON.stringify(value));
    const key = `${JSON.stringify(value)}${alike.length > 0 ? ` (${alike.length + 1})` : ""}`;
    merged[of.get(vertex)!] ??= { key, snapshot: vertex.snapshot, edges: [] };
  }
  const oneOf = (vertex: Vertex) => merged[of.get(vertex)!]!;
  for (const vertex of vertices) {
    const from = oneOf(vertex);
    if (from.snapshot !== vertex.snapshot) continue;
    from.edges = vertex.edges.map((edge): Edge => ({ ...edge, from, to: oneOf(edge.to) }));
  }
  const keys = new Map(vertices.map((vertex) => [vertex.key, oneOf(vertex).key]));
  return {
    start: oneOf(start),
    begun,
    vertices: merged,
    edges: merged.flatMap(({ edges }) => edges),
    keyOf: (snapshot) => keys.get(keyOf(snapshot)) ?? `unknown: ${keyOf(snapshot)}`,
  };
}

/** Numbers the classes of vertices with the same signature, in the order of the vertices. */
function numbered(vertices: Vertex[], signature: (vertex: Vertex) => string) {
  const numbers = new Map<string, number>();
  const of = new Map(
    vertices.map((vertex) => {
      const name = signature(vertex);
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return [vertex, number] as const;
    }),
  );
  return { of, count: numbers.size };
}

/** An abstract state, with the first snapshot found in it. */
export type Vertex = { key: string; snapshot: SurveySnapshot; edges: Edge[] };
/** A case tried in one abstract state, and its result. */
export type Edge = Pick<Tried, "taken" | "effects"> & { from: Vertex; to: Vertex; tried: Case };
export type Graph = {
  start: Vertex;
  begun: Tried;
  vertices: Vertex[];
  edges: Edge[];
  /** The key of a snapshot's vertex. */
  keyOf: Abstraction;
};

/**
 * Tries every case in every reachable state, distinguished by what guards read from the context. What they read is
 * found on the way: exploring ends when nothing new was read.
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
  // Iterating over a Map includes entries added meanwhile.
  for (const from of vertices.values()) {
    for (const tried of model.casesAt(from.snapshot)) {
      try {
        const { state, taken, effects } = attempt(visits.get(from)!, tried);
        from.edges.push({ from, to: vertexOf(state), tried, taken, effects });
      } catch (error) {
        throw new NotTaken(from, tried, error);
      }
    }
    edges.push(...from.edges);
  }
  return { start, begun, vertices: [...vertices.values()], edges, keyOf: abstraction };
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

/** A case that XState itself cannot follow, such as transitions in a circle without an event. */
export class NotTaken extends Error {
  readonly state: string;
  constructor({ snapshot }: Vertex, tried: Case, cause: unknown) {
    const state = topState(snapshot);
    super(`${state} cannot take ${tried.factor} “${tried.label}”: ${(cause as Error).message}`, { cause });
    this.state = state;
  }
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

/** A walk through a chart from its start to its end. */
export type Path = readonly Edge[];

/** Paths that together take every edge. */
export function edgeCover({ start, edges }: Graph): Path[] {
  return cover(start, new Set(edges), (edge) => [edge]);
}

/** Paths that cover everything missing, each found greedily: always on to the nearest edge that covers something. */
export function cover<Thing>(
  start: Vertex,
  missing: Set<Thing>,
  thingsOf: (edge: Edge) => readonly Thing[],
): Path[] {
  const paths: Path[] = [];
  while (missing.size > 0) {
    const path: Edge[] = [];
    for (;;) {
      const way = wayTo(path.at(-1)?.to ?? start, (edge) =>
        thingsOf(edge).some((thing) => missing.has(thing)),
      );
      if (!way) break;
      for (const thing of way.flatMap(thingsOf)) missing.delete(thing);
      path.push(...way);
    }
    if (path.length === 0) throw new Error(`${missing.size} edges or screens cannot be reached`);
    paths.push([...path, ...wayHome(path.at(-1)!.to)]);
  }
  return paths;
}
