import type { AnyStateMachine } from "xstate";
import type { Step } from "../steps/step.ts";
import { edgesAt, type Graph, type GraphEdge, type GraphNode } from "./graph.ts";
import { anywhere } from "./names.ts";
import { nearest } from "./nearest.ts";
import { nodesOf, transitionsOf } from "./walk.ts";

/** A problem in a chart, and how to fix it. */
export type Finding = {
  /** The name of the state, to be found in the source. */
  name: string;
  message: string;
  remedy: string;
};

/**
 * Problems that do not keep a chart from loading, but lose visitors or leads once it is served: names that nothing has,
 * states without a way in or out, waiting without an end, and what surveys cannot do.
 * @param machine what the graph was made from
 * @param questions all questions by their names
 */
export function lintOf(
  graph: Graph,
  machine: AnyStateMachine,
  questions: Readonly<Record<string, Step>>,
): Finding[] {
  const { implementations } = machine;
  const guards = graph.edges.flatMap((edge) => edge.guards);
  const services = graph.nodes.flatMap(({ invokes }) => invokes.map(({ src }) => src));
  const actions = [...graph.nodes.flatMap(({ entry, exit }) => [...entry, ...exit]), ...actionsOn(graph)];
  const ownActions = actions.map((text) => text.split("(")[0]!).filter((name) => !/^xstate\./.test(name));
  // The site's own charts know other words: they have no answers, and may be moved by a clock.
  const isSurvey = "remember" in implementations.actions;
  const circles = [...alwaysInCircles(graph), ...withoutEnd(graph)];
  return [
    ...graph.nodes.flatMap((node) => [
      ...unknownQuestion(graph, node, Object.keys(questions)),
      ...deadEnd(graph, node),
      ...waitsForEver(graph, node),
    ]),
    ...unknown("guard", guards, Object.keys(implementations.guards)),
    ...unknown("service", services, Object.keys(implementations.actors)),
    ...unknown("action", ownActions, Object.keys(implementations.actions)),
    ...circles,
    // Who goes in a circle leads nobody to what comes after it.
    ...(circles.length > 0 ? [] : unreachable(graph)),
    ...neverTaken(graph, machine),
    ...(isSurvey
      ? [
          ...cannotServe(graph, machine),
          ...neverAsked(graph, machine, questions),
          ...checksAnother(machine, questions),
        ]
      : []),
  ];
}

const actionsOn = ({ edges }: Graph) => edges.flatMap((edge) => edge.actions);

const nameOf = (id: string) => id.split(".")[0]!;

function unknownQuestion(
  { nodes, edges }: Graph,
  { id, kind, shows }: GraphNode,
  questions: readonly string[],
): Finding[] {
  const waits = kind === "state" && edges.some(({ source, event }) => source === id && event === "NEXT");
  const name = nameOf(id);
  // Where a post has failed the button of the last question is pressed again.
  const isPost = nodes.some((node) => node.kind === "submit" && nameOf(node.id) === name);
  if (!waits || shows !== undefined || isPost) return [];
  if (questions.includes(name)) {
    const remedy = "Name one of machines/steps/own-questions.ts.";
    return [{ name, message: `The meta of ${name} names a question that does not exist.`, remedy }];
  }
  const near = nearest(name, questions);
  const message = `${id} waits for an answer, but there is no question ${name}.`;
  return [
    {
      name,
      message,
      remedy: near ? `Did you mean ${near}?` : "Add it to machines/steps, or rename the state.",
    },
  ];
}

function unknown(kind: string, named: readonly string[], known: readonly string[]): Finding[] {
  return [...new Set(named)]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const remedy = near ? `Did you mean ${near}?` : "Add it to the setup of machines/survey.ts.";
      return { name, message: `There is no ${kind} ${name}.`, remedy };
    });
}

function deadEnd(graph: Graph, { id, kind }: GraphNode): Finding[] {
  if (["end", "done", "group"].includes(kind)) return [];
  const on = edgesAt(graph, id).filter(({ source, enters }) => source !== anywhere && enters.length > 0);
  // What is done by an action counts too: some states only remember what is pressed.
  if (on.length > 0) return [];
  const isHeard = graph.edges.some(({ source, enters }) => source === anywhere && enters.length > 0);
  if (isHeard) return [];
  return [
    {
      name: id.split(".").at(-1)!,
      message: `No transition leaves ${id}: a visit that gets there never ends.`,
      remedy: 'Give it `on: { NEXT: "…" }`, or `type: "final"` where the survey ends.',
    },
  ];
}

/** A visit waits for a service, whose failure or one of whose answers leads nowhere. */
function waitsForEver(graph: Graph, { id, invokes }: GraphNode): Finding[] {
  const name = id.split(".").at(-1)!;
  const { edges } = graph;
  const isPressed = edgesAt(graph, id).some(({ event, enters }) => event === "NEXT" && enters.length > 0);
  if (isPressed) return [];
  return invokes.flatMap((invoke): Finding[] => {
    const on = (event: string) =>
      edges.filter((edge) => edge.source === id && edge.event === `${invoke.id}.${event}`);
    const isTaken = (edge: GraphEdge) => edge.guard === "" && edge.enters.length > 0;
    const says = on("done");
    if (!on("error").some(isTaken))
      return [
        {
          name,
          message: `When ${invoke.src} fails, nobody leaves ${id}: a visit waits there for ever.`,
          remedy: "Give it an `onError` without a guard that says where the visit goes on.",
        },
      ];
    if (says.some(isTaken)) return [];
    const why = says.length > 0 ? "every onDone has a guard" : "there is no onDone";
    return [
      {
        name,
        message: `What ${invoke.src} says may leave a visit in ${id} for ever: ${why}.`,
        remedy: "Let the last `onDone` have no guard.",
      },
    ];
  });
}

/** Transitions without an event that lead back to where they began: XState follows them until its stack is full. */
function alwaysInCircles({ edges, nodes }: Graph): Finding[] {
  const ways = edges.filter(({ trigger }) => trigger === "always");
  const follow = (id: string) => ways.filter(({ source }) => source === id).flatMap(({ enters }) => enters);
  return circlesOf(
    nodes.map(({ id }) => id),
    follow,
  ).map((circle) => ({
    name: circle[0]!.split(".").at(-1)!,
    message: `${inWords(circle)} lead${circle.length === 1 ? "s" : ""} back to ${circle[0]} without an event: a circle that no visit leaves.`,
    remedy: "Let one of them wait for an event, or lead elsewhere.",
  }));
}

/** States that are reached and from which no way leads to an end of the chart, although transitions leave them. */
function withoutEnd(graph: Graph): Finding[] {
  const reached = reachedIn(graph);
  const leaves = graph.nodes.filter(({ id, kind }) => reached.has(id) && kind !== "group");
  const ends = leaves.filter(({ kind }) => kind === "end").map(({ id }) => id);
  if (ends.length === 0 && !graph.nodes.some(({ kind }) => kind === "end")) return [];
  const arriving = new Set(ends);
  const next = (id: string) => nextOf(graph, id);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { id } of leaves) {
      if (arriving.has(id) || !next(id).some((to) => arriving.has(to))) continue;
      arriving.add(id);
      changed = true;
    }
  }
  const lost = leaves.map(({ id }) => id).filter((id) => !arriving.has(id));
  const circles = circlesOf(lost, (id) => next(id).filter((to) => lost.includes(to)));
  return circles.slice(0, 1).map((circle) => ({
    name: nameOf(circle[0]!),
    message: `A visit that comes to ${inWords(circle)} goes round in a circle without an end.`,
    remedy: "Let a transition of one of them lead on.",
  }));
}

/** Where a chart may be next, the ends of parts counted as the transition that follows them. */
function nextOf(graph: Graph, id: string): string[] {
  return edgesAt(graph, id).flatMap(({ enters }) => enters);
}

const inWords = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]!;

/** Groups of states each of which leads to every other of its group, and states that lead to themselves. */
function circlesOf(ids: readonly string[], next: (id: string) => readonly string[]): string[][] {
  const from = new Map(ids.map((id) => [id, reachable(id, next)]));
  const left = new Set(ids.filter((id) => from.get(id)!.has(id)));
  const circles: string[][] = [];
  for (const id of left) {
    const circle = [...left].filter((other) => from.get(id)!.has(other) && from.get(other)?.has(id));
    for (const each of circle) left.delete(each);
    circles.push(circle);
  }
  return circles;
}

/** What a way of one or more steps leads to. */
function reachable(id: string, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...next(id)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    open.push(...next(at));
  }
  return found;
}

/** What XState allows and a survey does not: its server has no clock, and a visit is at one question. */
function cannotServe(graph: Graph, machine: AnyStateMachine): Finding[] {
  const { code, nodes, edges } = graph;
  const hears = edges.some(({ source, event }) => source === anywhere && event === "ANSWER");
  const history = nodesOf(machine).filter(({ type }) => type === "history");
  return [
    ...(machine.id === code
      ? []
      : [
          {
            name: machine.id,
            message: `The chart of ${code} has the id ${machine.id}, under which another survey's visits are counted.`,
            remedy: `Write \`id: "${code}"\`.`,
          },
        ]),
    ...(hears
      ? []
      : [
          {
            name: "createMachine",
            message: `The chart of ${code} hears no answer, so it forgets all of them.`,
            remedy: "Begin it with `...everySurvey`.",
          },
        ]),
    ...edges
      .filter(({ trigger }) => trigger === "after")
      .map(({ source }) => ({
        name: nameOf(source),
        message: `${source} is left after a time, but a survey has no clock: nobody moves it on.`,
        remedy: "Leave it by an event or by what a service says.",
      })),
    ...nodes
      .filter(({ parallel }) => parallel)
      .map(({ id }) => ({
        name: id.split(".").at(-1)!,
        message: `${id} is parallel, but a visitor is at one question at a time.`,
        remedy: "Ask its parts one after the other.",
      })),
    ...history.map(({ path }) => ({
      name: path.at(-1)!,
      message: `${path.join(".")} is a history state, which no survey keeps.`,
      remedy: "Name the state that the visit goes back to.",
    })),
    ...nodes
      .filter(({ id }) => id !== anywhere && /[^\w.{}-]/.test(id))
      .map(({ id }) => ({
        name: id.split(".").at(-1)!,
        message: `The name “${id}” has signs that addresses, files and tables take apart.`,
        remedy: "Name states in letters and digits, without spaces.",
      })),
  ];
}

/** Guards that read an answer which no question before them can have given. */
function neverAsked(
  graph: Graph,
  { implementations }: AnyStateMachine,
  questions: Readonly<Record<string, Step>>,
): Finding[] {
  const next = (id: string) => nextOf(graph, id);
  const asked = graph.nodes.flatMap(({ id, kind, shows }) =>
    kind === "group" || shows === undefined || !questions[shows]
      ? []
      : [{ id, fields: fieldsOf(questions[shows]), leadsTo: new Set([id, ...reachable(id, next)]) }],
  );
  return graph.edges.flatMap(({ source, guards }) => {
    const leaves = graph.nodes.filter(({ id }) => id === source || id.startsWith(`${source}.`));
    const before = asked.filter(({ leadsTo }) => leaves.some(({ id }) => leadsTo.has(id)));
    return guards.flatMap((guard) => {
      const reads = [...String(implementations.guards[guard]).matchAll(/\banswers\??\.(\w+)/g)];
      const missing = reads.map(([, field]) => field!);
      if (missing.length === 0) return [];
      if (missing.some((field) => before.some(({ fields }) => fields.has(field)))) return [];
      return [
        {
          name: guard,
          message: `${nameOf(source)} asks whether ${guard}, but no question before it asks for ${inWords([...new Set(missing)])}.`,
          remedy: "Ask that first, or use another guard.",
        },
      ];
    });
  });
}

/** A step whose service reads what its own question does not ask for: a check of another step's answer. */
function checksAnother(machine: AnyStateMachine, questions: Readonly<Record<string, Step>>): Finding[] {
  return nodesOf(machine).flatMap(({ path, invoke }) => {
    const [name = ""] = path;
    const question = questions[name];
    if (!question) return [];
    const asked = fieldsOf(question);
    return invoke.flatMap(({ src, input }) => {
      const read = [...String(input ?? "").matchAll(/\banswers\??\.(\w+)/g)].map(([, field]) => field!);
      if (read.length === 0 || read.some((field) => asked.has(field))) return [];
      const message = `${name} has ${String(src)} look at ${inWords([...new Set(read)])}, which it does not ask for.`;
      return [{ name, message, remedy: "Use the check of what it asks for." }];
    });
  });
}

/** Every field that an answer to a question may record. */
function fieldsOf({ options = [], fields = [] }: Step): Set<string> {
  const all = [...options, ...fields.flatMap((field) => field.options ?? [])];
  return new Set([...fields.map(({ name }) => name), ...all.flatMap(({ records }) => Object.keys(records))]);
}

function unreachable(graph: Graph): Finding[] {
  const reached = reachedIn(graph);
  const lost = graph.nodes.filter(({ id, parent }) => !reached.has(id) && reached.has(parent ?? anywhere));
  return lost.map(({ id }) => ({
    name: id.split(".").at(-1)!,
    message: `Nothing leads to ${id}.`,
    remedy: "Make it a target, or remove it.",
  }));
}

/** The states that some way leads to, with those around them. */
function reachedIn(graph: Graph): Set<string> {
  const reached = new Set<string>();
  const enter = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    const node = graph.nodes.find((each) => each.id === id)!;
    if (node.parent !== undefined) enter(node.parent);
    for (const child of node.initial ?? []) enter(child);
    for (const edge of graph.edges.filter(({ source }) => source === id))
      for (const to of edge.targets) enter(to);
  };
  enter(anywhere);
  return reached;
}

function neverTaken({ edges }: Graph, machine: AnyStateMachine): Finding[] {
  // What a function hands to a guard is not known before, so the same guard may be another question.
  const asked = new Set(
    nodesOf(machine)
      .flatMap(transitionsOf)
      .map(({ guard }) => guard as { type?: string; params?: unknown } | undefined)
      .filter((guard) => typeof guard?.params === "function")
      .map((guard) => guard!.type!),
  );
  return edges.flatMap((edge) => {
    const first = edges.find(
      ({ source, event, guard, order }) =>
        source === edge.source &&
        event === edge.event &&
        order < edge.order &&
        (guard === "" || (guard === edge.guard && !edge.guards.some((name) => asked.has(name)))),
    );
    if (!first) return [];
    const by = first.guard === "" ? "one without a guard" : `one with the same guard, ${first.guard},`;
    return [
      {
        name: nameOf(edge.source),
        message: `${edge.id} is never taken: ${by} comes before it.`,
        remedy: "Put it first, or remove it.",
      },
    ];
  });
}
