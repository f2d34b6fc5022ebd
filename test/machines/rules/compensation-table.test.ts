import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import { estimateByTable } from "../../../machines/rules/compensation-table.ts";
import { whichInjury } from "../../../machines/steps/injury.ts";
import { typeOfMedicalTreatment } from "../../../machines/steps/treatment.ts";
import { holds } from "../../support/holds.ts";

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
