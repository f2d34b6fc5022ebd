import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import { seriousInjuries } from "../../../machines/rules/injury-window.ts";
import { holds } from "../../support/holds.ts";
import { daysAgo, on } from "./good-answers.ts";
import { family, part } from "./v4nv-family.ts";
import { walk } from "./walk.ts";

const withFunding = family.filter((code) => code !== "v4nv-es");

describe("AutoAccidentCaseWorth", () => {
  it.each(["/survey/v4nv", "/survey/V4NV-promo", "/surveyv4nv", "/lp/surveyv4nv-2"])(
    "is skipped at %s",
    holds(129, 279),
    (path) => {
      expect(walk("v4nv", { path }).steps[0]).toBe("WhenWasTheAccident");
    },
  );

  it.each(["/survey/v7", "/lp/injury", "/survey/v5nv", "/survey/v4-nv"])(
    "is shown at %s",
    holds(279),
    (path) => {
      expect(walk("v4nv", { path }).steps.slice(0, 2)).toEqual([
        "AutoAccidentCaseWorth",
        "WhenWasTheAccident",
      ]);
    },
  );

  it("follows v7's first screen, where it is shown", holds(321), () => {
    expect(walk("v7").steps.slice(0, 3)).toEqual([
      "GetStartedFirstStep",
      "AutoAccidentCaseWorth",
      "WhenWasTheAccident",
    ]);
    expect(walk("v7", { path: "/surveyv4nv/v7" }).steps.slice(0, 2)).toEqual([
      "GetStartedFirstStep",
      "WhenWasTheAccident",
    ]);
  });

  it("is skipped in the one-to-one variants and shown in crashComped, v5nv and under /survey/es", () => {
    for (const code of ["v4nv-1to1", "v4nv-d1", "v4nv-d2", "v4nv-x1", "v4nv-es"]) {
      expect(walk(code).steps).not.toContain("AutoAccidentCaseWorth");
    }
    for (const code of ["crash-comped", "v5nv"]) expect(walk(code).steps[0]).toBe("AutoAccidentCaseWorth");
    expect(walk("v4nv-es", { path: "/survey/es" }).steps[0]).toBe("AutoAccidentCaseWorth");
  });
});

describe.each(family)("injury and treatment in %s", (code) => {
  const way = (answers: Record<string, string | Answers>) =>
    part(code, "WasUserInjured", "HasLawyer", { answers });
  const serious = { AtFault: "yes", WasUserInjured: "Whiplash", WhenWasTheAccident: "Within 6 Months" };
  const plain = "WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer";

  it.each(seriousInjuries)(
    "%s, at fault and recent, asks about insurance",
    holds(280, 281),
    (WasUserInjured) => {
      expect(way({ ...serious, WasUserInjured, ActiveInsurancePolicy: "no" })).toBe(
        "WasUserInjured ActiveInsurancePolicy DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer",
      );
    },
  );

  it("partly at fault is at fault", () => {
    expect(way({ ...serious, AtFault: "partially" })).toContain("ActiveInsurancePolicy");
  });

  it.each([
    ["not at fault", { ...serious, AtFault: "no" }],
    ["another injury", { ...serious, WasUserInjured: "Cuts or Bruises" }],
    ["an injury without a name", { ...serious, WasUserInjured: { physical_injury: "Yes" } }],
    ["13 months", { ...serious, WhenWasTheAccident: on({ year: 2024, month: 5, day: 31 }) }],
    ["two years by the button", { ...serious, WhenWasTheAccident: "Within 2 Years" }],
  ])("%s does not", holds(282, 283, 284, 286), (_, answers) => {
    expect(way(answers)).toBe(plain);
  });

  it.each([
    ["by the button", "Within 12 Months" as string | Answers],
    ["to the first of the month", on({ year: 2024, month: 6, day: 1 })],
  ])("12 months are inside, %s", holds(285), (_, WhenWasTheAccident) => {
    expect(way({ ...serious, WhenWasTheAccident })).toContain("ActiveInsurancePolicy");
  });

  it("insurance leads to work, missed work to the doctor, all to treatment", holds(288, 289), () => {
    expect(way({ ...serious, ActiveInsurancePolicy: "yes", MissedWork: "no" })).toBe(
      "WasUserInjured ActiveInsurancePolicy MissedWork DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer",
    );
    expect(way({ ...serious, ActiveInsurancePolicy: "yes", MissedWork: "yes" })).toBe(
      "WasUserInjured ActiveInsurancePolicy MissedWork SpeakingWithADoctor DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer",
    );
  });

  it.each(["yes", "no"])(
    "speaking with a doctor (%s) says whether the injury qualifies",
    holds(290),
    (spoken) => {
      const { snapshot } = walk(code, {
        answers: { ...serious, ActiveInsurancePolicy: "yes", MissedWork: "yes", SpeakingWithADoctor: spoken },
      });
      expect(snapshot.context.answers.injury_rx_qualified).toBe(spoken);
    },
  );

  it("who is not injured is not asked about treatment, which counts as done", holds(209, 287), () => {
    expect(way({ WasUserInjured: "No" })).toBe("WasUserInjured PoliceReportFiled HasLawyer");
    const completed = (injury: string) =>
      walk(code, { answers: { WasUserInjured: injury } }).snapshot.context.completed;
    expect(completed("No")).toEqual(["DidYouReceiveMedicalTreatment"]);
    expect(completed("Whiplash")).toEqual([]);
  });

  it.each([
    ["today", daysAgo(0), true],
    ["14 days", daysAgo(14), true],
    ["15 days", daysAgo(15), false],
    ["the week's button", "Within 1 Week", true],
    ["the 15 days' button", "Within 15 Days", false],
  ])("untreated after %s", holds(292, 293, 294, 352), (_, WhenWasTheAccident, isAsked) => {
    const answers = { WhenWasTheAccident, DidYouReceiveMedicalTreatment: "No" };
    expect(way(answers)).toBe(isAsked ? plain.replace(" Police", " WillingToTreat Police") : plain);
  });

  it("treated at once is not asked", holds(293), () => {
    expect(way({ WhenWasTheAccident: daysAgo(1), DidYouReceiveMedicalTreatment: "Yes" })).toBe(plain);
  });
});

describe("lawyer and funding", () => {
  const way = (code: string, answers: Record<string, string | Answers>, path?: string) =>
    part(code, "HasLawyer", "IncidentDescription", { answers: { HasLawyer: "yes", ...answers }, path });
  const straight = "HasLawyer IncidentDescription";

  it.each(family)("without a lawyer the description follows in %s", holds(296), (code) => {
    expect(way(code, { HasLawyer: "no" })).toBe(straight);
  });

  it.each([
    ["the button", "Over 2 Years" as string | Answers],
    ["731 days", daysAgo(731)],
  ])("over two years, by %s, the description follows", holds(297), (_, WhenWasTheAccident) => {
    for (const code of family) expect(way(code, { WhenWasTheAccident })).toBe(straight);
  });

  it.each([
    ["the button", "Within 2 Years" as string | Answers],
    ["730 days", daysAgo(730)],
  ])("within two years, by %s, a lawyer is asked about", (_, WhenWasTheAccident) => {
    for (const code of withFunding) expect(way(code, { WhenWasTheAccident })).not.toBe(straight);
  });

  it("the Spanish survey asks nothing about it, at either path", holds(127, 298), () => {
    expect(way("v4nv-es", {})).toBe(straight);
    expect(way("v4nv-es", {}, "/survey/es")).toBe(straight);
  });

  it.each(["v4nv", "crash-comped"])("the Spanish path applies first in %s", holds(299), (code) => {
    for (const path of ["/survey/es", "/surveyes", "/survey/v4nv-es"]) {
      expect(way(code, {}, path)).toBe(straight);
    }
    expect(way(code, {}, "/survey/essay")).not.toBe(straight);
  });

  const confirming = withFunding.filter((code) => code !== "crash-comped");

  it.each(confirming)("%s has the lawyer confirmed", holds(295, 300), (code) => {
    for (const HasLawyer of ["yes", "yes_but_I_want_a_new_lawyer"]) {
      expect(way(code, { HasLawyer, ConfirmationHasLawyer: "no" })).toBe(
        "HasLawyer ConfirmationHasLawyer IncidentDescription",
      );
    }
    const { context } = walk(code, {
      answers: { HasLawyer: "yes", ConfirmationHasLawyer: "no" },
    }).snapshot;
    expect(context.answers).toMatchObject({ with_Lawyer: "no", lawyer_redirect_reason: "" });
    expect(way(code, { ConfirmationHasLawyer: "yes", InterestedInFunding: "no" })).toBe(
      "HasLawyer ConfirmationHasLawyer InterestedInFunding IncidentDescription",
    );
  });

  it("crashComped goes straight to funding", holds(299), () => {
    expect(way("crash-comped", { InterestedInFunding: "no" })).toBe(
      "HasLawyer InterestedInFunding IncidentDescription",
    );
  });

  it.each(withFunding)("funding in %s", holds(301, 302, 303, 304), (code) => {
    const start = way(code, { InterestedInFunding: "no" }).replace(" IncidentDescription", "");
    const interested = { InterestedInFunding: "yes" };
    expect(way(code, { ...interested, HasCaseBeenSettled: "yes" })).toBe(
      `${start} FundingAmount HasCaseBeenSettled IncidentDescription`,
    );
    expect(way(code, { ...interested, HasCaseBeenSettled: "no", HasReceivedFunding: "yes" })).toBe(
      `${start} FundingAmount HasCaseBeenSettled HasReceivedFunding IncidentDescription`,
    );
    expect(way(code, { ...interested, HasCaseBeenSettled: "no", HasReceivedFunding: "no" })).toBe(
      `${start} FundingAmount HasCaseBeenSettled HasReceivedFunding LawFirmDetails IncidentDescription`,
    );
  });
});
