import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../../../app/graphs/inspect/live-route.ts";
import { disqualification } from "../../../machines/context/disqualification.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { outcomesOf as endsOf } from "../../../machines/graph/outcomes.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { findEntry, variants } from "../../../machines/registry.ts";
import { answerCases } from "../../../machines/simulator/cases.ts";
import { type Explored, explored } from "../../../machines/simulator/explored.ts";
import { exportedCase } from "../../../machines/simulator/exported-case.ts";
import { leadSoFar } from "../../../machines/simulator/lead-so-far.ts";
import { everyCall, type Move, outcomesOf, readMove, writeMove } from "../../../machines/simulator/moves.ts";
import { turnsAt } from "../../../machines/simulator/other-branch.ts";
import { inputOf, readScenario, writeScenario } from "../../../machines/simulator/setup.ts";
import { simulate } from "../../../machines/simulator/simulate.ts";
import { type Goal, waysTo } from "../../../machines/simulator/ways-to.ts";
import { stepNamed, steps } from "../../../machines/steps/index.ts";
import { wander, moves as wanderings } from "../../services/visits/wander.ts";
import { edgesOfVisit } from "../../support/edges-of-visit.ts";
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

  it("what a service said that has no name here is written as text", () => {
    const [, address = ""] = /simulate\?(\S+)/.exec(readFileSync(join(folder, "c.test.ts"), "utf8"))!;
    const place = { city: "Reno", county: "Washoe", state: "NV", stateName: "Nevada" };
    const move = `lookUpZip:${JSON.stringify(place)}`;
    const changed = address.replace("lookUpZip%3Atwo-year+state", encodeURIComponent(move));
    expect(exportedCase(scenarioAt("c", changed))).toContain(JSON.stringify(move));
  });
});

describe("simulations", () => {
  const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };

  function simulated(code: string, address: string) {
    const { setup, moves } = readScenario(variants.get(code)!, new URLSearchParams(address), usual);
    const { entry, input } = inputOf(setup);
    return simulate(entry.variant.machine, input, moves);
  }

  const email = "do=firstName%3DAna%26lastName%3DRivera%26email%3D";
  /** The survey of five questions up to the check of the phone number, the first address being refused. */
  const toPhone = [
    ...["accident_date_button%3DWithin%2B30%2BDays", "at_Fault%3Dno", "physical_injury%3DNo"].map(
      (text) => `do=${text}`,
    ),
    `${email}bad%2540example.com`,
    "do=checkEmail%3Ano such address, first time",
    `${email}good%2540example.com`,
    "do=checkEmail%3Agood",
    "do=phone%3D2135550123%26zip_code%3D90210",
    "do=lookUpZip%3Atwo-year state",
  ];

  const leaves = (code: string, address: string) => simulated(code, address).moments.map(({ leaf }) => leaf);

  describe("a move as text", () => {
    const answers = Object.values(steps).flatMap((step) => answerCases(step, today));
    const outcomes = everyCall.flatMap(outcomesOf).map((outcome): Move => ({ kind: "outcome", outcome }));

    it("is read as it was written: every answer, every outcome", () => {
      const all: Move[] = [
        ...answers.map(
          (tried): Move => (tried.kind === "answer" ? { kind: "answer", answers: tried.answers } : tried),
        ),
        ...outcomes,
        {
          kind: "outcome",
          outcome: { call: "checkEmail", output: { valid: true, disposable: false, timesBadBefore: 7 } },
        },
        { kind: "page", event: { type: "TOGGLE_PLAY" } },
        { kind: "again" },
      ];
      expect(all.length).toBeGreaterThan(200);
      for (const move of all) expect(readMove(writeMove(move))).toEqual(move);
    });

    it.each([
      ...["", "nothing", "no_such_field=1", "checkEmail:", "checkEmail:{", "dropTables:good"],
      ...["__proto__=1"],
    ])("%j is none", (text) => {
      expect(readMove(text)).toBeUndefined();
    });
  });

  describe("a simulation", () => {
    it.each(["/survey/c", "/survey/v4nv", "/survey/dui", "/survey/one-page", "/survey/progress-bar"])(
      "of any visit at %s is where the visit does, by the same edges",
      (path) => {
        const entry = findEntry(path)!;
        fc.assert(
          fc.property(wanderings, (all) => {
            wander(entry, all, ({ after, log }) => {
              const scenario = scenarioOf(log, usual);
              const { setup, moves } = readScenario(entry.variant, writeScenario(scenario), usual);
              const { moments } = simulate(entry.variant.machine, inputOf(setup).input, moves);
              expect(moments).toHaveLength(moves.length + 1);
              expect(moments.at(-1)!.leaf).toBe(leafOf(after.replay.snapshot));
              expect(moments.at(-1)!.snapshot.context.answers).toEqual(after.replay.snapshot.context.answers);
              // Without what the visitor has taken back.
              const straight = after.visit.trail.flatMap(({ step, answers, outcomes }) => [
                { at: 0, kind: "answer" as const, body: { step, answers } },
                ...outcomes.map((body) => ({ at: 0, kind: "outcome" as const, body })),
              ]);
              expect(moments.flatMap(({ taken }) => taken)).toEqual(
                edgesOfVisit(entry, [log[0]!, ...straight]),
              );
            });
          }),
          { numRuns: 15 },
        );
      },
    );

    it("lets a refused answer be given again, as a visit does", () => {
      const short = leaves("linear-short", toPhone.slice(0, 7).join("&"));
      expect(short.slice(-4)).toEqual([
        "NameAndEmail.checkingEmail",
        "NameAndEmail.asking",
        "NameAndEmail.checkingEmail",
        "PhoneAndZip.asking",
      ]);
    });

    it("forgets all of a refused answer once the question is answered again", () => {
      const answers = answerCases(stepNamed("OnePageSurvey")!, today).flatMap((tried) =>
        tried.kind === "answer" ? [tried.answers] : [],
      );
      const inOrder = answers.sort((one, other) => Object.keys(one).length - Object.keys(other).length);
      const [shorter, longer] = [inOrder[0]!, inOrder.at(-1)!];
      expect(Object.keys(shorter).length).toBeLessThan(Object.keys(longer).length);
      const { machine } = variants.get("one-page")!;
      const { setup } = readScenario(variants.get("one-page")!, new URLSearchParams(), usual);
      const { moments } = simulate(machine, inputOf(setup).input, [
        { kind: "answer", answers: longer },
        ...["checkEmail:disposable, second time", "lookUpZip:two-year state", "checkPhone:good"].map(
          (text) => readMove(text)!,
        ),
        { kind: "answer", answers: shorter },
      ]);
      expect(moments.at(-2)!.leaf).toBe("OnePageSurvey.asking");
      expect(moments.at(-1)!.snapshot.context.answers).toEqual(shorter);
    });

    it.each([
      ["an answer to another question", "do=at_Fault%3Dno"],
      ["an answer that is none of the choices", "do=accident_date_button%3DWithin%2B30%2BDayzzz"],
      ["the answer of a service nobody asked", "do=checkEmail%3Agood"],
      ["a control that is not there", "do=TOGGLE_PLAY"],
      ["a button where none is waited for", "do=again"],
    ])("does not take %s", (_what, address) => {
      expect(leaves("c", address)).toEqual(["WhenWasTheAccident"]);
    });

    it("stops at what a service cannot have said", () => {
      const broken = leaves("linear-short", [...toPhone, 'do=checkPhone%3A{"success":true}'].join("&"));
      expect(broken.at(-1)).toBe("PhoneAndZip.checkingPhone");
    });

    it("takes nonsense in an address as nothing said", () => {
      expect(leaves("c", "path=/survey/dui&today=2026-13-40&region=xyz&at=-4&do=")).toEqual([
        "WhenWasTheAccident",
      ]);
    });

    it("is of the day, the path and the settings that its address says", () => {
      const address = "path=/survey/v3&today=2024-02-29&region=ca&dateOfBirthStates=ca,tx&query=affid%3D7";
      const scenario = readScenario(variants.get("c")!, new URLSearchParams(address), usual);
      expect(inputOf(scenario.setup).input).toMatchObject({
        path: "/survey/v3",
        today: { year: 2024, month: 2, day: 29 },
        region: "CA",
        tracking: { affid: "7" },
        settings: { dateOfBirthStates: ["CA", "TX"] },
      });
      expect(readScenario(variants.get("c")!, writeScenario(scenario), usual)).toEqual(scenario);
    });
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

it("the ways to a place depend on how the visitor comes in", async () => {
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
