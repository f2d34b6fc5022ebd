import { describe, expect, it } from "vitest";
import { deriveLead } from "../../machines/lead/derive.ts";
import { leadFacts } from "../support/lead-facts.ts";
import { firstSuites } from "./all-suites.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { walkCases } from "./run-path.ts";
import { describePath, type Suite } from "./suite.ts";

/** Mutants that behave as the chart does on every path, by variant, each with the reason why. */
const survivors: Record<string, Record<string, string>> = {
  c: {
    "submitting.checkingGibberish.invoke.onError[0]: without leaveGibberishUnanswered":
      "a lead says '' of a description that was not judged, whether the service failed or was never asked",
  },
};

/** Share of a chart's mutants that the paths must notice. */
const noticed = 0.95;

describe.each(firstSuites.filter(({ world }) => world.entry.variant.code === "c"))(
  "the paths of $world.entry.variant.code",
  (suite) => {
    const mutants = mutantsOf(suite.model.machine);
    const surviving = mutants.filter(survives(suite)).map(({ name }) => name);

    it("notice what is wrong with the chart, by its screens and the whole lead", () => {
      expect(mutants.length).toBeGreaterThan(40);
      expect(1 - surviving.length / mutants.length, surviving.join("\n")).toBeGreaterThanOrEqual(noticed);
    });

    it("miss only what makes no difference", () => {
      expect(surviving).toEqual(Object.keys(survivors[suite.world.entry.variant.code] ?? {}));
    });
  },
);

/** True for a mutant that shows the same screens and gives the same lead on every path. */
function survives({ model, edgePaths, pairPaths }: Suite): (mutant: Mutant) => boolean {
  const observe = ({ screens, snapshot }: ReturnType<ReturnType<typeof walkCases>>) =>
    JSON.stringify([screens, snapshot.status, deriveLead(snapshot.context, leadFacts())]);
  const walk = walkCases(model);
  const paths = [...edgePaths, ...pairPaths].map((path) => ({
    cases: path.map(({ tried }) => tried),
    expected: observe(walk(path.map(({ tried }) => tried))),
    name: describePath(path),
  }));
  return ({ machine }) => {
    try {
      const walkMutant = walkCases({ machine, input: model.input });
      return paths.every(({ cases, expected }) => observe(walkMutant(cases)) === expected);
    } catch {
      return false;
    }
  };
}
