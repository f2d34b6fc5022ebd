import { describe, expect, it } from "vitest";
import { progressAt, shortestWay } from "../../machines/progress.ts";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { holds } from "../support/holds.ts";
import { daysAgo } from "./good-answers.ts";
import { walk } from "./walk.ts";

const isStep = (name: string) => stepNamed(name) !== undefined;
const shown = (code: string, steps: string[]) =>
  steps.map((_, at) => progressAt(variants.get(code)!.machine, steps.slice(0, at + 1), isStep));
const longest = {
  AtFault: "yes",
  WasUserInjured: "Whiplash",
  WhenWasTheAccident: daysAgo(3),
  DidYouReceiveMedicalTreatment: "No",
  HasLawyer: "yes",
  HasCaseBeenSettled: "no",
  HasReceivedFunding: "no",
  HitAndRunIdentified: "no",
};

describe("progress", () => {
  it("stands as the specification gives it, falls included", holds(243), () => {
    const given = shown("e", walk("e").steps);
    expect(given.map(({ value }) => value)).toEqual([5, 8, 10, 85, 50, 95]);
    expect(given.every(({ derived }) => !derived)).toBe(true);
  });

  it("is the share of steps done where the specification gives none", holds(227), () => {
    const derived = shown("linear-short", walk("linear-short").steps);
    expect(derived.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80]);
    expect(derived.every(({ derived: isDerived }) => isDerived)).toBe(true);
  });

  it("goes on from a given number to a step without one", () => {
    expect(shown("b", walk("b").steps).at(-1)).toEqual({ value: 98, derived: true });
  });

  it("is never 100 where it is derived, and 0 at a place the chart does not know", () => {
    const { machine } = variants.get("one-page")!;
    expect(progressAt(machine, ["submitting", "OnePageSurvey"], isStep)).toEqual({
      value: 99,
      derived: true,
    });
    expect(progressAt(machine, ["Gone"], isStep)).toEqual({ value: 0, derived: true });
    expect(progressAt(machine, [], isStep)).toEqual({ value: 0, derived: true });
  });

  it.each(["v4nv", "v7", "crash-comped", "v4nv-1to1"])("never falls on a long way through %s", (code) => {
    const { steps } = walk(code, {
      answers: longest,
      outcomes: { readDescription: { hit_and_run: "yes" } },
    });
    expect(steps).toEqual(
      expect.arrayContaining(["SpeakingWithADoctor", "LawFirmDetails", "WillingToTreat"]),
    );
    const values = shown(code, steps).map(({ value }) => value);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    expect(values[0]).toBe(0);
    expect(values.at(-1)).toBeLessThan(100);
  });

  it("counts the shortest way to the end", holds(209), () => {
    const { machine } = variants.get("v4nv")!;
    // Not injured, no lawyer, everything on one last screen.
    expect(shortestWay(machine, "WasUserInjured", isStep)).toBe(5);
    expect(shortestWay(machine, "AllPii", isStep)).toBe(1);
    expect(shortestWay(machine, "submitting", isStep)).toBe(0);
  });
});
