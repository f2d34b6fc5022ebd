import { describe, expect, it } from "vitest";
import { outline } from "../../../machines/outline.ts";
import { variants } from "../../../machines/registry.ts";
import { progressAt } from "../../../machines/session.ts";
import { shortestWay } from "../../../machines/shortest-way.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { inputOf, walk } from "./walk.ts";

const machineOf = (code: string) => variants.get(code)!.machine;
const wayOf = (code: string, input = {}) => shortestWay(machineOf(code), inputOf(code, input));
const shown = (code: string, steps: string[]) =>
  steps.map((_, at) => progressAt(machineOf(code), wayOf(code), steps.slice(0, at + 1)));
describe("progress", () => {
  it("is the share of steps done where the specification gives none", holds(227), () => {
    expect(shown("linear-short", walk("linear-short").steps)).toEqual(
      [0, 20, 40, 60, 80].map((value) => ({ value, derived: true })),
    );
  });

  it("goes on from a given number to a step without one", () => {
    expect(shown("b", walk("b").steps).at(-1)).toEqual({ value: 98, derived: true });
  });

  it.each([
    [["submitting", "OnePageSurvey"], 99],
    [["Gone"], 0],
    [[], 0],
  ])(
    "is never 100 where it is derived, and 0 at a place the chart does not know: at %j %i",
    (path, value) => {
      expect(progressAt(machineOf("one-page"), wayOf("one-page"), path)).toEqual({ value, derived: true });
    },
  );
});

describe("the shortest way", () => {
  it("counts what everybody is asked, and what is marked complete instead of being asked", holds(287), () => {
    expect(wayOf("v4nv").steps.join(" ")).toBe(
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
    );
  });

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
    expect([left.PendingDUICharges, left.PhoneAndZip]).toEqual([5, 1]);
    expect(next).toMatchObject({
      PendingDUICharges: "TypeOfAlcoholTestPerformed",
      BACMeasuredByTest: "UserHasDUI",
    });
    expect(next.PhoneAndZip).toBeUndefined();
  });

  it("is looked for once for all who came in alike", () => {
    expect(wayOf("v4nv", { today: { year: 2020, month: 1, day: 1 } })).toBe(wayOf("v4nv"));
    expect(wayOf("v4nv", { path: "/lp/elsewhere" })).not.toBe(wayOf("v4nv"));
  });

  it.each([...variants])("of %s counts every screen that asks, and no other", (code, { machine }) => {
    const asks = (name: string) => (stepNamed(name, machine)?.kind ?? "end") !== "end";
    expect(Object.keys(wayOf(code).left).sort()).toEqual([...outline(machine).keys()].filter(asks).sort());
  });
});
