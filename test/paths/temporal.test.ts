import { describe, expect, it } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { CallId } from "../../machines/context/calls.ts";
import { caseName, type Edge, isEnd, type Vertex } from "../../machines/model/covering.ts";
import { variants } from "../../machines/registry.ts";
import { answerIs } from "../../machines/rules/answers.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { callOf, topState } from "../../machines/visit/replay.ts";
import { newSuites } from "./model/all-suites.ts";
import { type Screen, Script, screenOf, type Turn, turnsOf } from "./model/run-path.ts";
import { describePath, type Suite, suitesOf } from "./model/suite.ts";
import { walkLog } from "./pure-layer.ts";

/** All vertices that can be reached from some without taking certain edges. */
function reach(from: readonly Vertex[], without: (edge: Edge) => boolean = () => false): Set<Vertex> {
  const reached = new Set(from);
  // Iterating over a Set includes entries added meanwhile.
  for (const vertex of reached) {
    for (const edge of vertex.edges) if (!without(edge)) reached.add(edge.to);
  }
  return reached;
}

const posts = ({ snapshot }: Vertex) => callOf(snapshot) === "postLead";
const named = (edges: Edge[]) => edges.map((edge) => `${edge.from.key} ${caseName(edge)}`);

/** Scripts of some surveys' own, by when they are due (spec 4.1); every survey has one for an injury (spec 4.3). */
const atStart: Record<string, string[]> = { a: ["loadMediaScript"], ticket: ["loadTrackingPixel"] };
const withInjury: Record<string, string[]> = { a: ["loadTrackingPixel"], b: ["loadTrackingPixel"] };

/** What holds on every possible path, not only on the chosen ones: all are ways through the graph. */
describe.each(newSuites)("always at $world.label", ({ world, model, graph }) => {
  const { variant } = world.entry;
  const { machine } = model;
  const makesLead = variant.flow !== "benefits";

  it("nothing is posted before the step with the consent was answered", () => {
    const consents = ({ from, tried }: Edge) =>
      tried.kind === "answer" && stepNamed(topState(from.snapshot), machine)?.asksConsent === true;
    expect(graph.vertices.some(posts)).toBe(makesLead);
    const without = [...reach([graph.start], consents)].filter(posts);
    expect(without.map(({ key }) => key)).toEqual([]);
  });

  it("no end precedes the end of the post, and one can be reached from everywhere", () => {
    const stored = ({ from, tried }: Edge) =>
      posts(from) && tried.kind === "outcome" && "output" in tried.outcome;
    const early = [...reach([graph.start], stored)].filter(isEnd);
    expect(early.length > 0).toBe(!makesLead);
    for (const vertex of graph.vertices) expect([...reach([vertex])].some(isEnd), vertex.key).toBe(true);
  });

  it("the window opens at most once, and not before the post is on its way", () => {
    const opening = graph.edges.filter(({ effects }) => effects.includes("openClickWindow"));
    expect(opening.length > 0).toBe(makesLead && variant.flow !== "ticket");
    const afterwards = reach(opening.map(({ to }) => to));
    expect(named(opening.filter(({ from }) => afterwards.has(from)))).toEqual([]);
    expect(opening.filter(({ to }) => topState(to.snapshot) !== "submitting")).toEqual([]);
  });

  it("a service is asked only after typed answers, whose button can say so", () => {
    const asking = graph.edges.filter(({ to, tried }) => tried.kind === "answer" && callOf(to.snapshot));
    const pressed = asking.filter(({ from }) => stepNamed(topState(from.snapshot), machine)?.options?.length);
    expect(named(pressed)).toEqual([]);
  });

  it("scripts and pixels are loaded with their triggers, and only then", () => {
    const loads = (done: readonly string[]) => new Set(done.filter((name) => name.startsWith("load")));
    expect(loads(graph.begun.effects)).toEqual(new Set(atStart[variant.code]));
    for (const edge of graph.edges) {
      const { tried } = edge;
      const isInjured = tried.kind === "answer" && answerIs(tried.answers.physical_injury, "Yes");
      const due = isInjured ? ["loadAdTrackingScript", ...(withInjury[variant.code] ?? [])] : [];
      expect(loads(edge.effects), named([edge]).join()).toEqual(new Set(due));
    }
  });
});

it("XState's own interpreter, with services that are promises, shows the screens that the log says", async () => {
  const [suite] = suitesOf(variants.get("c")!) as [Suite];
  for (const path of suite.edgePaths) {
    const turns = turnsOf(path);
    const { screens, context } = walkLog(suite, turns);
    expect(await walkActor(suite, turns), describePath(path)).toEqual({ screens, context });
  }
});

/** Turns through a running actor whose services are promises that settle as the path says. */
async function walkActor({ model }: Suite, turns: Turn[]) {
  const script = new Script();
  const scripted = (call: CallId) =>
    fromPromise(async () => {
      const outcome = script.next(call);
      if ("error" in outcome) throw outcome.error;
      return outcome.output;
    });
  const actors = Object.fromEntries(
    Object.keys(model.machine.implementations.actors).map((id) => [id, scripted(id as CallId)]),
  );
  const machine = model.machine.provide({ actors: actors as never });
  const { input } = model;
  let actor = createActor(machine, { input }).start();
  let before = actor.getPersistedSnapshot();
  let asked = "";
  const screens: Screen[] = [screenOf(actor.getSnapshot())];
  for (const turn of turns) {
    script.begin(turn);
    const state = topState(actor.getSnapshot());
    if (state === asked) {
      // A check refused the answer: the browser takes it back and begins again from before it.
      actor.stop();
      actor = createActor(machine, { snapshot: before, input }).start();
    }
    before = actor.getPersistedSnapshot();
    asked = state;
    actor.send({ type: "ANSWER", answers: turn.answers });
    const settled = await waitFor(actor, (snapshot) => !callOf(snapshot));
    screens.push(screenOf(settled));
  }
  const { context } = actor.getSnapshot();
  actor.stop();
  return { screens, context };
}
