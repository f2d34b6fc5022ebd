import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { hashStep } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { walk } from "./walk.ts";

/** The specification's own lists, step by step, with the progress where it gives one. */
const listed: Record<string, string> = {
  a: "AutoAccidentCaseWorth OtherDriversVehicleType WhenWasTheAccident AtFault WasUserInjured TypeOfMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip thankYou",
  b: "SocialDropPII:10 OtherDriversVehicleType:20 WhenWasTheAccident:30 AtFault:40 WasUserInjured:50 TypeOfMedicalTreatment:60 PoliceReportFiled:80 HasLawyer:90 IncidentDescription:98 PhoneAndZip thankYou",
  c: "WhenWasTheAccident:5 OtherDriversVehicleType:10 AtFault:30 WasUserInjured:40 TypeOfMedicalTreatment:55 PoliceReportFiled:80 HasLawyer:95 IncidentDescription:95 NameAndEmail:98 PhoneAndZip:99 thankYou",
  d: "WereYouInAMotorVehicleAccident:10 SocialDropWhenWasTheAccident:20 WasUserInjured:30 DidYouRequireMedicalTreatment:40 AtFault:50 PoliceReportFiled:60 HasLawyer:70 IncidentDescription:80 NameAndEmail:90 PhoneAndZip:95 thankYou",
  e: "WereYouInAMotorVehicleAccident:5 SocialDropWhenWasTheAccident:8 HasLawyer:10 AtFault:85 NameAndEmail:50 PhoneAndZip:95 thankYou",
  f: `WereYouInAMotorVehicleAccident:10 SocialDropWhenWasTheAccident:16 DidYouRequireMedicalTreatment:20 ${hashStep}:25 AtFault:40 HasLawyer:60 IncidentDescription:85 NameAndEmail:90 PhoneAndZip:95 thankYou`,
  g: `WereYouInAMotorVehicleAccident:5 SocialDropWhenWasTheAccident:16 DidYouRequireMedicalTreatment:20 ${hashStep}:25 AtFault:40 HasLawyer:60 IncidentDescription:85 NameAndEmail:90 PhoneAndZip:95 thankYou`,
  dui: "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault WasUserInjured PoliceReportFiled HasLawyer IncidentDescription PhoneAndZip thankYou",
  vw3: "WhenWasTheAccidentVW3 AtFaultVW3 WasUserInjuredVW3 TypeOfMedicalTreatmentVW3 PoliceReportFiledVW3 HasLawyerVW3 IncidentDescriptionVW3 NameAndEmailVW3 PhoneAndZipVW3 thankYou",
  "short-video":
    "AutoAccidentCaseWorth WhenWasTheAccidentTikTok AtFault WasUserInjured PoliceReportFiledTikTok HasLawyer IncidentDescriptionTikTok NameAndEmailTikTok PhoneAndZipTikTok thankYou",
  "progress-bar":
    "HowWasUserHurt:10 WhenWasTheAccident:18 AtFault:27 DescribeInjuries:36 PoliceReport:45 HasAttorney:54 Description:63 EmailAndName:87 ZipAndPhone:95 End",
  "medical-treatment":
    "WhenWasTheAccident AtFault HasLawyer DidYouReceiveMedicalTreatment NameAndEmail PhoneAndZip ThankYouStep:100 thankYou",
  "medical-treatment-2":
    "WhenWasTheAccident AtFault HasLawyer DidYouReceiveMedicalTreatment NameAndEmail PhoneAndZip ThankYouStep:100 thankYou",
  "linear-short": "WhenWasTheAccident AtFault WasUserInjured NameAndEmail PhoneAndZip thankYou",
  "sl-v2":
    "NameAndEmail:12 TypeOfAccident:25 WhenWasTheAccident:36 WasUserInjured:45 PoliceReportFiled:68 AtFault:72 HasLawyer:87 IncidentDescription:95 PhoneAndZip:98 thankYou",
  "v4nv-rz":
    "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment HasLawyer IncidentDescription NameAndEmail PhoneAndZip thankYou",
  v4g: "WhenWasTheAccident AtFault AccidentResultInMedicalTreatment PoliceReportFiled HasLawyer NameAndEmail PhoneAndZip thankYou",
  "v4nv-ep":
    "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip thankYou",
  "multi-step": "ShowQuestions FormFirstQuestions FormSecondQuestions FormThirdQuestions thankYou",
  "one-page": "OnePageSurvey thankYou",
  ticket:
    "StartTicketFlow TicketReceived SelectState SelectDate DoYouHaveAttorney IncidentDescription NameAndEmailTicket PhoneAndZip thankYou",
  benefits: "SelectAgeGroup USCitizen SecuredBenefits Closing:100",
};

describe.each(Object.entries(listed))("%s", (code, list) => {
  it(
    "asks a plain visitor what the specification lists, in its order and with its progress",
    holds(
      222,
      228,
      229,
      230,
      233,
      234,
      235,
      237,
      238,
      242,
      246,
      248,
      251,
      264,
      267,
      268,
      271,
      272,
      275,
      276,
      316,
      317,
      318,
      320,
      328,
      331,
      335,
    ),
    () => {
      const { machine } = variants.get(code)!;
      const seen = walk(code)
        .way.split(" ")
        .map((name) => {
          const progress = machine.root.states[name]?.meta?.progress;
          return progress === undefined ? name : `${name}:${progress}`;
        });
      expect(seen.join(" ")).toBe(list);
    },
  );
});

const straight = ["e", "short-video", "progress-bar", "medical-treatment", "linear-short", "sl-v2", "v4g"];
const branching = {
  AtFault: "yes",
  HasLawyer: "yes",
  WasUserInjured: "No",
  DidYouReceiveMedicalTreatment: "No",
} as const;

it.each([...straight, "medical-treatment-2", "v4nv-ep"])(
  "%s goes straight, whatever is answered",
  holds(242, 267, 319),
  (code) => {
    const asked = walk(code).steps;
    const answers = Object.fromEntries(Object.entries(branching).filter(([step]) => asked.includes(step)));
    const accident = Object.fromEntries(
      asked
        .filter((step) => step.includes("WhenWasTheAccident"))
        .map((step) => [step, { accident_date_button: "Over 2 Years" }]),
    );
    expect(walk(code, { answers: { ...answers, ...accident } }).steps).toEqual(asked);
  },
);

it("submits under a full bar, covered where the specification says so", holds(236, 238, 247, 314), () => {
  const covered = [...variants.values()].filter(
    ({ machine }) => machine.root.states.submitting?.meta?.overlay === true,
  );
  expect(covered.map(({ code }) => code).sort()).toEqual(
    (
      "c crash-comped d f g medical-treatment medical-treatment-2 v4nv v4nv-1to1 v4nv-d1 v4nv-d2 v4nv-ep " +
      "v4nv-es v4nv-rz v4nv-x1 v5nv v7"
    ).split(" "),
  );
  for (const { machine, code } of variants.values()) {
    if (code !== "benefits") expect(machine.root.states.submitting?.meta?.progress).toBe(100);
  }
});

it("the medical-treatment overlay lies under ThankYouStep until it is left", holds(273), () => {
  const { machine } = variants.get("medical-treatment")!;
  expect(machine.root.states.ThankYouStep?.meta).toEqual({ progress: 100, overlay: true });
  expect(machine.root.states.thankYou?.meta).toBeUndefined();
});
