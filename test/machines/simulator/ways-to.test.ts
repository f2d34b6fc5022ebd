import { setImmediate as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { graphOf } from "../../../machines/graph/graph.ts";
import { outcomesOf } from "../../../machines/graph/outcomes.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { disqualification } from "../../../machines/lead/disqualification.ts";
import { variants } from "../../../machines/registry.ts";
import { type Explored, explored } from "../../../machines/simulator/explored.ts";
import { leadSoFar } from "../../../machines/simulator/lead-so-far.ts";
import { readMove } from "../../../machines/simulator/moves.ts";
import { turnsAt } from "../../../machines/simulator/other-branch.ts";
import { inputOf, readScenario } from "../../../machines/simulator/setup.ts";
import { simulate } from "../../../machines/simulator/simulate.ts";
import { type Goal, waysTo } from "../../../machines/simulator/ways-to.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { today } from "../../support/lead-facts.ts";

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

  it("lead to every place and over every way of the chart, and the chart takes all their moves", async () => {
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

  it("lead to every reason, those included that take two answers, just where the lead is first judged so", async () => {
    const { reasons } = outcomesOf(graph, (name) => stepNamed(name, machine), disqualification);
    expect(reasons).toContain("date|accident_limit_exceeded");
    for (const id of reasons) {
      const [way] = await to({ kind: "reason", id }, all);
      const judged = end(way!.moves).map(({ snapshot }) => reasonOf(snapshot.context));
      expect(judged.at(-1)).toBe(id);
      expect(judged.slice(0, -1)).not.toContain(id);
    }
  });

  it("are the shortest first, one for each set of decisions", async () => {
    const ways = await to({ kind: "place", id: "PoliceReportFiled" }, all);
    expect(ways.map(({ moves }) => moves.length)).toEqual([4, 5]);
    expect(ways[0]!.asked).toContainEqual({
      name: "notInjured",
      holds: true,
      read: [{ path: "answers.physical_injury", value: "No" }],
    });
    expect(ways[1]!.asked.find(({ name }) => name === "notInjured")!.holds).toBe(false);
  });

  it("are none where nobody who comes in so can be", async () => {
    expect(await to({ kind: "place", id: "nowhere" }, all)).toEqual([]);
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
    expect(new Set(found.map(({ step, leaf }) => `${step} ${leaf}`))).toEqual(
      new Set(["WasUserInjured TypeOfMedicalTreatment"]),
    );
    for (const { moves, leaf } of found) {
      expect(simulate(machine, input, moves).moments.at(-1)!.leaf).toBe(leaf);
      expect(moves.slice(0, 3)).toEqual(walk.map((move) => readMove(move)));
    }
  });

  it("is nothing where nothing was decided", () => {
    expect(turns(...walk)).toEqual([]);
    expect(turns()).toEqual([]);
  });
});
