import { outcomesOf } from "../../../machines/graph/outcomes.ts";
import { disqualification } from "../../../machines/lead/disqualification.ts";
import type { Goal } from "../../../machines/simulator/ways-to.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { Chart } from "../chart-of.ts";
import { titlesIn } from "../ui/title-of.ts";

/** A destination: its value in the URL (`place:HasLawyer`), and its label. */
export type GoalChoice = { value: string; words: string };

/** Destinations of one kind. */
export type GoalGroup = { name: string; goals: GoalChoice[] };

const reasons = new Map<string, string[]>();

/** All destinations of a chart: ends and disqualification reasons first, which people look for most. */
export function goalsOf({ code, machine }: Required<Variant>, { graph, whole }: Chart): GoalGroup[] {
  const titleOf = titlesIn(whole);
  const places = whole.nodes.filter(({ kind }) => kind !== "start" && kind !== "anywhere");
  const placeOf = ({ id }: { id: string }) => ({ value: `place:${id}`, words: titleOf(id) });
  const its =
    reasons.get(code) ?? outcomesOf(graph, (name) => stepNamed(name, machine), disqualification).reasons;
  reasons.set(code, its);
  const groups = [
    { name: "Ends", goals: places.filter(({ kind }) => kind === "end").map(placeOf) },
    {
      name: "Disqualification reasons",
      goals: its.map((reason) => ({ value: `reason:${reason}`, words: reason })),
    },
    { name: "States", goals: places.filter(({ kind }) => kind !== "end").map(placeOf) },
    {
      name: "Transitions",
      goals: whole.edges.map(({ id, source, target, label }) => ({
        value: `way:${id}`,
        words: `${titleOf(source)} to ${titleOf(target)}${label && `, ${label}`}`,
      })),
    },
  ];
  return groups.filter(({ goals }) => goals.length > 0);
}

/** The destination that the URL names, if the chart has it. */
export function goalNamed(value: string | null, groups: readonly GoalGroup[]): Goal | undefined {
  const isThere = groups.some(({ goals }) => goals.some((goal) => goal.value === value));
  if (!value || !isThere) return undefined;
  const [kind] = value.split(":") as [Goal["kind"]];
  return { kind, id: value.slice(kind.length + 1) };
}
