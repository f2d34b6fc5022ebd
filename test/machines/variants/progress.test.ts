import { describe, expect, it } from "vitest";
import { outline } from "../../../machines/outline.ts";
import { progressAt } from "../../../machines/progress.ts";
import { variants } from "../../../machines/registry.ts";
import { shortestWay } from "../../../machines/shortest-way.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { daysAgo } from "./good-answers.ts";
import { inputOf, walk } from "./walk.ts";

const wayOf = (code: string, input = {}) =>
  shortestWay(variants.get(code)!.machine, { ...inputOf(code), ...input });
const shown = (code: string, steps: string[]) =>
  steps.map((_, at) => progressAt(variants.get(code)!.machine, wayOf(code), steps.slice(0, at + 1)));
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
  it("is as the specification gives it, falls included", holds(243), () => {
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
    expect(progressAt(machine, wayOf("one-page"), ["submitting", "OnePageSurvey"])).toEqual({
      value: 99,
      derived: true,
    });
    expect(progressAt(machine, wayOf("one-page"), ["Gone"])).toEqual({ value: 0, derived: true });
    expect(progressAt(machine, wayOf("one-page"), [])).toEqual({ value: 0, derived: true });
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
});

describe("the shortest way", () => {
  it(
    "asks everybody's questions, and counts what is marked complete instead of being asked",
    holds(287),
    () => {
      const { steps } = wayOf("v4nv");
      expect(steps.join(" ")).toBe(
        "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
      );
    },
  );

  it("is that of visitors who came in like this", holds(279, 311), () => {
    const { length } = wayOf("v4nv").steps;
    const listed = { region: "CA", settings: { dateOfBirthStates: ["CA"] } };
    expect(wayOf("v4nv", listed).steps).toContain("DateOfBirth");
    expect(wayOf("v4nv", { flags: { combinedLastStep: true } }).steps).toHaveLength(length - 1);
    expect(wayOf("v7").steps.slice(0, 2)).toEqual(["GetStartedFirstStep", "AutoAccidentCaseWorth"]);
    expect(wayOf("v7", { path: "/lp/surveyv4nv" }).steps).not.toContain("AutoAccidentCaseWorth");
  });

  it("leads on from every question, also from those that lie on no shortest way", () => {
    const { left, next } = wayOf("dui");
    expect(left.PendingDUICharges).toBe(5);
    expect(next.PendingDUICharges).toBe("TypeOfAlcoholTestPerformed");
    expect(next.BACMeasuredByTest).toBe("UserHasDUI");
    expect(left.PhoneAndZip).toBe(1);
    expect(next.PhoneAndZip).toBeUndefined();
  });

  it("is looked for once for all who came in alike", () => {
    expect(wayOf("v4nv", { today: { year: 2020, month: 1, day: 1 } })).toBe(wayOf("v4nv"));
    expect(wayOf("v4nv", { path: "/lp/elsewhere" })).not.toBe(wayOf("v4nv"));
  });

  it.each([...variants.keys()])("of %s counts every screen that asks, and no other", (code) => {
    const { machine } = variants.get(code)!;
    const asking = [...outline(machine).keys()].filter((name) => {
      const step = stepNamed(name, machine);
      return step !== undefined && step.kind !== "end";
    });
    expect(Object.keys(wayOf(code).left).sort()).toEqual(asking.sort());
  });
});
