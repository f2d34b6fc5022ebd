import { describe, expect, it } from "vitest";
import { hashStep } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { walk } from "./walk.ts";

describe("who is not injured", () => {
  it.each([
    ["a", "WasUserInjured", "TypeOfMedicalTreatment", "PoliceReportFiled"],
    ["b", "WasUserInjured", "TypeOfMedicalTreatment", "PoliceReportFiled"],
    ["c", "WasUserInjured", "TypeOfMedicalTreatment", "PoliceReportFiled"],
    ["d", "WasUserInjured", "DidYouRequireMedicalTreatment", "AtFault"],
    ["vw3", "WasUserInjuredVW3", "TypeOfMedicalTreatmentVW3", "PoliceReportFiledVW3"],
    ["v4nv-rz", "WasUserInjured", "DidYouReceiveMedicalTreatment", "HasLawyer"],
  ])(
    "is not asked about treatment in %s",
    holds(224, 231, 235, 240, 265, 316),
    (code, asked, skipped, next) => {
      const injured = walk(code).steps;
      const { steps } = walk(code, { answers: { [asked]: "No" } });
      expect(steps).toEqual(injured.filter((step) => step !== skipped));
      expect(steps[steps.indexOf(asked) + 1]).toBe(next);
    },
  );

  it.each(["yes", "YES"])("injured is %s in any letter case (D)", holds(239), (physical_injury) => {
    const { steps } = walk("d", { answers: { WasUserInjured: { physical_injury } } });
    expect(steps).toContain("DidYouRequireMedicalTreatment");
  });

  it("counts as not injured in D when the answer says neither", holds(240), () => {
    expect(walk("d", { answers: { WasUserInjured: {} } }).steps).not.toContain(
      "DidYouRequireMedicalTreatment",
    );
  });

  it.each(["a", "b", "c"])("only a No skips the treatment question in %s", holds(225, 231), (code) => {
    expect(walk(code, { answers: { WasUserInjured: {} } }).steps).toContain("TypeOfMedicalTreatment");
  });
});

describe.each(["f", "g"])("treatment in %s", (code) => {
  it.each(["no", "No", "NO"])("%s asks about the future", holds(244), (required_medical_treatment) => {
    const { steps } = walk(code, {
      answers: { DidYouRequireMedicalTreatment: { required_medical_treatment } },
    });
    expect(steps).not.toContain(hashStep);
    expect(steps.slice(2, 5)).toEqual([
      "DidYouRequireMedicalTreatment",
      "WillYouRequireMedicalTreatment",
      "AtFault",
    ]);
  });

  it("anything else asks when it was sought", holds(245), () => {
    const { steps } = walk(code, { answers: { DidYouRequireMedicalTreatment: "yes" } });
    expect(steps.slice(2, 5)).toEqual(["DidYouRequireMedicalTreatment", hashStep, "AtFault"]);
  });
});

describe("DUI", () => {
  const start = "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault";
  const ordinary = "WasUserInjured PoliceReportFiled HasLawyer IncidentDescription PhoneAndZip thankYou";
  const charged = { AtFault: "yes", PendingDUICharges: "yes" };

  it("not at fault takes the ordinary way", holds(253, 261), () => {
    const { way, snapshot } = walk("dui", { answers: { AtFault: "no" } });
    expect(way).toBe(`${start} ${ordinary}`);
    expect(snapshot.context).toMatchObject({ inDuiFlow: false, cleared: false });
  });

  it.each(["yes", "partially"])(
    "at fault (%s) without pending charges takes the ordinary way",
    holds(252, 255),
    (AtFault) => {
      const { way, snapshot } = walk("dui", { answers: { AtFault, PendingDUICharges: "no" } });
      expect(way).toBe(`${start} PendingDUICharges ${ordinary}`);
      expect(snapshot.context).toMatchObject({ inDuiFlow: false, cleared: false });
    },
  );

  it.each(["no_test", "refused_test"])(
    "%s skips the measured level and records that it is not known",
    holds(256, 257),
    (test) => {
      const { way, snapshot } = walk("dui", {
        answers: { ...charged, TypeOfAlcoholTestPerformed: test },
      });
      expect(way).toBe(
        `${start} PendingDUICharges TypeOfAlcoholTestPerformed UserHasDUI DUIIncidentDescription PhoneAndZip thankYou`,
      );
      expect(snapshot.context.answers.bac_level).toBe("dont_know");
    },
  );

  it.each(["breath_test", "blood_test", "urine_test"])(
    "%s asks for the level",
    holds(208, 254, 258, 259),
    (test) => {
      const { way, snapshot } = walk("dui", {
        answers: { ...charged, TypeOfAlcoholTestPerformed: test },
      });
      expect(way).toBe(
        `${start} PendingDUICharges TypeOfAlcoholTestPerformed BACMeasuredByTest UserHasDUI DUIIncidentDescription PhoneAndZip thankYou`,
      );
      expect(snapshot.context).toMatchObject({ inDuiFlow: true, cleared: true });
    },
  );

  it("lifts what disqualified only as the description is finished", holds(260), () => {
    // The walk ends at the last step, which refuses the number: the flag was set on the way to it.
    const refused = { success: true, valid: true, fraud_score: 86, line_type: "", active: true, message: "" };
    const { snapshot } = walk("dui", { answers: charged, outcomes: { checkPhone: refused } });
    expect(snapshot.value).toEqual({ PhoneAndZip: "asking" });
    expect(snapshot.context).toMatchObject({ cleared: true, errors: { phone: "phoneRefused" } });
  });
});
