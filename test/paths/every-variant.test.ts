import { describe, expect, it } from "vitest";
import { stagesOf } from "../../app/survey/screen/stages.ts";
import { localizedSteps } from "../../app/survey/server/localized-steps.ts";
import { disqualification } from "../../machines/context/disqualification.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { outcomesOf } from "../../machines/graph/outcomes.ts";
import { guards as allGuards, arrivalGuards } from "../../machines/guards.ts";
import type { Stage } from "../../machines/messages/wording.ts";
import type { Path } from "../../machines/model/covering.ts";
import { observed } from "../../machines/model/observed.ts";
import { variants } from "../../machines/registry.ts";

import { stepNamed, steps } from "../../machines/steps/index.ts";
import { callOf, topState } from "../../machines/visit/replay.ts";
import { type ProgressTracker, progressAt, progressTracker } from "../../machines/visit/session.ts";
import { shortestWay } from "../../machines/visit/shortest-way.ts";
import { company } from "../app/survey/screen-fixture.ts";
import { holds } from "../support/holds.ts";
import { coverageOf, missedIn } from "./model/coverage.ts";
import { pairsOn, pairwiseWalks } from "./model/covers.ts";
import { listOfPaths } from "./model/list-of-paths.ts";
import { turnsOf, walkCases } from "./model/run-path.ts";
import { siteWalks } from "./model/site-models.ts";
import { describePath, type Suite, suitesOf } from "./model/suite.ts";
import { unreachable } from "./model/unreachable.ts";
import { leadOf, walkLog } from "./pure-layer.ts";

const all = [...variants.values()];
const inOrder: readonly Stage[] = ["accident", "case", "contact"];

/** Charts that do what another does, screen by screen, until they leave this list; their lists of paths are one. */
const alike: Record<string, string> = {
  "medical-treatment-2": "medical-treatment",
  "v4nv-d2": "v4nv-d1",
  "v4nv-x1": "v4nv-d1",
};

/** The pairs of answers and outcomes that were walked so far, of any survey. */
const paired = new Set<string>();

// Suites are made inside the tests, so that `-t "variant c:"` explores one chart and not all of them.
describe.each([...variants])("variant %s:", (code, variant) => {
  const { machine } = variant;
  const newSuites = () => suitesOf(variant).filter(({ isNew }) => isNew);
  let known: ProgressTracker[][][] | undefined;
  const trackers = () => (known ??= newSuites().map(trackersOn));

  it("everything in it is walked in one of its worlds, except what is listed with a reason", () => {
    const missed = missedIn(coverageOf(machine, suitesOf(variant)));
    expect(missed.sort()).toEqual(Object.keys(unreachable[code] ?? {}).sort());
  });

  it("its screens equal those on file", async () => {
    const first = alike[code] ?? code;
    const listed = listOfPaths(newSuites()).replaceAll(`/survey/${code}`, `/survey/${first}`);
    await expect(listed).toMatchFileSnapshot(`__snapshots__/${first}.txt`);
  });

  it("its walks take every edge and go where the graph says, and so says their log", () => {
    for (const suite of newSuites()) {
      const { model, graph, edgePaths } = suite;
      expect(new Set(edgePaths.flat()).size).toBe(graph.edges.length);
      const walk = walkCases(model);
      for (const path of edgePaths) {
        const { screens } = walk(path.map(({ tried }) => tried));
        const waiting = path.filter(({ to, tried }) => tried.kind !== "page" && !callOf(to.snapshot));
        expect(screens.slice(1).map(({ state }) => state.split(".")[0])).toEqual(
          waiting.map(({ to }) => topState(to.snapshot)),
        );
        expect(walkLog(suite, turnsOf(path)).screens, describePath(path)).toEqual(screens);
      }
    }
  });

  it("its progress is the chart's own where it gives one, else derived from the way, and never falls", () => {
    const isStep = (name: string) => stepNamed(name, machine) !== undefined;
    for (const { model, edgePaths } of newSuites()) {
      const way = shortestWay(machine, model.input);
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
    }
  });

  it("its tracker begins at 1, never falls, ends at its total, which never changes", holds(209), () => {
    for (const walks of trackers()) {
      const total = walks[0]![0]!.total;
      for (const trackers of walks) {
        const numbers = trackers.map((tracker) => activeOf(tracker)[0]!.number);
        expect(numbers[0]).toBe(1);
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
        expect(new Set(trackers.map((tracker) => tracker.total))).toEqual(new Set([total]));
        expect(numbers.at(-1)).toBe(total);
      }
    }
  });

  it("its stages follow one another, but for contact questions that come first, whatever the answers", () => {
    const localized = localizedSteps(variant, "en", company);
    const afterContact = <Value>(values: Value[], contact: Value) => {
      const first = values.findIndex((value) => value !== contact);
      return values.slice(Math.max(0, first));
    };
    for (const shown of trackers().flat()) {
      const asked = shown.map((tracker) => activeOf(tracker)[0]!.name);
      const passed = shown.map((tracker, index) => {
        const stages = stagesOf(tracker.steps, asked.slice(0, index + 1), localized);
        const following = afterContact(stages, "contact");
        expect(following).toEqual(
          following.toSorted((one, other) => inOrder.indexOf(one) - inOrder.indexOf(other)),
        );
        return inOrder.indexOf(stages[activeOf(tracker)[0]!.number - 1]!);
      });
      const following = afterContact(passed, inOrder.indexOf("contact"));
      expect(following).toEqual(following.toSorted());
    }
  });

  it("its tracker has one active step, all before it completed and none after", holds(209), () => {
    for (const tracker of trackers().flat(2)) {
      const [active, ...more] = activeOf(tracker);
      expect(more).toEqual([]);
      expect(tracker.steps.map(({ number }) => number)).toEqual(tracker.steps.map((_, index) => index + 1));
      expect(tracker.steps.map(({ completed }) => completed)).toEqual(
        tracker.steps.map(({ number }) => number < active!.number),
      );
      expect(new Set(tracker.steps.map(({ name }) => name)).size).toBe(tracker.total);
    }
  });

  it("its pairs of answers disqualify for every reason it can find, come to its end, and give the same lead from their log", () => {
    const [suite] = suitesOf(variant) as [Suite];
    const walk = walkCases(suite.model);
    const ends = Object.keys(machine.root.states).filter(
      (name) => machine.root.states[name]!.type === "final",
    );
    // Which of them it is depends on the verdict where the chart asks for that.
    const asksVerdict = graphOf(variant).edges.some(({ guards }) => guards.includes("disqualified"));
    const reasons = new Set<string>();
    let walked = 0;
    const follow = (path: Path) => {
      const { screens, snapshot } = walk(path.map(({ tried }) => tried));
      const lead = leadOf(variant, snapshot.context);
      const { dqReason } = lead;
      if (walked++ % 10 === 0)
        expect(leadOf(variant, walkLog(suite, turnsOf(path)).context), describePath(path)).toEqual(lead);
      const mayEnd = ends.filter((end) => !asksVerdict || (end === "Disqualified") === (dqReason !== ""));
      expect(mayEnd).toContain(screens.at(-1)?.state);
      reasons.add(dqReason);
      for (const pair of pairsOn(path)) paired.add(pair);
    };
    // Pairs of another survey are not walked again, except as many as it takes to find all reasons.
    for (const path of pairwiseWalks(suite.graph, paired)) follow(path);
    const rules = { questions: stepNamed, judge: disqualification };
    const toFind = ["", ...outcomesOf(graphOf(variant), machine, rules).reasons];
    for (const path of pairwiseWalks(suite.graph)) {
      if (toFind.every((reason) => reasons.has(reason))) break;
      follow(path);
    }
    expect([...reasons].sort()).toEqual(toFind.sort());
  });
});

describe("the site's own charts", () => {
  it.each(siteWalks)("everything in the site's $model.machine.id is reached", (walks) => {
    expect(missedIn(coverageOf(walks.model.machine, [walks]))).toEqual([]);
  });
});

describe("the steps of all variants", () => {
  it("of how the visitor arrived, guards read only what decides which questions are counted", () => {
    const cameIn = /^(path|flags|region|settings)(\.|$)/;
    const reads = all.flatMap((variant) => {
      suitesOf(variant);
      return [...observed(variant.machine).reads];
    });
    // A check's result is read by guards of its own.
    const known = reads.filter(([name]) => name in allGuards);
    const guards = known.filter(([, paths]) => paths.size > 0);
    const only = guards.filter(([, paths]) => [...paths].every((path) => cameIn.test(path)));
    expect([...new Set(only.map(([name]) => name))].sort()).toEqual(Object.keys(arrivalGuards).sort());
    const others = guards.filter(([, paths]) => ![...paths].every((path) => cameIn.test(path)));
    expect(others.filter(([name]) => name in arrivalGuards)).toEqual([]);
  });

  it("an unknown variant has no unreachable parts", () => {
    expect(Object.keys(unreachable).filter((code) => !variants.has(code))).toEqual([]);
  });

  it("every step belongs to a variant", () => {
    const asked = new Set(all.flatMap(({ machine }) => Object.keys(machine.root.states)));
    expect(Object.keys(steps).filter((name) => !asked.has(name))).toEqual([]);
  });
});

/** The tracker at each question of a path, with the steps that the chart has marked by then. */
function trackersOn({ model, edgePaths }: Suite): ProgressTracker[][] {
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

const activeOf = ({ steps }: ProgressTracker) => steps.filter(({ active }) => active);
