import { disqualification } from "../context/disqualification.ts";
import { stepNamed } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import {
  compared,
  comparedEdges,
  comparedStates,
  type Described,
  type Difference,
  isSame,
  stable,
} from "./diff.ts";
import { foldPaths } from "./fold-paths.ts";
import { type Charted, type Graph, graphOf, type Questions } from "./graph.ts";
import { start } from "./names.ts";
import { outcomesOf } from "./outcomes.ts";
import { type View, viewOf } from "./view.ts";

/** Everything in which two charts can differ. */
export type Account = {
  graph: Graph;
  /** The questions, by name. */
  questions: Described;
  /** The names a chart uses, with the code behind them where it is known. */
  guards: Described;
  actions: Described;
  services: Described;
  /** Screen by screen to an end, the shortest first. */
  paths: Described;
  /** The ends, and the reasons to disqualify. */
  outcomes: Described;
  /** What guards, actions and the lead refer to, where code is known: constants by their value, rules by their code. */
  limits: Described;
  rules: Described;
  /** How the lead is judged, answer by answer as the accident gets older. */
  verdicts: Described;
};

/** Digests of the code behind a chart's names, the same for the same code. */
export type Code = {
  guard(name: string): string;
  action(name: string): string;
  /** What guards, actions and the lead refer to: limits by their values, rules of the lead by their code. */
  behind(names: { guards: readonly string[]; actions: readonly string[]; makesLead: boolean }): {
    limits: ReadonlyMap<string, string>;
    rules: ReadonlyMap<string, string>;
  };
  /** What a node sends to the service that it calls. */
  input(node: string, service: string): string;
};

/** What an account of a chart depends on besides the chart; an older state of the project has its own. */
export type Rules = { questions: Questions; judge: typeof disqualification; code?: Code };

const ours: Rules = { questions: stepNamed, judge: disqualification };

export function accountOf(chart: Charted, { questions, judge, code }: Rules = ours): Account {
  const graph = graphOf(chart, questions);
  const { nodes, edges } = graph;
  const steps = unique(nodes.flatMap(({ shows }) => shows ?? []));
  const actions = [
    ...edges.flatMap((edge) => edge.actions),
    ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]),
  ];
  const asked = nodes.flatMap(({ id, invokes }) => invokes.map(({ src }) => ({ node: id, src })));
  const { ends, reasons, verdicts } = outcomesOf(graph, chart.machine, { questions, judge });
  const makesLead = graph.nodes.some(({ kind }) => kind === "submit");
  const guards = unique(edges.flatMap((edge) => edge.guards));
  const actionNames = unique(actions.map(nameOf));
  const lead = code?.behind({ guards, actions: actionNames, makesLead });
  const described = (named: ReadonlyMap<string, string> | undefined, label: string): Described =>
    new Map([...(named ?? [])].map(([name, value]) => [name, { [label]: value }]));
  return {
    graph,
    questions: new Map(steps.map((name) => [name, asks(questions(name, chart.machine)!)])),
    guards: new Map(guards.map((name) => [name, { code: code?.guard(name) ?? "" }])),
    actions: new Map(actionNames.map((name) => [name, { code: code?.action(name) ?? "" }])),
    services: new Map(
      unique(asked.map(({ src }) => src)).map((service) => {
        const inputs = asked
          .filter(({ src }) => src === service)
          .map(({ node }) => code?.input(node, service) ?? "");
        return [service, { "what it is told": unique(inputs).sort().join(", ") }];
      }),
    ),
    paths: plain(screensOn(graph)),
    outcomes: plain([...ends.map((end) => `end ${end}`), ...reasons.map((reason) => `dq_reason ${reason}`)]),
    limits: described(lead?.limits, "value"),
    rules: described(lead?.rules, "code"),
    verdicts: described(verdicts, "verdict"),
  };
}

/** More paths than this are never compared, and take too long to list. */
const mostPaths = 2_000;

/** The screens of each path, the shortest first. */
function screensOn(graph: Graph): string[] {
  const shown = new Map(graph.nodes.map(({ id, kind, shows }) => [id, kind === "step" ? shows : undefined]));
  const isEnd = (id: string) => graph.nodes.some((node) => node.id === id && node.kind === "end");
  const paths = pathsOf(viewOf(graph), mostPaths + 1);
  if (paths.length > mostPaths) return [`more than ${mostPaths} paths, which are not compared`];
  const screens = paths.map((path) => path.flatMap((id) => shown.get(id) ?? (isEnd(id) ? id : [])));
  return screens.sort((one, other) => one.length - other.length).map((each) => each.join(" > "));
}

function asks({ kind, options = [], fields = [] }: Step): Record<string, string> {
  return {
    kind,
    ...Object.fromEntries(options.map(({ value, records }) => [`answer ${value}`, stable(records)])),
    ...Object.fromEntries(fields.map((field) => [`field ${field.name}`, stable(field)])),
  };
}

/** The name of an action without what is handed to it. */
function nameOf(action: string): string {
  return action.replace(/\(.*$/s, "");
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function plain(names: readonly string[]): Described {
  return new Map(names.map((name) => [name, {}]));
}

/** Kinds of parts in which two charts can differ. */
export const kinds = [
  "states",
  "edges",
  "guards",
  "actions",
  "services",
  "questions",
  "paths",
  "outcomes",
  "limits",
  "rules",
  "verdicts",
] as const;
export type ChartDifference = Record<(typeof kinds)[number], Difference>;

/** Compares two charts, or two revisions of one, leaving their layout aside. */
export function compareCharts(before: Account, after: Account): ChartDifference {
  const both = (kind: Exclude<(typeof kinds)[number], "states" | "edges" | "paths">) =>
    compared(before[kind], after[kind]);
  return {
    states: comparedStates(before.graph, after.graph),
    edges: comparedEdges(before.graph, after.graph),
    guards: both("guards"),
    actions: both("actions"),
    services: both("services"),
    questions: both("questions"),
    paths: foldPaths([...before.paths.keys()], [...after.paths.keys()]),
    outcomes: both("outcomes"),
    limits: both("limits"),
    rules: both("rules"),
    verdicts: both("verdicts"),
  };
}

/** True where two charts have the same names, code and behavior. */
export function areAlike(difference: ChartDifference): boolean {
  return kinds.every((kind) => isSame(difference[kind]));
}

/** A way from a view's beginning to one of its ends, as the ids of the nodes on it. */
type NodePath = readonly string[];

/**
 * Every path from the beginning to an end that visits no node twice, in the view's order. Guards are not evaluated:
 * `npm run tool -- paths` walks only what they allow.
 * @param most the search stops after this many, since their number may double with each question
 */
export function pathsOf({ nodes, edges }: View, most = Number.POSITIVE_INFINITY): NodePath[] {
  const next = new Map(
    nodes.map(({ id }) => [id, edges.filter((edge) => edge.source === id).map(({ target }) => target)]),
  );
  const ends = new Set(nodes.filter(({ kind }) => kind === "end").map(({ id }) => id));
  const found: NodePath[] = [];
  const go = (way: NodePath) => {
    if (found.length >= most) return;
    const here = way.at(-1)!;
    if (ends.has(here)) found.push(way);
    else for (const to of next.get(here) ?? []) if (!way.includes(to)) go([...way, to]);
  };
  go([start]);
  return found;
}
