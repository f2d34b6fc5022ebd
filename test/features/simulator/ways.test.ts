import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { turnsAt } from "../../../app/features/simulator/simulation-data.ts";
import { goalNamed, goalsOf } from "../../../app/features/simulator/take-me-to.ts";
import { chartOf } from "../../../app/graphs/chart-of.ts";
import { disqualification } from "../../../machines/context/disqualification.ts";
import { type Explored, explored } from "../../../machines/features/simulator/explored.ts";
import { exportedCase } from "../../../machines/features/simulator/exported-case.ts";
import { type Goal, waysTo } from "../../../machines/features/simulator/ways-to.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { outcomesOf as endsOf } from "../../../machines/graph/outcomes.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { leadSoFar } from "../../../machines/model/lead-so-far.ts";
import { readMove } from "../../../machines/model/moves.ts";
import { inputOf, readScenario } from "../../../machines/model/setup.ts";
import { simulate } from "../../../machines/model/simulate.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { today } from "../../support/lead-facts.ts";
import { root } from "../../support/source-files.ts";

describe("exported cases", () => {
  const folder = join(root, "test/cases");
  const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };

  const scenarioAt = (code: string, address: string) =>
    readScenario(variants.get(code)!, new URLSearchParams(address), usual);

  it.each(readdirSync(folder))("%s, which passes by itself, is what the simulator exports today", (file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const [, code, address] = /\/graphs\/([\w-]+)\/simulate\?(\S+)/.exec(text)!;
    expect(exportedCase(scenarioAt(code!, address!))).toBe(text);
  });

  it("a service's answer without a name here is written as text", () => {
    const [, address = ""] = /simulate\?(\S+)/.exec(readFileSync(join(folder, "c.test.ts"), "utf8"))!;
    const place = { city: "Reno", county: "Washoe", state: "NV", stateName: "Nevada" };
    const move = `lookUpZip:${JSON.stringify(place)}`;
    const changed = address.replace("lookUpZip%3Atwo-year+state", encodeURIComponent(move));
    expect(exportedCase(scenarioAt("c", changed))).toContain(JSON.stringify(move));
  });
});

function chartNamed(code: string, query = "") {
  const variant = variants.get(code)!;
  const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };
  const { entry, input } = inputOf(readScenario(variant, new URLSearchParams(query), usual).setup);
  const { machine } = variant;
  const reasonOf = (context: Parameters<typeof leadSoFar>[1]) => leadSoFar(entry, context).dqReason;
  const graph = graphOf({ code, machine });
  const to = (goal: Goal, all: Explored) => waysTo(goal, all, { machine, input, pause }, reasonOf);
  return { machine, input, graph, view: viewOf(graph), reasonOf, to };
}

describe("the ways of c", () => {
  const { machine, input, graph, view, reasonOf, to } = chartNamed("c");
  let all: Explored;
  beforeAll(async () => {
    all = await explored(machine, input, today, pause);
  });
  const end = (moves: Parameters<typeof simulate>[2]) => simulate(machine, input, moves).moments;

  it("lead to every place and along every edge of the chart, and the chart takes all their moves", async () => {
    for (const { id } of view.nodes.filter(({ kind }) => kind !== "start")) {
      const [way] = await to({ kind: "place", id }, all);
      const moments = end(way!.moves);
      expect(moments).toHaveLength(way!.moves.length + 1);
      expect(moments.at(-1)!.leaf).toBe(id);
    }
    for (const { id, source, target } of view.edges) {
      const [way] = await to({ kind: "way", id }, all);
      const places = ["start", ...end(way!.moves).map(({ leaf }) => leaf)];
      expect(places.slice(-2), id).toEqual([source, target]);
    }
  });

  it("lead to every reason, including those that need two answers, where the lead first gets it", async () => {
    const { reasons } = endsOf(graph, machine, { questions: stepNamed, judge: disqualification });
    expect(reasons).toContain("date|accident_limit_exceeded");
    for (const id of reasons) {
      const [way] = await to({ kind: "reason", id }, all);
      const judged = end(way!.moves).map(({ snapshot }) => reasonOf(snapshot.context));
      expect(judged.at(-1)).toBe(id);
      expect(judged.slice(0, -1)).not.toContain(id);
    }
  });
});

it("the ways depend on how the visitor comes in", async () => {
  const goal: Goal = { kind: "place", id: "AllPii.asking" };
  const found = async (query: string) => {
    const { machine, input, to } = chartNamed("v4nv", query);
    return (await to(goal, await explored(machine, input, today, pause))).length > 0;
  };
  expect([await found(""), await found("query=flags%3DcombinedLastStep")]).toEqual([false, true]);
});

describe("what would lead elsewhere", () => {
  const { machine, input } = chartNamed("c");
  const turns = (...moves: string[]) => {
    const { moments } = simulate(
      machine,
      input,
      moves.map((move) => readMove(move)!),
    );
    expect(moments).toHaveLength(moves.length + 1);
    return turnsAt(machine, input, moments, today);
  };
  const walk = ["accident_date_button=Within+30+Days", "other_vehicle_type=Car", "at_Fault=no"];

  it("is another answer to the question that the guard read", () => {
    const found = turns(...walk, "physical_injury=No");
    expect(new Set(found.map(({ step, result }) => `${step} ${result}`))).toEqual(
      new Set(["WasUserInjured TypeOfMedicalTreatment"]),
    );
    for (const { walk: after, result } of found) {
      const moves = after.made.map(({ move }) => move);
      expect(simulate(machine, input, moves).moments.at(-1)!.leaf).toBe(result);
      expect(moves.slice(0, 3)).toEqual(walk.map((move) => readMove(move)));
    }
  });

  it("is nothing where nothing was decided", () => {
    expect(turns(...walk)).toEqual([]);
    expect(turns()).toEqual([]);
  });
});

const groups = goalsOf(variants.get("c")!, (await chartOf("c"))!);

it("the destinations of a chart are its ends, disqualifications, states and transitions", () => {
  expect(groups.map(({ name }) => name)).toEqual([
    "Ends",
    "Disqualification reasons",
    "States",
    "Transitions",
  ]);
  const [ends, reasons, states, ways] = groups.map(({ goals }) => goals);
  expect(ends).toEqual([{ value: "place:thankYou", words: "Thank you" }]);
  expect(reasons!.length).toBeGreaterThan(0);
  expect(states).toContainEqual({ value: "place:AtFault", words: "At fault" });
  expect(ways).toContainEqual({
    value: "way:AtFault->WasUserInjured",
    words: "At fault to Was user injured",
  });
});

it("an address names a destination, or none where the chart does not have it", () => {
  expect(goalNamed("place:AtFault", groups)).toEqual({ kind: "place", id: "AtFault" });
  expect(goalNamed("way:AtFault->WasUserInjured", groups)).toEqual({
    kind: "way",
    id: "AtFault->WasUserInjured",
  });
  for (const value of [null, "", "place:Nowhere", "reason:", "AtFault"])
    expect(goalNamed(value, groups), String(value)).toBeUndefined();
});
