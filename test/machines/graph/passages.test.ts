import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldedPassages } from "../../../machines/graph/folded-passages.ts";
import { around, graphOf } from "../../../machines/graph/graph.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { start } from "../../../machines/graph/names.ts";
import { type Passage, passagesOf } from "../../../machines/graph/passages.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { newPaths } from "../../paths/model/all-suites.ts";
import { turnsOf } from "../../paths/model/run-path.ts";
import { walkLog } from "../../paths/pure-layer.ts";
import { moves, wander } from "../../services/visits/wander.ts";
import { edgesOfVisit } from "../../support/edges-of-visit.ts";

const entryOf = (code: string) => findEntry(`/survey/${code}`)!;

/** Every leaf was entered as often as it was left, except the present one; every edge belongs to the chart. */
function expectConserved({ variant }: SurveyEntry, passages: readonly Passage[], end: string): void {
  const graph = graphOf(variant);
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const still = new Map([[start, 1]]);
  const add = (leaf: string, by: number) => still.set(leaf, (still.get(leaf) ?? 0) + by);
  let here = start;
  for (const passage of passages) {
    expect(passage.from).toBe(here);
    if (passage.kind === "edge") {
      const { source, enters } = edges.get(passage.edge)!;
      expect(around(graph, passage.from).map(({ id }) => id)).toContain(source);
      expect(passage.to).toBe(enters[0] ?? passage.from);
    }
    add(passage.from, -1);
    add(passage.to, 1);
    here = passage.to;
  }
  expect([...still].filter(([, count]) => count !== 0)).toEqual([[end, 1]]);
}

/** The same for a view: each of its nodes was entered as often as it was left, by its own edges. */
function expectFolded({ variant }: SurveyEntry, passages: readonly Passage[], end: string): void {
  const view = viewOf(graphOf(variant));
  const edges = new Set(view.edges.map(({ id }) => id));
  let here = start;
  for (const passage of foldedPassages(view, passages)) {
    expect(passage.from).toBe(here);
    if (passage.kind === "edge") expect(edges).toContain(passage.edge);
    here = passage.to;
  }
  expect(here).toBe(end);
}

/** The leaf a visitor looks at: where the chart is, or the question gone back to. */
function shownLeaf({ variant }: SurveyEntry, { visit, replay, step }: VisitState): string {
  if (visit.position >= replay.taken.length) return leafOf(replay.snapshot);
  const { nodes } = graphOf(variant);
  return nodes.find(({ kind, shows }) => kind === "step" && shows === step)!.id;
}

/** Steps as an account passes them, each visit to one named once. */
function stepsPassed({ variant }: SurveyEntry, passages: readonly Passage[]): string[] {
  const { nodes } = graphOf(variant);
  const shown = new Map(nodes.filter(({ kind }) => kind === "step").map(({ id, shows }) => [id, shows!]));
  const moved = passages.filter(({ from, to }) => from !== to).map(({ to }) => to);
  return moved.flatMap((leaf) => shown.get(leaf) ?? []);
}

it.each(newPaths().filter(({ paths }) => paths.length > 0))(
  "the account of a visit at $suite.world.label passes the edges the chart took and the steps of the replayed path",
  ({ suite, paths }) => {
    const { entry, settings } = suite.world;
    for (const path of paths) {
      const { log } = walkLog(suite, turnsOf(path));
      const passages = passagesOf(entry, log, settings);
      const { replay } = openVisit(entry, settings, log);
      const end = leafOf(replay.snapshot);
      expectConserved(entry, passages, end);
      expectFolded(entry, passages, end);
      if (!passages.some(({ kind }) => kind === "jump")) {
        const passed = stepsPassed(entry, passages);
        expect(passed.filter((step, index) => step !== passed[index - 1])).toEqual(
          replay.taken.map(({ step }) => step),
        );
      }
      // Pressing the last button again replays its step; up to then it is the model's own way.
      const isStraight = path.every(({ tried }) => tried.kind === "answer" || tried.kind === "outcome");
      if (!isStraight) continue;
      expect(edgesOfVisit(entry, log, settings)).toEqual([
        ...suite.graph.begun.taken,
        ...path.flatMap(({ taken }) => taken),
      ]);
    }
  },
);

it.each(["c", "v4nv", "one-page", "dui"])("after any wandering in %s, nobody is lost", (code) => {
  const entry = entryOf(code);
  fc.assert(
    fc.property(moves, (all) => {
      let last: LogEntry[] = [];
      wander(entry, all, ({ after, log }) => {
        const stands = passagesOf(entry, log).at(-1)?.to;
        expect(stands).toBe(shownLeaf(entry, after));
        last = [...log];
      });
      if (last.length === 0) return;
      const [passages, end] = [passagesOf(entry, last), shownLeaf(entry, openVisit(entry, {}, last))];
      expectConserved(entry, passages, end);
      expectFolded(entry, passages, end);
    }),
    { numRuns: 25 },
  );
});

describe("the account of a visit to C", () => {
  const entry = entryOf("c");
  const arrival = { path: "/survey/c", query: {}, referer: "" };
  const began: LogEntry = { at: 0, kind: "entry", body: arrival };
  const answer = (at: number, step: string, answers = {}): LogEntry => ({
    at,
    kind: "answer",
    body: { step, answers },
  });
  const back = (at: number, from: string): LogEntry => ({ at, kind: "back", body: { from } });
  const described = (log: LogEntry[]) =>
    passagesOf(entry, log).map((passage) =>
      passage.kind === "edge" ? passage.edge : `${passage.kind} to ${passage.to}`,
    );

  const begun = ["begin to StartPath", "StartPath#always##WhenWasTheAccident"];
  const first = ["*#ANSWER##", "WhenWasTheAccident#NEXT##OtherDriversVehicleType"];
  const second = ["*#ANSWER##", "OtherDriversVehicleType#NEXT##AtFault"];

  it("includes Back, a changed answer, and one that was only confirmed", () => {
    const log = [
      began,
      answer(1, "WhenWasTheAccident"),
      answer(2, "OtherDriversVehicleType", { other_vehicle_type: "Car" }),
      back(3, "AtFault"),
      back(4, "OtherDriversVehicleType"),
      answer(5, "WhenWasTheAccident"),
      answer(6, "OtherDriversVehicleType", { other_vehicle_type: "Bus" }),
    ];
    expect(described(log)).toEqual([
      ...begun,
      ...first,
      ...second,
      "jump to OtherDriversVehicleType",
      "jump to WhenWasTheAccident",
      ...first,
      ...second,
    ]);
    expect(passagesOf(entry, log).map(({ at }) => at)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6]);
  });

  it("marks what the chart does not take, and stops there", () => {
    expect(described([began, answer(1, "HasLawyer"), answer(2, "WhenWasTheAccident")])).toEqual([
      ...begun,
      "unmatched to WhenWasTheAccident",
      "unmatched to WhenWasTheAccident",
    ]);
  });

  it("omits facts and outcomes that nobody waits for", () => {
    const fact: LogEntry = { at: 2, kind: "fact", body: { fact: "optOut", value: { by: "gpc" } } };
    const outcome: LogEntry = { at: 3, kind: "outcome", body: { call: "exchangeLeadData", output: null } };
    expect(described([began, answer(1, "WhenWasTheAccident"), fact, outcome])).toEqual([...begun, ...first]);
  });

  it("takes the new way of a visitor who comes in again, without repeating it", () => {
    const v4nv = entryOf("v4nv");
    const at = (time: number, query: Record<string, string>): LogEntry => ({
      at: time,
      kind: "entry",
      body: { path: "/survey/v4nv", query, referer: "" },
    });
    const log = [at(0, {}), answer(1, "WhenWasTheAccident"), at(2, { flags: "combinedLastStep" })];
    expect(passagesOf(v4nv, log)).toEqual(passagesOf(v4nv, log.slice(0, 2)));
  });
});
