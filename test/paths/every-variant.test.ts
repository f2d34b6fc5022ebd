import { describe, expect, it } from "vitest";
import { guards as allGuards, arrivalGuards } from "../../machines/guards.ts";
import { progressAt } from "../../machines/progress.ts";
import { shortestWay } from "../../machines/shortest-way.ts";
import { stepNamed, steps } from "../../machines/steps/index.ts";
import { type ProgressTracker, progressTracker } from "../../machines/tracker.ts";
import { callOf, topState } from "../../machines/visit/replay.ts";
import { allSuites, firstSuites, newSuites } from "../model/all-suites.ts";
import { coverageOf, missedIn } from "../model/coverage.ts";
import { isEnd, wayTo } from "../model/graph.ts";
import { observed } from "../model/observed.ts";
import { walkCases } from "../model/run-path.ts";
import { siteWalks } from "../model/site-models.ts";
import { unreachable } from "../model/unreachable.ts";
import { holds } from "../support/holds.ts";
import { leadOf } from "./lead-of.ts";
import { listOfPaths } from "./list-of-paths.ts";

describe.each(allSuites)("variant $code", ({ code, variant, suites }) => {
  it("has everything in it walked in one of its worlds, but for what is listed with its reason", () => {
    const missed = missedIn(coverageOf(variant.machine, suites));
    expect(missed.sort()).toEqual(Object.keys(unreachable[code] ?? {}).sort());
  });

  it("shows the screens that are on file", async () => {
    const listed = listOfPaths(suites.filter(({ isNew }) => isNew));
    await expect(listed).toMatchFileSnapshot(`__snapshots__/${code}.txt`);
  });
});

it.each(siteWalks)("everything in the site's $model.machine.id is reached", (walks) => {
  expect(missedIn(coverageOf(walks.model.machine, [walks]))).toEqual([]);
});

it("how the visitor came in is all that the guards read by which questions are counted", () => {
  const cameIn = /^(path|flags|region|settings)(\.|$)/;
  const reads = allSuites.flatMap(({ variant }) => [...observed(variant.machine).reads]);
  // What a check came to is read by guards of its own.
  const known = reads.filter(([name]) => name in allGuards);
  const guards = known.filter(([, paths]) => paths.size > 0);
  const only = guards.filter(([, paths]) => [...paths].every((path) => cameIn.test(path)));
  expect([...new Set(only.map(([name]) => name))].sort()).toEqual(Object.keys(arrivalGuards).sort());
  const others = guards.filter(([, paths]) => ![...paths].every((path) => cameIn.test(path)));
  expect(others.filter(([name]) => name in arrivalGuards)).toEqual([]);
});

it("lists nothing as unreachable for a variant that is not there", () => {
  const codes = allSuites.map(({ code }) => code);
  expect(Object.keys(unreachable).filter((code) => !codes.includes(code))).toEqual([]);
});

it("every step belongs to a variant", () => {
  const asked = new Set(allSuites.flatMap(({ variant }) => Object.keys(variant.machine.root.states)));
  expect(Object.keys(steps).filter((name) => !asked.has(name))).toEqual([]);
});

describe.each(newSuites)("at $world.label", ({ model, graph, edgePaths }) => {
  const { machine } = model;
  const way = shortestWay(machine, model.input);
  const isStep = (name: string) => stepNamed(name, machine.id) !== undefined;

  it("the walks take every edge and go where the graph says", () => {
    expect(new Set(edgePaths.flat()).size).toBe(graph.edges.length);
    const walk = walkCases(model);
    for (const path of edgePaths) {
      const { screens } = walk(path.map(({ tried }) => tried));
      const waiting = path.filter(({ to, tried }) => tried.kind !== "page" && !callOf(to.snapshot));
      expect(screens.slice(1).map(({ state }) => state.split(".")[0])).toEqual(
        waiting.map(({ to }) => topState(to.snapshot)),
      );
    }
  });

  it("progress is the chart's own where it gives one, else derived from the way, and never falls", () => {
    for (const path of edgePaths) {
      const states = path.map(({ from }) => topState(from.snapshot));
      const asked = states.filter((name, index) => isStep(name) && states[index - 1] !== name);
      const shown = asked.map((_, index) => progressAt(machine, way, asked.slice(0, index + 1)));
      shown.forEach(({ value, derived }, index) => {
        const { progress } = machine.root.states[asked[index]!]!.meta ?? {};
        if (!derived) expect(value).toBe(progress);
        if (!derived) return;
        expect(progress).toBeUndefined();
        expect(value).toBeGreaterThanOrEqual(shown[index - 1]?.value ?? 0);
        expect(value).toBeLessThan(100);
      });
    }
  });
});

/** What the tracker says at each question of a path, each with what the chart has marked by then. */
function trackersOn({ model, edgePaths }: (typeof newSuites)[number]): ProgressTracker[][] {
  const way = shortestWay(model.machine, model.input);
  const isQuestion = (name: string) => name in way.left;
  return edgePaths.map((path) => {
    const steps: string[] = [];
    const trackers: ProgressTracker[] = [];
    for (const { snapshot } of [...path.map(({ from }) => from), path.at(-1)!.to]) {
      const step = topState(snapshot);
      if (!isQuestion(step) || steps.at(-1) === step) continue;
      steps.push(step);
      const { completed } = snapshot.context;
      trackers.push(progressTracker(way, steps, step, completed, (name) => name));
    }
    return trackers;
  });
}

describe.each(newSuites)("the tracker at $world.label", (suite) => {
  const walks = trackersOn(suite);
  const activeOf = ({ steps }: ProgressTracker) => steps.filter(({ active }) => active);

  it("begins at 1, never falls, ends at its total, which never changes", holds(209), () => {
    const total = walks[0]![0]!.total;
    for (const trackers of walks) {
      const numbers = trackers.map((tracker) => activeOf(tracker)[0]!.number);
      expect(numbers[0]).toBe(1);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(new Set(trackers.map((tracker) => tracker.total))).toEqual(new Set([total]));
      expect(numbers.at(-1)).toBe(total);
    }
  });

  it(
    "has one active step, all before it completed and none after, each with a name of its own",
    holds(209),
    () => {
      for (const tracker of walks.flat()) {
        const [active, ...more] = activeOf(tracker);
        expect(more).toEqual([]);
        expect(tracker.steps.map(({ number }) => number)).toEqual(tracker.steps.map((_, index) => index + 1));
        expect(tracker.steps.map(({ completed }) => completed)).toEqual(
          tracker.steps.map(({ number }) => number < active!.number),
        );
        expect(new Set(tracker.steps.map(({ name }) => name)).size).toBe(tracker.total);
      }
    },
  );
});

describe.each(firstSuites)("the pairs of answers at $world.label", (suite) => {
  it("disqualify for every reason the survey can find, and all of them come to its end", () => {
    const { variant } = suite.world.entry;
    const walk = walkCases(suite.model);
    const ends = Object.entries(suite.model.machine.root.states).filter(([, { type }]) => type === "final");
    const [usual] = ends.map(([name]) => name).filter((name) => name !== "Disqualified");
    const reasons = suite.pairPaths.map((path) => {
      const { screens, snapshot } = walk(path.map(({ tried }) => tried));
      const { dqReason } = leadOf(variant, snapshot.context);
      const isTold = variant.flow === "one-page" && dqReason !== "";
      expect(screens.at(-1)?.state).toBe(isTold ? "Disqualified" : usual);
      return dqReason;
    });
    expect([...new Set(reasons)].sort()).toEqual(reasonsToFind(suite).sort());
  });
});

/** The reasons to disqualify that follow from what a survey asks and checks, '' for none. */
function reasonsToFind({ graph }: (typeof firstSuites)[number]): string[] {
  const tried = graph.edges.map((edge) => edge.tried);
  const answers = tried.flatMap((each) => (each.kind === "answer" ? [each.answers] : []));
  const calls = new Set(graph.vertices.map(({ snapshot }) => callOf(snapshot)));
  const asksDate = answers.some((each) => each.accident_date_button || each.injury_year);
  const lawyers = answers.filter((each) => each.with_Lawyer === "yes");
  return [
    ...new Set([
      "",
      ...(asksDate && calls.has("lookUpZip") ? ["date|accident_limit_exceeded"] : []),
      ...lawyers.map((each) => each.lawyer_redirect_reason ?? "have_attorney|yes"),
      ...(calls.has("checkGibberish") ? ["is_gibberish|yes"] : []),
    ]),
  ];
}

describe("variant C", () => {
  const { model, graph } = firstSuites.find(({ world }) => world.entry.variant.code === "c")!;
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
