import { edgeIds } from "../../../machines/graph/leaves.ts";
import { guardsOf, nodeId } from "../../../machines/graph/names.ts";
import { answerCases, type Case } from "../../../machines/model/cases.ts";
import type { Model, Path } from "../../../machines/model/covering.ts";
import { observed } from "../../../machines/model/observed.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { isPlace, nodesOf, transitionsOf } from "../../../machines/visit/walk.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";
import { today } from "../../support/lead-facts.ts";
import type { Suite } from "./suite.ts";

/** A chart's items of one kind, and those that no walk in any world has reached. */
export type Share = { all: string[]; missed: string[] };

export type Coverage = Record<"states" | "transitions" | "guards" | "outcomes" | "answers", Share>;

/** A model and how much of it was walked: by paths from start to end, or edge by edge where it has no end. */
export type Walks = { model: Model; graph: Suite["graph"]; edgePaths: readonly Path[] };

/**
 * What the edge covers of a chart reach, in all of its worlds together. Answers are required where their step was
 * reached: an unreached step is missed as a state.
 */
export function coverageOf(machine: Model["machine"], suites: readonly Walks[]): Coverage {
  const edges = suites.flatMap(({ edgePaths }) => edgePaths.flat());
  const snapshots = [...suites.map(({ graph }) => graph.start), ...edges.map(({ to }) => to)].map(
    ({ snapshot }) => snapshot,
  );
  const states = new Set(snapshots.flatMap((snapshot) => activeNodes(snapshot).map(nodeId)));
  const taken = new Set([
    ...suites.flatMap(({ graph }) => graph.begun.taken),
    ...edges.flatMap((edge) => edge.taken),
  ]);
  const tried = new Set(edges.map(({ from, tried }) => caseAt(placeOf(from.snapshot), tried)));
  const { guardOutcomes } = observed(machine);

  const nodes = nodesOf(machine);
  const guards = new Set(
    nodes.flatMap((node) => transitionsOf(node).flatMap(({ guard }) => guardsOf(guard))),
  );
  const outcomes = suites.flatMap(({ model, graph }) =>
    graph.vertices.flatMap(({ snapshot }) =>
      model
        .casesAt(snapshot)
        .filter(isOutcome)
        .map((each) => caseAt(placeOf(snapshot), each)),
    ),
  );
  const asked = Object.values(machine.root.states).flatMap((node) => {
    const step = states.has(nodeId(node)) ? stepNamed(node.key, machine) : undefined;
    return step && step.kind !== "end" ? answerCases(step, today) : [];
  });
  const share = (all: string[], reached: ReadonlySet<string>) => ({
    all,
    missed: all.filter((id) => !reached.has(id)),
  });
  return {
    states: share(nodes.filter(isPlace).map(nodeId), states),
    transitions: share([...edgeIds(machine).values()], taken),
    guards: share(
      [...guards].flatMap((name) => [`${name}: true`, `${name}: false`]),
      guardOutcomes,
    ),
    outcomes: share([...new Set(outcomes)], tried),
    answers: share(
      asked.map(({ factor, label }) => `${factor}: ${label}`),
      new Set(edges.map((edge) => `${edge.tried.factor}: ${edge.tried.label}`)),
    ),
  };
}

/** Everything missed, by its id. */
export function missedIn(coverage: Coverage): string[] {
  return Object.values(coverage).flatMap(({ missed }) => missed);
}

function caseAt(place: string, { factor, label }: Case): string {
  return `${place} / ${factor}: ${label}`;
}

function placeOf(snapshot: Suite["graph"]["start"]["snapshot"]): string {
  return nodeId(activeNodes(snapshot).at(-1)!);
}

/** How a service settled: by what its answer means, as an error, or not in time. */
function isOutcome(tried: Case): boolean {
  return tried.kind === "outcome" || (tried.kind === "page" && tried.event.type.startsWith("xstate."));
}
