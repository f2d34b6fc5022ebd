import { describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { submitsTicket } from "../../machines/submitting.ts";
import { holds } from "../support/holds.ts";
import { walk } from "./variants/walk.ts";

/** Codes of the variants of which something holds. */
const codesWhere = (holds: (code: string) => boolean) => [...variants.keys()].filter(holds).sort();

it.each(["d", "e", "f", "g"])(
  "no motor vehicle accident is recorded and leads nowhere else in %s",
  holds(241),
  (code) => {
    const { steps, snapshot } = walk(code, { answers: { WereYouInAMotorVehicleAccident: "no" } });
    expect(steps).toEqual(walk(code).steps);
    expect(snapshot.context.answers.in_an_accident).toBe("no");
  },
);

it("G alone scrolls to the survey's anchor", holds(249), () => {
  expect(codesWhere((code) => variants.get(code)!.scrollTo === "anchor")).toEqual(["g"]);
});

it("DUI alone assumes treatment on the fifteenth day itself only", holds(349, 350), () => {
  expect(codesWhere((code) => variants.get(code)!.earlyTreatment === "===15")).toEqual(["dui"]);
});

it("VW3 and v4nvEp are about car accidents", holds(266), () => {
  expect(codesWhere((code) => variants.get(code)!.accidentType === "Car Accident")).toEqual([
    "v4nv-ep",
    "vw3",
  ]);
});

it("the progress-bar survey shows a bar, all others dots", holds(89), () => {
  expect(codesWhere((code) => variants.get(code)!.progressStyle === "bar")).toEqual(["progress-bar"]);
});

it("the Spanish survey alone is in Spanish", holds(127), () => {
  expect(codesWhere((code) => variants.get(code)!.language === "es")).toEqual(["v4nv-es"]);
});

it("both medical-treatment surveys have the same states", holds(274), () => {
  const statesOf = (code: string) => variants.get(code)!.machine.config.states;
  expect(statesOf("medical-treatment-2")).toEqual(statesOf("medical-treatment"));
});

describe("a lead that fails to be stored", () => {
  it.each(codesWhere((code) => variants.get(code)!.flow !== "benefits"))(
    "keeps its answers in %s",
    holds(278),
    (code) => {
      const { snapshot } = walk(code, { outcomes: { postLead: { kind: "unavailable" } } });
      expect(snapshot.value).toEqual({ submitting: "unsent" });
      expect(snapshot.context.answers.email).toBe("ana@example.com");
    },
  );

  it("has nothing to tell a lead exchange in the ticket flow", () => {
    expect(Object.keys(submitsTicket.states)).toEqual(["checkingGibberish", "posting", "unsent", "posted"]);
  });
});
