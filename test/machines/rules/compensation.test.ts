import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import {
  compensationEstimate,
  compensationTier,
  compensationTiers,
  meterState,
} from "../../../machines/rules/compensation.ts";
import { estimateByTable } from "../../../machines/rules/compensation-table.ts";
import { whichInjury } from "../../../machines/steps/injury.ts";
import { typeOfMedicalTreatment } from "../../../machines/steps/treatment.ts";
import { holds } from "../../support/holds.ts";

it.each([
  [0, 1, "Low Value"],
  [5_000, 1, "Low Value"],
  [5_000.5, 2, "Low to Mid Value"],
  [5_001, 2, "Low to Mid Value"],
  [7_000, 2, "Low to Mid Value"],
  [7_001, 3, "Mid Value"],
  [12_500, 3, "Mid Value"],
  [12_501, 4, "Mid to High Value"],
  [25_000, 4, "Mid to High Value"],
  [25_001, 5, "High Value"],
  [50_000, 5, "High Value"],
  [50_001, 6, "Very High Value"],
  [100_000, 6, "Very High Value"],
  [100_001, 7, "Extremely High Value"],
  [250_000, 7, "Extremely High Value"],
  [250_001, 7, "Extremely High Value"],
])("%d dollars are of level %i, %s", holds(373), (amount, level, label) => {
  expect(compensationTier(amount)).toMatchObject({ level, label });
});

it.each([
  [5_000, 2, 10_000],
  [250_000, 1, 250_000],
  [250_000.01, 1, 249_500],
  [250_001, 1, 249_500],
  [125_000, 2, 250_000],
  [125_001, 2, 249_500],
  [5_000, 0, 0],
])("the estimate of %d by %d is %d", holds(374, 375), (amount, factor, expected) => {
  expect(compensationEstimate(amount, factor)).toBe(expected);
});

describe("the meter", () => {
  it.each([
    [0, 0, 0],
    [1, 60.71 / 5_000, 100 / 35_000],
    [5_000, 60.71, 100 / 7],
    [6_000, 1.5 * 60.71, 150 / 7],
    [7_000, 2 * 60.71, 200 / 7],
    [250_000, 7 * 60.71, 100],
  ])("at %d dollars has bars of %d px and %d percent", holds(221, 508), (amount, vertical, horizontal) => {
    const state = meterState({ level: compensationTier(amount).level, amount });
    expect(state.amount).toBe(amount);
    expect(state.vertical).toBeCloseTo(vertical, 6);
    expect(state.horizontal).toBeCloseTo(horizontal, 6);
  });

  it("starts at 5000 dollars, and takes a level without an amount by its ceiling", holds(221), () => {
    expect(meterState()).toMatchObject({ amount: 5_000, tier: { level: 1 } });
    expect(compensationTiers.map(({ level }) => meterState({ level }).amount)).toEqual([
      5_000, 7_000, 12_500, 25_000, 50_000, 100_000, 250_000,
    ]);
  });
});

it("more money is never of a lower level, nor a shorter bar", () => {
  const dollars = fc.double({ min: 0, max: 250_000, noNaN: true });
  const at = (amount: number) => meterState({ level: compensationTier(amount).level, amount });
  fc.assert(
    fc.property(dollars, dollars, (one, other) => {
      const [less, more] = one < other ? [at(one), at(other)] : [at(other), at(one)];
      expect(less.tier.level).toBeLessThanOrEqual(more.tier.level);
      expect(less.vertical).toBeLessThanOrEqual(more.vertical);
      expect(less.horizontal).toBeLessThanOrEqual(more.horizontal);
    }),
  );
});

const hurt = { physical_injury: "Yes" };
const amount = (answers: Answers) => estimateByTable(answers).amount!;

it.each<[Answers, number, number]>([
  [{}, 5_000, 1],
  [{ physical_injury: "No" }, 2_000, 1],
  [{ at_Fault: "yes" }, 1_250, 1],
  [{ at_Fault: "no" }, 5_000, 1],
  [hurt, 8_000, 3],
  [{ ...hurt, doctor_treatment: "No", injury_type: "None" }, 4_000, 1],
  [{ ...hurt, doctor_treatment: "Yes", injury_type: "Hospital" }, 16_000, 4],
  [{ ...hurt, doctor_treatment: "Yes" }, 12_000, 3],
  [{ ...hurt, specific_injury: "Cuts or Bruises", doctor_treatment: "Yes" }, 6_000, 2],
  [{ ...hurt, specific_injury: "Whiplash", missed_work: "yes" }, 12_500, 3],
  [{ ...hurt, specific_injury: "Head Injury", doctor_treatment: "Yes" }, 75_000, 6],
  [{ ...hurt, specific_injury: "Spinal Cord Injury", at_Fault: "yes", partial_fault: "yes" }, 75_000, 6],
  [{ ...hurt, specific_injury: "Spinal Cord Injury", at_Fault: "yes" }, 37_500, 5],
  [{ ...hurt, specific_injury: "Loss of Limb" }, 200_000, 7],
  [{ ...hurt, specific_injury: "Loss of Limb", doctor_treatment: "Yes" }, 249_500, 7],
])("%j is worth %d dollars, level %d", holds(373, 374, 375), (answers, dollars, level) => {
  expect(estimateByTable(answers)).toEqual({ amount: dollars, level });
});

describe("of otherwise equal claims", () => {
  const options = ({ options = [] }: typeof whichInjury) => options.map(({ records }) => records);
  const injuries = options(whichInjury);
  const treatments = options(typeOfMedicalTreatment);

  it("every injury is worth more than none, and any treatment more than none", () => {
    const none = injuries.find(({ physical_injury }) => physical_injury === "No")!;
    for (const injury of injuries.filter((each) => each !== none))
      expect(amount(injury)).toBeGreaterThan(amount(none));
    const untreated = treatments.find(({ doctor_treatment }) => doctor_treatment === "No")!;
    for (const treatment of treatments.filter((each) => each !== untreated))
      expect(amount({ ...hurt, ...treatment })).toBeGreaterThan(amount({ ...hurt, ...untreated }));
  });

  it("the more of the fault is the visitor's, the less it is worth", () => {
    const [no, partly, yes] = [{}, { partial_fault: "yes" }, { partial_fault: "no" }].map((fault, index) =>
      amount({ ...hurt, at_Fault: index === 0 ? "no" : "yes", ...fault }),
    );
    expect(no).toBeGreaterThan(partly!);
    expect(partly).toBeGreaterThan(yes!);
  });

  it("each is said in whole dollars", () => {
    for (const injury of injuries)
      for (const treatment of treatments)
        for (const at_Fault of ["yes", "no"])
          expect(Number.isInteger(amount({ ...injury, ...treatment, at_Fault }))).toBe(true);
  });
});
