import { describe, expect, it } from "vitest";
import { outline, stepsOf } from "../../machines/outline.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { c } from "../../machines/variants/c.ts";
import { farGuards } from "../paths/model/far-guards.ts";

const isStep = (name: string) => stepNamed(name) !== undefined;

const stepsOfC = [
  "WhenWasTheAccident",
  "OtherDriversVehicleType",
  "AtFault",
  "WasUserInjured",
  "TypeOfMedicalTreatment",
  "PoliceReportFiled",
  "HasLawyer",
  "IncidentDescription",
  "NameAndEmail",
  "PhoneAndZip",
];

describe("the outline of a chart", () => {
  it("has every follower once, in the chart's order", () => {
    expect(outline(c.machine).get("WasUserInjured")).toEqual(["PoliceReportFiled", "TypeOfMedicalTreatment"]);
    expect(outline(c.machine).get("StartPath")).toEqual(["WhenWasTheAccident"]);
  });

  it("leaves out what happens inside a step", () => {
    expect(outline(c.machine).get("NameAndEmail")).toEqual(["PhoneAndZip"]);
    expect(outline(c.machine).get("PhoneAndZip")).toEqual(["submitting"]);
    expect(outline(c.machine).get("thankYou")).toEqual([]);
  });

  it("sees through routers", () => {
    expect(outline(farGuards as never).get("router")).toEqual([
      "HasLawyer",
      "TypeOfMedicalTreatment",
      "thankYou",
    ]);
  });
});

it("the steps of a chart are those a walk can show", () => {
  expect([...stepsOf(c.machine, isStep)].sort()).toEqual([...stepsOfC].sort());
  expect(stepsOf(c.machine, (name) => stepNamed(name)?.asksConsent ?? false)).toEqual(["PhoneAndZip"]);
});
