import { freshContext } from "../../context/context.ts";
import { type Graph, graphOf } from "../../graph/graph.ts";
import { lintOf } from "../../graph/lint.ts";
import { answerCases, askedOf, outcomesAsked, readsOf } from "../../model/cases.ts";
import { walkDay } from "../../model/covering.ts";
import { leadSoFar } from "../../model/lead-so-far.ts";
import { without } from "../../parts/rearranged.ts";
import { stepNamed } from "../../steps/index.ts";
import type { Step } from "../../steps/step.ts";
import type { SurveyContext } from "../../survey.ts";
import type { Variant } from "../../variant.ts";
import { settled } from "../../visit/replay.ts";
import { nodesOf } from "../../visit/walk.ts";

/** A question of a survey, as far as its chart alone tells what it is good for. */
export type Question = {
  name: string;
  /** The nodes of the drawn chart that belong to it, with the one in which it is asked first. */
  nodes: string[];
  /** The answers that it records, and what services find out about them: `answers.at_Fault`, `checks.place`. */
  sets: string[];
  /** The fields of a lead that depend on it. */
  fields: string[];
  /** The first reader of its answer without which a lead or a way would be another; none: the chart can do without. */
  refusal: Refusal | undefined;
};

/** What keeps a question in the chart, as a clause: `the guard notInjured at WasUserInjured reads its answer`. */
export type Refusal = { by: "guard" | "service" | "law" | "lint"; why: string };

const known = new WeakMap<Required<Variant>, Question[]>();

/** The questions of a survey in the order of its chart, except screens at which it ends. */
export function questionsOf(variant: Required<Variant>): Question[] {
  const found = known.get(variant) ?? search(variant);
  known.set(variant, found);
  return found;
}

function search(variant: Required<Variant>): Question[] {
  const { machine } = variant;
  const graph = graphOf(variant);
  const reads = readsOf(machine, walkDay, variant.limits);
  return Object.keys(machine.root.states).flatMap((name): Question[] => {
    const step = stepNamed(name, machine);
    const nodes = graph.nodes.filter(({ id }) => topOf(id) === name);
    const asks = nodes.find(({ kind }) => kind === "step" || kind === "state")?.id;
    const leads = graph.edges.some(
      ({ source, enters }) => topOf(source) === name && enters.some((to) => topOf(to) !== name),
    );
    if (!step || !asks || !leads || nodes.some(({ kind }) => kind === "submit")) return [];
    const checks = checksSetAt(variant, graph, name);
    const sets = [...answersOf(step).map((field) => `answers.${field}`), ...checks.keys()];
    const lead = fieldsOf(variant, step, checks);
    const ids = [asks, ...nodes.map(({ id }) => id).filter((id) => id !== asks)];
    return [{ name, nodes: ids, sets, fields: lead, refusal: refusalOf(variant, graph, reads, name, sets) }];
  });
}

export const topOf = (id: string) => id.split(".")[0]!;

/** Every field that an answer to a question may record. */
function answersOf({ options = [], fields = [] }: Step): string[] {
  const all = [...options, ...fields.flatMap((field) => field.options ?? [])];
  return [
    ...new Set([...fields.map(({ name }) => name), ...all.flatMap(({ records }) => Object.keys(records))]),
  ];
}

/** What of `checks` the services of a question can set, each with a value that they do set. */
function checksSetAt({ machine }: Required<Variant>, graph: Graph, name: string): Map<string, unknown> {
  const set = new Map<string, unknown>();
  const { actions } = machine.implementations as unknown as {
    actions: Record<string, { assignment?: { checks?: (args: object, params: object) => object } }>;
  };
  const named = graph.edges.filter(({ source }) => topOf(source) === name).flatMap((edge) => edge.actions);
  const context = emptyContext();
  const asked = askedOf(machine, walkDay);
  const calls = nodesOf(machine)
    .filter(({ path }) => path[0] === name)
    .flatMap(({ invoke }) => invoke);
  for (const { id, src } of calls)
    for (const { outcome } of outcomesAsked(src as never, asked))
      for (const action of named) {
        const assign = actions[action.split("(")[0]!]?.assignment?.checks;
        const checks = { ...(assign?.({ context, event: settled(outcome, id) }, { as: "fixed" }) ?? {}) };
        for (const [key, value] of Object.entries(checks))
          if (JSON.stringify(value) !== JSON.stringify((context.checks as Record<string, unknown>)[key]))
            set.set(`checks.${key}`, set.get(`checks.${key}`) ?? value);
      }
  return set;
}

function emptyContext(): SurveyContext {
  return freshContext({
    path: "",
    tracking: { affid: "1" } as never,
    today: walkDay,
    flags: {},
    region: "",
    settings: {},
  });
}

/** The fields of a lead that are others without a question's answers, in any of its cases. */
function fieldsOf(variant: Required<Variant>, step: Step, checks: ReadonlyMap<string, unknown>): string[] {
  const asked = askedOf(variant.machine, walkDay);
  const context = emptyContext();
  const leadOf = (answers: object, found: object) =>
    leadSoFar({ variant }, { ...context, answers, checks: { ...context.checks, ...found } } as SurveyContext)
      .record;
  const found = Object.fromEntries([...checks].map(([path, value]) => [path.slice("checks.".length), value]));
  const plain = leadOf({}, {});
  const cases = answerCases(step, walkDay, asked).flatMap((each) =>
    each.kind === "answer" ? [each.answers] : [],
  );
  const differing = [{}, ...cases].flatMap((answers) => {
    const lead = leadOf(answers, found);
    return Object.keys({ ...plain, ...lead }).filter(
      (field) => JSON.stringify(plain[field]) !== JSON.stringify(lead[field]),
    );
  });
  return [...new Set(differing)];
}

/** Who reads what a question sets, and so keeps it in the chart. */
function refusalOf(
  variant: Required<Variant>,
  graph: Graph,
  reads: ReadonlyMap<string, ReadonlySet<string>>,
  name: string,
  sets: readonly string[],
): Refusal | undefined {
  const { machine } = variant;
  const guard = readingGuard(graph, reads, sets);
  if (guard) return { by: "guard", why: `the guard ${guard.name} at ${guard.at} reads its answer` };
  const law = reads.get("disqualification")!;
  const judged = sets.find((path) => isRead(law, path));
  if (judged) return { by: "law", why: `the law by which leads are judged reads ${judged.split(".")[1]}` };
  const service = readingService(variant, name, sets);
  if (service) return { by: "service", why: `the service ${service.src} at ${service.at} reads its answer` };
  const [finding] = lintOf({ code: variant.code, machine: without(machine, name) });
  if (!finding) return undefined;
  const [message] = finding.message.split(":") as [string];
  return { by: "lint", why: `${message[0]!.toLowerCase()}${message.slice(1).replace(/\.$/, "")}` };
}

/** The first service that is handed an answer of this question by another state, which does not ask for it itself. */
function readingService(
  { machine }: Required<Variant>,
  question: string,
  sets: readonly string[],
): { src: string; at: string } | undefined {
  for (const { path, invoke } of nodesOf(machine))
    for (const { src, input } of invoke) {
      const [at = ""] = path;
      const own = stepNamed(at, machine);
      const asked = own ? answersOf(own) : [];
      const read = [...String(input ?? "").matchAll(/\banswers\??\.(\w+)/g)].map(([, field]) => field!);
      const isRead = read.some((field) => sets.includes(`answers.${field}`) && !asked.includes(field));
      if (at !== question && isRead) return { src: String(src), at };
    }
  return undefined;
}

/** The first guard that reads something of this, with the transition that asks it. */
function readingGuard(
  { edges }: Graph,
  reads: ReadonlyMap<string, ReadonlySet<string>>,
  sets: readonly string[],
): { name: string; at: string } | undefined {
  for (const edge of edges)
    for (const name of edge.guards)
      if (sets.some((path) => isRead(reads.get(name) ?? new Set(), path)))
        return { name, at: topOf(edge.source) };
  return undefined;
}

/** `checks.place` is read with `checks.place.state`. */
export function isRead(reads: ReadonlySet<string>, path: string): boolean {
  return [...reads].some((read) => read === path || read.startsWith(`${path}.`));
}
