import type { AnyStateMachine } from "xstate";
import { stepNamed, steps } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import { nodesOf, transitionsOf } from "../visit/walk.ts";
import { type Finding, notAllowed } from "./allowed.ts";
import {
  around,
  type Charted,
  edgesAt,
  type Graph,
  type GraphEdge,
  type GraphNode,
  graphOf,
} from "./graph.ts";
import { anywhere, start } from "./names.ts";
import { nearest } from "./nearest.ts";

export type { Finding } from "./allowed.ts";

/**
 * Problems that do not keep a chart from loading, but lose visitors or leads once it is served. First what surveys may
 * not use, by the chart's source; then names without a definition, states without a way in or out, and endless waiting.
 * @see partingsOf for faults that only a walk shows
 */
export function lintOf(chart: Charted): Finding[] {
  const { machine } = chart;
  const faults = faultsOf(chart);
  if (isSurvey(machine) && faults.length > 0) return faults;
  const graph = graphOf(chart);
  const stops = graph.nodes.flatMap((node) => [...deadEnd(graph, node), ...waitsForEver(graph, node)]);
  const circles = stops.length > 0 ? [] : withoutEnd(graph);
  return [
    ...faults,
    ...stops,
    ...circles,
    // A visitor who stops, or goes in a circle, reaches nothing that comes after.
    ...(stops.length + circles.length > 0 ? [] : unreachable(graph)),
    ...neverTaken(graph, machine),
    ...(isSurvey(machine)
      ? [
          ...cannotServe(graph, machine),
          ...(stops.length + circles.length > 0 ? [] : waysBack(graph)),
          ...hearsAnother(graph, machine),
          ...checksAnother(machine),
          ...leadWithout(graph, machine),
          ...fallingProgress(graph, machine),
        ]
      : []),
  ];
}

/**
 * Faults that would give visitors an error: what surveys may not use, names without a definition, and circles without
 * an event. A site does not start with one. Takes a millisecond for a chart.
 */
export function faultsOf(chart: Charted): Finding[] {
  const { machine } = chart;
  const { implementations } = machine;
  const refused = isSurvey(machine) ? notAllowed(machine) : [];
  if (refused.length > 0) return refused;
  const graph = graphOf(chart);
  const guards = graph.edges.flatMap((edge) => edge.guards);
  const services = graph.nodes.flatMap(({ invokes }) => invokes.map(({ src }) => src));
  const actions = [...graph.nodes.flatMap(({ entry, exit }) => [...entry, ...exit]), ...actionsOn(graph)];
  const ownActions = actions.map((text) => text.split("(")[0]!).filter((name) => !/^xstate\./.test(name));
  return [
    ...graph.nodes.flatMap((node) => unknownQuestion(graph, node, Object.keys(steps))),
    ...unknown("guard", guards, Object.keys(implementations.guards)),
    ...unknown("service", services, Object.keys(implementations.actors)),
    ...unknown("action", ownActions, Object.keys(implementations.actions)),
    ...alwaysInCircles(graph),
  ];
}

/** The site's own charts are different: they have no answers, and may use a clock. */
const isSurvey = ({ implementations }: AnyStateMachine) => "remember" in implementations.actions;

const actionsOn = ({ edges }: Graph) => edges.flatMap((edge) => edge.actions);

const nameOf = (id: string) => id.split(".")[0]!;

function unknownQuestion(
  { nodes, edges }: Graph,
  { id, kind, shows }: GraphNode,
  questions: readonly string[],
): Finding[] {
  const waits = kind === "state" && edges.some(({ source, event }) => source === id && event === "NEXT");
  const name = nameOf(id);
  // After a failed post the last question's button is pressed again.
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

function deadEnd(graph: Graph, { id, kind, parent }: GraphNode): Finding[] {
  if (kind === "done") return endOfPart(graph, id, parent!);
  if (kind === "end" || kind === "group" || kind === "check" || kind === "submit") return [];
  const on = edgesAt(graph, id).filter(({ source, enters }) => source !== anywhere && enters.length > 0);
  // An action's effect counts too: some states only remember what is pressed.
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

/** The end of a part is left by its group's transitions, whatever the answers were. */
function endOfPart(graph: Graph, id: string, part: string): Finding[] {
  const ways = graph.edges.filter(({ source, event }) => source === part && event === "done");
  if (ways.some(({ guard, enters }) => guard === "" && enters.length > 0)) return [];
  const why = ways.length > 0 ? "every onDone has a guard" : "there is no onDone";
  const message = `A visit that comes to ${id} may stay there for ever: ${why} at ${part}.`;
  const remedy = ways.length > 0 ? "Let the last `onDone` have no guard." : "Give it an `onDone`.";
  return [{ name: part.split(".").at(-1)!, message, remedy, at: [...keysTo(part), "onDone"] }];
}

/** The keys that lead to a state in the chart's source. */
function keysTo(id: string): string[] {
  return id === anywhere ? [] : id.split(".").flatMap((name) => ["states", name]);
}

/** Whether a visit waits for services of which one's failure, or all answers, lead nowhere. */
function waitsForEver(graph: Graph, node: GraphNode): Finding[] {
  const { id, kind } = node;
  if (kind === "group" || kind === "done" || kind === "end") return [];
  const name = id.split(".").at(-1)!;
  const asked = around(graph, id).flatMap((each) =>
    each.invokes.map((invoke) => ({ ...invoke, of: each.id })),
  );
  const isPressed = edgesAt(graph, id).some(({ event, enters }) => event === "NEXT" && enters.length > 0);
  if (asked.length === 0 || isPressed) return [];
  const on = ({ id: call, of }: (typeof asked)[0], event: string) =>
    graph.edges.filter((edge) => edge.source === of && edge.event === `${call}.${event}`);
  const leaves = (edge: GraphEdge) => edge.guard === "" && edge.enters.length > 0;
  // Whichever of them answers last, one has to leave.
  const deaf = asked.find((each) => !on(each, "error").some(({ guard }) => guard === ""));
  const isLeft = asked.some((each) => on(each, "done").some(leaves) && on(each, "error").some(leaves));
  if (!deaf && isLeft) return [];
  const last = deaf ?? asked.at(-1)!;
  if (deaf || !on(last, "error").some(leaves))
    return [
      {
        name,
        message: `When ${last.src} fails, nobody leaves ${id}: a visit waits there for ever.`,
        remedy: "Give it an `onError` without a guard that says where the visit goes on.",
      },
    ];
  const why = on(last, "done").length > 0 ? "every onDone has a guard" : "there is no onDone";
  return [
    {
      name,
      message: `What ${last.src} says may leave a visit in ${id} for ever: ${why}.`,
      remedy: "Let the last `onDone` have no guard.",
    },
  ];
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
    at: [...keysTo(circle[0]!), "always"],
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

/** The next possible places of a chart, with the ends of parts counted as the transition that follows them. */
function nextOf(graph: Graph, id: string): string[] {
  return edgesAt(graph, id).flatMap(({ enters }) => enters);
}

const inWords = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]!;

/** Groups of states in which each leads to every other, and states that lead to themselves. */
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

/** What is reachable in one or more steps. */
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
    ...nodes
      .filter(({ id }) => id !== anywhere && /[^\w.{}-]/.test(id))
      .map(({ id }) => ({
        name: id.split(".").at(-1)!,
        message: `The name “${id}” has signs that addresses, files and tables take apart.`,
        remedy: "Name states in letters and digits, without spaces.",
        at: ["states", id.split(".").at(-1)!],
      })),
    ...nodes
      .map(({ id }) => id.split(".").at(-1)!)
      .filter((name) => name in {} || name === start)
      .map((name) => ({
        name,
        message: `The name ${name} is ${name === start ? "that of the place before the first state" : "a word of the language"}.`,
        remedy: "Use another one.",
      })),
  ];
}

/**
 * Questions that lead back to an earlier one. A visit keeps one answer to each: later answers and counts are lost once
 * the first of them is answered again. A check that returns to its own question is not one.
 */
function waysBack(graph: Graph): Finding[] {
  const tops = graph.nodes.filter(({ parent }) => parent === anywhere).map(({ id }) => id);
  const next = (top: string) =>
    graph.edges
      .filter(({ source }) => nameOf(source) === top)
      .flatMap(({ enters }) => enters.map(nameOf))
      .filter((to) => to !== top);
  const asks = (top: string) => graph.nodes.some(({ id, shows }) => id === top && shows !== undefined);
  return circlesOf(tops, next).flatMap((circle) => {
    const asked = circle.filter(asks);
    if (asked.length < 2) return [];
    const [first] = asked as [string];
    const back = graph.edges.find(
      ({ source, enters }) => circle.includes(nameOf(source)) && enters.some((to) => nameOf(to) === first),
    )!;
    return [
      {
        name: nameOf(back.source),
        message: `${nameOf(back.source)} leads back to ${first}, but a visit keeps one answer to each question: what came after the first is forgotten.`,
        remedy: "Lead on; Back is the visitor’s own.",
        at: [...keysTo(back.source), ...(back.trigger === "event" ? ["on", back.event] : []), first],
      },
    ];
  });
}

/** Guards and actions that read another event's data: they are never true, and change nothing. */
function hearsAnother(graph: Graph, { implementations }: AnyStateMachine): Finding[] {
  const { guards, actions } = implementations as Record<"guards" | "actions", Record<string, unknown>>;
  return graph.edges.flatMap((edge) => {
    if (edge.trigger === "always" || edge.source === anywhere) return [];
    const hears =
      edge.trigger === "event"
        ? edge.event
        : `xstate.${edge.trigger}.actor.${edge.event.replace(/\.\w+$/, "")}`;
    const named = [
      ...edge.guards.map((name) => [name, guards[name]]),
      ...edge.actions.map((name) => [name, actions[name]]),
    ];
    return (named as [string, unknown][]).flatMap(([name, code]) => {
      const reads = [...codeOf(code).matchAll(/"(xstate\.(?:done|error)\.actor\.\w+)"/g)].map(
        ([, event]) => event!,
      );
      if (reads.length === 0 || reads.includes(hears)) return [];
      const said = reads.map((event) => event.split(".").at(-1)!);
      return [
        {
          name,
          message: `${nameOf(edge.source)} has ${name} on ${edge.event}, but that reads what ${inWords([...new Set(said)])} says.`,
          remedy: `Use it where ${said[0]} is asked under the id ${said[0]}.`,
          at: [...keysTo(edge.source), name],
        },
      ];
    });
  });
}

/** The code of a guard or of an action's assignments. */
function codeOf(given: unknown): string {
  const { assignment } = (given ?? {}) as { assignment?: unknown };
  if (assignment === undefined) return String(given);
  return typeof assignment === "object" ? Object.values(assignment!).map(String).join() : String(assignment);
}

/** Ways to the lead's post without a question for a phone number, or without consent. */
function leadWithout(graph: Graph, machine: AnyStateMachine): Finding[] {
  const posts = graph.nodes.filter(({ kind }) => kind === "submit").map(({ id }) => id);
  const wanted: [string, (step: Step) => boolean][] = [
    ["for a phone number", ({ fields = [] }) => fields.some(({ name }) => name === "phone")],
    ["for the consent to be called", ({ asksConsent }) => asksConsent === true],
  ];
  const begins = nextLeaves(graph, anywhere);
  const missed = wanted.filter(([, asks]) => {
    const follow = (id: string) => {
      const step = stepNamed(nameOf(id), machine as never);
      return step && asks(step) ? [] : nextOf(graph, id);
    };
    return begins.some((id) => [id, ...reachable(id, follow)].some((to) => posts.includes(to)));
  });
  if (missed.length === 0) return [];
  const name = nameOf(posts[0]!);
  const message = `A way leads to ${name} past every question ${inWords(missed.map(([what]) => what))}: nobody may call about the lead.`;
  return [{ name, message, remedy: "Let a question before it ask for that." }];
}

/** Numbers of progress that are less than one before them on some way; what is derived never falls. */
function fallingProgress(graph: Graph, machine: AnyStateMachine): Finding[] {
  const metaOf = (top: string) =>
    machine.root.states[top]?.meta as { progress?: number; progressFalls?: true } | undefined;
  const next = (top: string) =>
    graph.edges.filter(({ source }) => nameOf(source) === top).flatMap(({ enters }) => enters.map(nameOf));
  const tops = Object.keys(machine.root.states);
  return tops.flatMap((top) => {
    const { progress = 0, progressFalls } = metaOf(top) ?? {};
    if (metaOf(top)?.progress === undefined || progressFalls) return [];
    const before = tops.find((other) => {
      const follow = (id: string) => (id !== other && metaOf(id)?.progress !== undefined ? [] : next(id));
      return other !== top && (metaOf(other)?.progress ?? 0) > progress && reachable(other, follow).has(top);
    });
    if (before === undefined) return [];
    return [
      {
        name: top,
        message: `${top} shows a progress of ${progress}, but ${before} before it shows ${metaOf(before)!.progress}: the bar runs back.`,
        remedy: "Give it a higher number, or none; `progressFalls: true` where that is meant.",
        at: [...keysTo(top), "meta", "progress"],
      },
    ];
  });
}

function nextLeaves(graph: Graph, id: string): string[] {
  const { initial = [] } = graph.nodes.find((node) => node.id === id)!;
  return initial.length === 0 ? [id] : initial.flatMap((inner) => nextLeaves(graph, inner));
}

/** A step whose service reads fields that its own question does not ask for: a check of another step's answer. */
function checksAnother(machine: AnyStateMachine): Finding[] {
  return nodesOf(machine).flatMap(({ path, invoke }) => {
    const [name = ""] = path;
    const question = stepNamed(name, machine as never);
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
  // What a function passes to a guard is not known before, so the same guard may be another question.
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
