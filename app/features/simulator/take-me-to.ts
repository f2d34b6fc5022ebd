import { setImmediate as pause } from "node:timers/promises";
import { disqualification } from "../../../machines/context/disqualification.ts";
import { type Explored, explored } from "../../../machines/features/simulator/explored.ts";
import { type Goal, waysTo } from "../../../machines/features/simulator/ways-to.ts";
import { outcomesOf } from "../../../machines/graph/outcomes.ts";
import { leadSoFar } from "../../../machines/model/lead-so-far.ts";
import { inputOf, readScenario, type Setup, writeScenario } from "../../../machines/model/setup.ts";
import { type AskedGuard, notAnswered } from "../../../machines/model/traced.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { Chart } from "../../graphs/chart-of.ts";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import { askedInWords, hrefOf, type Site } from "./simulation-data.ts";

/** A destination: its value in the URL (`place:HasLawyer`), and its label. */
type GoalChoice = { value: string; words: string };

/** Destinations of one kind. */
type GoalGroup = { name: string; goals: GoalChoice[] };

const reasons = new Map<string, string[]>();

/** All destinations of a chart; ends and disqualification reasons come first, which people look for most. */
export function goalsOf({ code, machine }: Required<Variant>, { graph, whole }: Chart): GoalGroup[] {
  const titleOf = titlesIn(whole);
  const places = whole.nodes.filter(({ kind }) => kind !== "start" && kind !== "anywhere");
  const placeOf = ({ id }: { id: string }) => ({ value: `place:${id}`, words: titleOf(id) });
  const rules = { questions: stepNamed, judge: disqualification };
  const its = reasons.get(code) ?? outcomesOf(graph, machine, rules).reasons;
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

/** The destinations and, if the URL names one, the paths to it. */
export type TakeMeTo = { goals: GoalGroup[]; ways?: WaysThere };

export type WaysThere = {
  /** Shortest first. `decided` are the guard results that only this path has; for a single path, all of them. */
  ways: { moves: number; href: string; decided: string[] }[];
  /** Guard results that all paths share. */
  common: string[];
  /** True if the chart was too large to explore completely. */
  isCut: boolean;
};

const known = new Map<string, Promise<Explored>>();
/** A chart is explored once per setup; this many results are cached. */
const kept = 4;

/** The paths to the destination in the URL (`to=place:HasLawyer`), for the visitor that its simulation sets up. */
export async function takeMeTo(
  variant: Required<Variant>,
  chart: Chart,
  query: URLSearchParams,
  site: Site,
): Promise<TakeMeTo> {
  const goals = goalsOf(variant, chart);
  const goal = goalNamed(query.get("to"), goals);
  if (!goal) return { goals };
  const { setup } = readScenario(variant, query, site);
  const { entry, input } = inputOf(setup);
  const { machine } = variant;
  const all = await exploredFor(variant, setup);
  const found = await waysTo(
    goal,
    all,
    { machine, input, pause },
    (context) => leadSoFar(entry, context, site.lead).dqReason,
  );
  const lines = found.map(({ asked }) => askedInWords(asked.map(answeredOnly)));
  const common =
    lines.length > 1 ? lines[0]!.filter((line) => lines.every((each) => each.includes(line))) : [];
  return {
    goals,
    ways: {
      ways: found.map(({ moves }, index) => ({
        moves: moves.length,
        href: hrefOf({ setup, moves, at: moves.length }),
        decided: lines[index]!.filter((line) => !common.includes(line)),
      })),
      common,
      isCut: all.isCut,
    },
  };
}

/** Leaves out values that were not answered, unless there are no others. */
function answeredOnly(guard: AskedGuard): AskedGuard {
  const read = guard.read.filter(({ value }) => value !== notAnswered);
  return read.length > 0 ? { ...guard, read } : guard;
}

function exploredFor({ code, machine }: Required<Variant>, setup: Setup): Promise<Explored> {
  const key = `${code} ${writeScenario({ setup, moves: [], at: 0 })}`;
  const found = known.get(key) ?? explored(machine, inputOf(setup).input, setup.today, pause);
  // The newest is last, and the oldest is dropped.
  known.delete(key);
  known.set(key, found);
  if (known.size > kept) known.delete(known.keys().next().value!);
  return found;
}
