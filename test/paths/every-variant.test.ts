import { describe, expect, it } from "vitest";
import { deriveLead } from "../../machines/lead/derive.ts";
import { progressAt } from "../../machines/progress.ts";
import { stepNamed, steps } from "../../machines/steps/index.ts";
import { topState } from "../../machines/visit/replay.ts";
import { answerCases, outcomeCases } from "../model/cases.ts";
import { isEnd, wayTo } from "../model/graph.ts";
import { callOf, everyEntry } from "../model/model.ts";
import { walkCases } from "../model/run-path.ts";
import { firstSuites, suiteOf } from "../model/suite.ts";
import { allTransitionIds, nodesOf } from "../model/transitions.ts";
import { leadFacts, today } from "../support/lead-facts.ts";
import { listOfPaths } from "./list-of-paths.ts";

/** Transitions no walk can take, by variant, each with its reason. */
const unreachable: [id: RegExp, reason: string][] = [
  [/\.contact # always # 0 .*combinedLastStep|\.AllPii\b.* # /, "only with the flag combinedLastStep"],
  [/asksDateOfBirth|\.DateOfBirth # /, "only in states that the settings name"],
  [
    /spanishPath|pathContainsSurveyV4nv|StartPath # always|AutoAccidentCaseWorth # NEXT/,
    "only at other paths of the variant",
  ],
];

/** Steps of that family that the same flag, settings and other paths alone lead to. */
const elsewhere = /AllPii|DateOfBirth|AutoAccidentCaseWorth/;

/** States that ask nothing and wait for nothing: passed through, submitted in, or closing. */
const notSteps = ["StartPath", "contact", "submitting", "thankYou"];

describe.each(everyEntry)("at $path", (entry) => {
  const { model, graph, edgePaths } = suiteOf(entry);
  const { machine } = model;
  const asking = (name: string) => stepNamed(name, entry.variant.code);
  const leaves = nodesOf(machine).filter(({ type }) => type === "atomic" || type === "final");
  const topStates = Object.keys(machine.root.states);
  const reached = new Set(graph.vertices.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));

  it("every state is a known step or one of the closing states", () => {
    expect(topStates.filter((name) => !asking(name) && !notSteps.includes(name))).toEqual([]);
  });

  it("every state that can be stayed in is reached", () => {
    const passedThrough = leaves.filter(
      ({ always, type, parent }) => always || (type === "final" && parent?.parent),
    );
    const missed = leaves.filter((node) => !reached.has(node.id) && !passedThrough.includes(node));
    const family = "contact" in machine.root.states;
    expect(missed.map(({ id }) => id).filter((id) => !(family && elsewhere.test(id)))).toEqual([]);
  });

  it("every transition is taken, but for those listed", () => {
    const taken = new Set([...graph.startTaken, ...edgePaths.flat().flatMap((edge) => edge.taken)]);
    const missed = allTransitionIds(machine).filter((id) => !taken.has(id));
    const family = "contact" in machine.root.states;
    const unexplained = missed.filter((id) => !(family && unreachable.some(([known]) => known.test(id))));
    expect(unexplained).toEqual([]);
  });

  it("every answer of every step and every outcome of every call is walked", () => {
    const walked = new Set(edgePaths.flat().map(({ tried }) => `${tried.factor}: ${tried.label}`));
    const family = "contact" in machine.root.states;
    const met = topStates.filter((name) => !(family && elsewhere.test(name)));
    const asked = met.flatMap((name) => asking(name) ?? []);
    const calls = [...new Set(graph.vertices.flatMap(({ snapshot }) => callOf(snapshot) ?? []))];
    const expected = [
      ...asked.flatMap((step) => answerCases(step, today)),
      ...calls.flatMap((call) => outcomeCases(call)),
    ];
    expect(expected.filter(({ factor, label }) => !walked.has(`${factor}: ${label}`))).toEqual([]);
  });

  it("the walks take every edge and go where the graph says", () => {
    expect(new Set(edgePaths.flat()).size).toBe(graph.edges.length);
    const walk = walkCases(model);
    for (const path of edgePaths) {
      const { screens } = walk(path.map(({ tried }) => tried));
      const waiting = path.map(({ to }) => to).filter(({ snapshot }) => !callOf(snapshot));
      expect(screens.slice(1).map(({ state }) => state.split(".")[0])).toEqual(
        waiting.map(({ snapshot }) => topState(snapshot)),
      );
    }
  });

  it("progress is the chart's own where it gives one, else derived from the way, and never falls", () => {
    const isStep = (name: string) => asking(name) !== undefined;
    for (const path of edgePaths) {
      const way = path.map(({ from }) => topState(from.snapshot));
      const steps = way.filter((name, index) => isStep(name) && way[index - 1] !== name);
      const shown = steps.map((_, index) => progressAt(machine, steps.slice(0, index + 1), isStep));
      shown.forEach(({ value, derived }, index) => {
        const { progress } = machine.root.states[steps[index]!]!.meta ?? {};
        if (!derived) expect(value).toBe(progress);
        if (!derived) return;
        expect(progress).toBeUndefined();
        expect(value).toBeGreaterThanOrEqual(shown[index - 1]?.value ?? 0);
        expect(value).toBeLessThan(100);
      });
    }
  });

  it("from everywhere a way leads to the thank-you page, and every path takes it", () => {
    for (const vertex of graph.vertices) {
      expect(isEnd(vertex) || wayTo(vertex, ({ to }) => isEnd(to)), vertex.key).toBeTruthy();
    }
    for (const path of edgePaths) {
      expect(path.at(-1)?.to.snapshot.value).toBe("thankYou");
    }
  });

  it("nothing is posted before the consent was given", () => {
    const posting = graph.edges.filter(({ to }) => callOf(to.snapshot) === "postLead");
    expect(posting.length).toBeGreaterThan(0);
    const consents = (name: string) => asking(name)?.asksConsent ?? false;
    const reachedWithout = new Set([graph.start]);
    for (const vertex of reachedWithout) {
      if (consents(topState(vertex.snapshot))) continue;
      for (const { to } of vertex.edges) reachedWithout.add(to);
    }
    expect([...reachedWithout].filter(({ snapshot }) => callOf(snapshot) === "postLead")).toEqual([]);
  });
});

describe.each(firstSuites)("variant $entry.variant.code", (suite) => {
  it("the disqualified reach the thank-you page too, for each reason", () => {
    const walk = walkCases(suite.model);
    const reasons = suite.pairPaths.map((path) => {
      const { screens, snapshot } = walk(path.map(({ tried }) => tried));
      expect(screens.at(-1)?.state).toBe("thankYou");
      return deriveLead(snapshot.context, leadFacts()).dqReason;
    });
    const states = Object.keys(suite.model.machine.root.states);
    const asks = (name: RegExp) => states.some((state) => name.test(state));
    expect([...new Set(reasons)].sort()).toEqual([
      "",
      "date|accident_limit_exceeded",
      ...(asks(/HasLawyer/) ? ["have_attorney|yes", "have_attorney|yes_but_I_want_a_new_lawyer"] : []),
      ...(asks(/Description/) ? ["is_gibberish|yes"] : []),
    ]);
  });

  it("shows the screens that are on file", async () => {
    await expect(listOfPaths(suite)).toMatchFileSnapshot(`__snapshots__/${suite.entry.variant.code}.txt`);
  });
});

it("every step belongs to a variant", () => {
  const asked = new Set(everyEntry.flatMap(({ variant }) => Object.keys(variant.machine.root.states)));
  expect(Object.keys(steps).filter((name) => !asked.has(name))).toEqual([]);
});

describe("variant C", () => {
  const { model, graph } = firstSuites.find(({ entry }) => entry.variant.code === "c")!;
  const screensWith = (injured: string) => {
    const at = wayTo(
      graph.start,
      ({ tried }) => tried.label === injured && tried.factor === "WasUserInjured",
    )!;
    const home = wayTo(at.at(-1)!.to, ({ to }) => isEnd(to))!;
    return walkCases(model)([...at, ...home].map(({ tried }) => tried)).screens;
  };

  it("shows the specification's steps and progress", () => {
    expect(screensWith("Yes").map(({ state, progress }) => [state, progress])).toEqual([
      ["WhenWasTheAccident", 5],
      ["OtherDriversVehicleType", 10],
      ["AtFault", 30],
      ["WasUserInjured", 40],
      ["TypeOfMedicalTreatment", 55],
      ["PoliceReportFiled", 80],
      ["HasLawyer", 95],
      ["IncidentDescription", 95],
      ["NameAndEmail", 98],
      ["PhoneAndZip", 99],
      ["thankYou", null],
    ]);
    expect(model.machine.root.states.submitting?.meta).toEqual({ progress: 100, overlay: true });
  });

  it("asks the uninjured nothing about treatment", () => {
    const states = screensWith("No").map(({ state }) => state);
    expect(states).not.toContain("TypeOfMedicalTreatment");
    expect(states[states.indexOf("WasUserInjured") + 1]).toBe("PoliceReportFiled");
  });
});
