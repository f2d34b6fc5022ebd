import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { daysAgo, type Given, walkSurvey } from "./survey-walk.ts";

/** Specification 4.1: every survey's questions in their order, on the running site, by plain forms. */

let site: Site;
beforeAll(async () => {
  site = await startSite({
    TRUST_PROXY: "1",
    REGION_HEADER: "x-region",
    SITE_TIME_ZONE: "UTC",
    POSTS_PER_MINUTE: "100000",
  });
});
afterAll(() => site.close());

type Way = {
  title: string;
  /** Numbers of the requirements that this way shows. */
  shows: number[];
  path: string;
  answers?: Record<string, Given>;
  /** Steps in their order, each with its progress where the specification gives one: `AtFault:30`. */
  steps: string;
};

const injured = { WasUserInjured: "Yes" };
const notInjured = { WasUserInjured: "No" };
const longAgo = "Over 2 Years";

const ways: Way[] = [
  {
    title: "A, injured: treatment is asked",
    shows: [222, 225, 227],
    path: "/survey/a",
    answers: injured,
    steps:
      "AutoAccidentCaseWorth OtherDriversVehicleType WhenWasTheAccident AtFault WasUserInjured TypeOfMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "A, not injured: treatment is skipped",
    shows: [224],
    path: "/survey/a",
    answers: notInjured,
    steps:
      "AutoAccidentCaseWorth OtherDriversVehicleType WhenWasTheAccident AtFault WasUserInjured PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "B, injured",
    shows: [228, 229, 230, 231, 232],
    path: "/survey/b",
    answers: injured,
    steps:
      "SocialDropPII:10 OtherDriversVehicleType:20 WhenWasTheAccident:30 AtFault:40 WasUserInjured:50 TypeOfMedicalTreatment:60 PoliceReportFiled:80 HasLawyer:90 IncidentDescription:98 PhoneAndZip",
  },
  {
    title: "B, not injured",
    shows: [231],
    path: "/survey/b",
    answers: notInjured,
    steps:
      "SocialDropPII:10 OtherDriversVehicleType:20 WhenWasTheAccident:30 AtFault:40 WasUserInjured:50 PoliceReportFiled:80 HasLawyer:90 IncidentDescription:98 PhoneAndZip",
  },
  {
    title: "C, injured",
    shows: [233, 234, 235],
    path: "/survey/c",
    answers: injured,
    steps:
      "WhenWasTheAccident:5 OtherDriversVehicleType:10 AtFault:30 WasUserInjured:40 TypeOfMedicalTreatment:55 PoliceReportFiled:80 HasLawyer:95 IncidentDescription NameAndEmail:98 PhoneAndZip:99",
  },
  {
    title: "C, not injured",
    shows: [233],
    path: "/survey/c",
    answers: notInjured,
    steps:
      "WhenWasTheAccident:5 OtherDriversVehicleType:10 AtFault:30 WasUserInjured:40 PoliceReportFiled:80 HasLawyer:95 IncidentDescription NameAndEmail:98 PhoneAndZip:99",
  },
  {
    title: "D, injured",
    shows: [237, 238, 239],
    path: "/survey/d",
    answers: injured,
    steps:
      "WereYouInAMotorVehicleAccident:10 SocialDropWhenWasTheAccident:20 WasUserInjured:30 DidYouRequireMedicalTreatment:40 AtFault:50 PoliceReportFiled:60 HasLawyer:70 IncidentDescription:80 NameAndEmail:90 PhoneAndZip:95",
  },
  {
    title: "D, not injured, and in no motor vehicle",
    shows: [240, 241],
    path: "/survey/d",
    answers: { ...notInjured, WereYouInAMotorVehicleAccident: "no" },
    steps:
      "WereYouInAMotorVehicleAccident:10 SocialDropWhenWasTheAccident:20 WasUserInjured:30 AtFault:50 PoliceReportFiled:60 HasLawyer:70 IncidentDescription:80 NameAndEmail:90 PhoneAndZip:95",
  },
  {
    title: "E",
    shows: [242, 243],
    path: "/survey/e",
    steps:
      "WereYouInAMotorVehicleAccident:5 SocialDropWhenWasTheAccident:8 HasLawyer:10 AtFault:85 NameAndEmail:50 PhoneAndZip:95",
  },
  ...(["f", "g"] as const).flatMap((code): Way[] => {
    const first = code === "f" ? 10 : 5;
    return [
      {
        title: `${code.toUpperCase()}, no treatment required`,
        shows: [244, 246, 248],
        path: `/survey/${code}`,
        answers: { DidYouRequireMedicalTreatment: "no" },
        steps: `WereYouInAMotorVehicleAccident:${first} SocialDropWhenWasTheAccident:16 DidYouRequireMedicalTreatment:20 WillYouRequireMedicalTreatment:25 AtFault:40 HasLawyer:60 IncidentDescription:85 NameAndEmail:90 PhoneAndZip:95`,
      },
      {
        title: `${code.toUpperCase()}, treatment required`,
        shows: [245, 246, 248],
        path: `/survey/${code}`,
        answers: { DidYouRequireMedicalTreatment: "yes" },
        steps: `WereYouInAMotorVehicleAccident:${first} SocialDropWhenWasTheAccident:16 DidYouRequireMedicalTreatment:20 {hash}:25 AtFault:40 HasLawyer:60 IncidentDescription:85 NameAndEmail:90 PhoneAndZip:95`,
      },
    ];
  }),
  {
    title: "DUI, not at fault",
    shows: [251, 253, 261],
    path: "/survey/dui",
    steps:
      "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault WasUserInjured PoliceReportFiled HasLawyer IncidentDescription PhoneAndZip",
  },
  {
    title: "DUI, at fault without charges",
    shows: [252, 255],
    path: "/survey/dui",
    answers: { AtFault: "yes", PendingDUICharges: "no" },
    steps:
      "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault PendingDUICharges WasUserInjured PoliceReportFiled HasLawyer IncidentDescription PhoneAndZip",
  },
  ...["no_test", "refused_test"].map((test) => ({
    title: `DUI, ${test}`,
    shows: test === "no_test" ? [254, 256, 259] : [257],
    path: "/survey/dui",
    answers: { AtFault: "yes", PendingDUICharges: "yes", TypeOfAlcoholTestPerformed: test },
    steps:
      "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault PendingDUICharges TypeOfAlcoholTestPerformed UserHasDUI DUIIncidentDescription PhoneAndZip",
  })),
  {
    title: "DUI, tested",
    shows: [258, 259],
    path: "/survey/dui",
    answers: { AtFault: "yes", PendingDUICharges: "yes", TypeOfAlcoholTestPerformed: "breath_test" },
    steps:
      "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault PendingDUICharges TypeOfAlcoholTestPerformed BACMeasuredByTest UserHasDUI DUIIncidentDescription PhoneAndZip",
  },
  {
    title: "VW3, injured",
    shows: [264, 265],
    path: "/survey/vw",
    answers: { WasUserInjuredVW3: "Yes" },
    steps:
      "WhenWasTheAccidentVW3 AtFaultVW3 WasUserInjuredVW3 TypeOfMedicalTreatmentVW3 PoliceReportFiledVW3 HasLawyerVW3 IncidentDescriptionVW3 NameAndEmailVW3 PhoneAndZipVW3",
  },
  {
    title: "VW3, not injured",
    shows: [265],
    path: "/survey/vw3",
    answers: { WasUserInjuredVW3: "No" },
    steps:
      "WhenWasTheAccidentVW3 AtFaultVW3 WasUserInjuredVW3 PoliceReportFiledVW3 HasLawyerVW3 IncidentDescriptionVW3 NameAndEmailVW3 PhoneAndZipVW3",
  },
  {
    title: "short video",
    shows: [267],
    path: "/survey/tt",
    steps:
      "AutoAccidentCaseWorth WhenWasTheAccidentTikTok AtFault WasUserInjured PoliceReportFiledTikTok HasLawyer IncidentDescriptionTikTok NameAndEmailTikTok PhoneAndZipTikTok",
  },
  {
    title: "progress bar, whose last question submits",
    shows: [268, 271],
    path: "/survey/progress-bar",
    steps:
      "HowWasUserHurt:10 WhenWasTheAccident:18 AtFault:27 DescribeInjuries:36 PoliceReport:45 HasAttorney:54 Description:63 EmailAndName:87 ZipAndPhone:95",
  },
  ...["medical-treatment", "medical-treatment-2"].map((code) => ({
    title: `${code}, with a step of its own after the post`,
    shows: [272, 274],
    path: `/survey/${code}`,
    steps:
      "WhenWasTheAccident AtFault HasLawyer DidYouReceiveMedicalTreatment NameAndEmail PhoneAndZip ThankYouStep",
  })),
  {
    title: "linear short",
    shows: [275],
    path: "/survey/ig",
    steps: "WhenWasTheAccident AtFault WasUserInjured NameAndEmail PhoneAndZip",
  },
  {
    title: "SL v2",
    shows: [276],
    path: "/survey-sl",
    steps:
      "NameAndEmail:12 TypeOfAccident:25 WhenWasTheAccident:36 WasUserInjured:45 PoliceReportFiled:68 AtFault:72 HasLawyer:87 IncidentDescription:95 PhoneAndZip:98",
  },
  {
    title: "v4nv under a path that contains surveyv4nv: case worth is skipped; injured, treated, no lawyer",
    shows: [279, 283, 286, 296, 312],
    path: "/survey/v4nv",
    answers: { WasUserInjured: "Cuts or Bruises", AtFault: "yes" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v5nv, whose path does not contain surveyv4nv: case worth is asked; not injured",
    shows: [279, 287],
    path: "/survey/v5nv",
    answers: notInjured,
    steps:
      "AutoAccidentCaseWorth WhenWasTheAccident AtFault WasUserInjured PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  ...[
    "Back or Neck Pain",
    "Broken Bones",
    "Whiplash",
    "Head Injury",
    "Spinal Cord Injury",
    "Loss of Limb",
  ].map((injury) => ({
    title: `v4nv, at fault with ${injury} within 12 months`,
    shows: [280, 281, 285, 288, 289, 290],
    path: "/survey/v4nv",
    answers: { WhenWasTheAccident: "Within 12 Months", AtFault: "yes", WasUserInjured: injury },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured ActiveInsurancePolicy MissedWork SpeakingWithADoctor DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  })),
  {
    title: "v4nv, at fault with a serious injury, no insurance",
    shows: [288],
    path: "/survey/v4nv",
    answers: { AtFault: "yes", WasUserInjured: "Whiplash", ActiveInsurancePolicy: "no" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured ActiveInsurancePolicy DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, at fault with a serious injury, insured, no work missed",
    shows: [289],
    path: "/survey/v4nv",
    answers: { AtFault: "yes", WasUserInjured: "Whiplash", MissedWork: "no" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured ActiveInsurancePolicy MissedWork DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a serious injury but not at fault",
    shows: [282],
    path: "/survey/v4nv",
    answers: { AtFault: "no", WasUserInjured: "Whiplash" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, at fault with a serious injury of 13 months ago",
    shows: [284],
    path: "/survey/v4nv",
    answers: { WhenWasTheAccident: daysAgo(400), AtFault: "yes", WasUserInjured: "Whiplash" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, no treatment 14 days after the accident",
    shows: [292, 294],
    path: "/survey/v4nv",
    answers: { WhenWasTheAccident: daysAgo(14), DidYouReceiveMedicalTreatment: "No" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment WillingToTreat PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  ...[
    { days: 15, treated: "No", what: "no treatment 15 days after the accident" },
    { days: 14, treated: "Yes", what: "treated within 14 days" },
  ].map(({ days, treated, what }) => ({
    title: `v4nv, ${what}`,
    shows: [293],
    path: "/survey/v4nv",
    answers: { WhenWasTheAccident: daysAgo(days), DidYouReceiveMedicalTreatment: treated },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  })),
  {
    title: "v4nv, a lawyer, confirmed: all the way through funding",
    shows: [295, 300, 301, 302, 303, 304],
    path: "/survey/v4nv",
    answers: {
      HasLawyer: "yes",
      ConfirmationHasLawyer: "yes",
      InterestedInFunding: "yes",
      HasCaseBeenSettled: "no",
      HasReceivedFunding: "no",
    },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer ConfirmationHasLawyer InterestedInFunding FundingAmount HasCaseBeenSettled HasReceivedFunding LawFirmDetails IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a lawyer, not confirmed",
    shows: [300],
    path: "/survey/v4nv",
    answers: { HasLawyer: "yes", ConfirmationHasLawyer: "no" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer ConfirmationHasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a lawyer, no interest in funding",
    shows: [301],
    path: "/survey/v4nv",
    answers: { HasLawyer: "yes", ConfirmationHasLawyer: "yes", InterestedInFunding: "no" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer ConfirmationHasLawyer InterestedInFunding IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a lawyer, the case settled",
    shows: [303],
    path: "/survey/v4nv",
    answers: {
      HasLawyer: "yes",
      ConfirmationHasLawyer: "yes",
      InterestedInFunding: "yes",
      HasCaseBeenSettled: "yes",
    },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer ConfirmationHasLawyer InterestedInFunding FundingAmount HasCaseBeenSettled IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a lawyer, funded before",
    shows: [304],
    path: "/survey/v4nv",
    answers: {
      HasLawyer: "yes",
      ConfirmationHasLawyer: "yes",
      InterestedInFunding: "yes",
      HasCaseBeenSettled: "no",
      HasReceivedFunding: "yes",
    },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer ConfirmationHasLawyer InterestedInFunding FundingAmount HasCaseBeenSettled HasReceivedFunding IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a lawyer, over two years ago: straight to the description",
    shows: [297],
    path: "/survey/v4nv",
    answers: { WhenWasTheAccident: longAgo, HasLawyer: "yes" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv in Spanish, a lawyer: straight to the description",
    shows: [127, 298],
    path: "/survey/v4nv-es",
    answers: { HasLawyer: "yes" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "crashComped, a lawyer: never confirmed",
    shows: [299],
    path: "/survey/crash-comped",
    answers: { HasLawyer: "yes", InterestedInFunding: "no" },
    steps:
      "AutoAccidentCaseWorth WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer InterestedInFunding IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a hit and run whose driver is known",
    shows: [305, 306],
    path: "/survey/v4nv",
    answers: { IncidentDescription: { case_description: "It was a hit and run on the highway at night." } },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription HitAndRunIdentified NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv, a hit and run whose driver is unknown",
    shows: [307],
    path: "/survey/v4nv",
    answers: {
      IncidentDescription: { case_description: "It was a hit and run on the highway at night." },
      HitAndRunIdentified: "no",
    },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription HitAndRunIdentified UninsuredMotoristCoverage NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv with the combined last step",
    shows: [311],
    path: "/survey/v4nv?flags=combinedLastStep",
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription AllPii",
  },
  {
    title: "v4nv-rz, injured",
    shows: [316],
    path: "/survey/v4nv-rz",
    answers: { WasUserInjured: "Whiplash" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv-rz, not injured",
    shows: [316],
    path: "/survey/v4nv-rz",
    answers: notInjured,
    steps: "WhenWasTheAccident AtFault WasUserInjured HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v4G",
    shows: [317, 318],
    path: "/survey/v4g",
    steps:
      "WhenWasTheAccident AtFault AccidentResultInMedicalTreatment PoliceReportFiled HasLawyer NameAndEmail PhoneAndZip",
  },
  {
    title: "v4nv-ep, whatever is answered",
    shows: [319, 320],
    path: "/survey/v4nv-ep",
    answers: { ...notInjured, AtFault: "yes", HasLawyer: "yes" },
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title: "v7 begins with a first step of its own",
    shows: [321],
    path: "/survey/v7",
    steps:
      "GetStartedFirstStep AutoAccidentCaseWorth WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  },
  {
    title:
      "one-to-one: the buyers are looked for between zip code and name; with buyers the consent names them",
    shows: [322, 323],
    path: "/survey/v4nv-1to1",
    steps:
      "WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer IncidentDescription ZipCode NameAndEmail PhoneAndBuyersConsent",
  },
  {
    title: "one page: one form for everything",
    shows: [325],
    path: "/survey/one-page",
    steps: "OnePageSurvey",
  },
  {
    title: "multi-step: three forms behind a first screen, the third submits",
    shows: [328, 329],
    path: "/g2",
    steps: "ShowQuestions FormFirstQuestions FormSecondQuestions FormThirdQuestions",
  },
  {
    title: "ticket",
    shows: [18, 331, 333],
    path: "/survey/ticket",
    steps:
      "StartTicketFlow TicketReceived SelectState SelectDate DoYouHaveAttorney IncidentDescription NameAndEmailTicket PhoneAndZip",
  },
];

describe("asks its questions in the specification's order, and stores one lead:", () => {
  for (const { title, shows, path, answers, steps } of ways) {
    it(title, holds(...shows), async () => {
      const walk = await walkSurvey(site, path, answers);
      const given = steps.split(" ").map((step) => step.split(":"));
      expect(walk.steps).toEqual(given.map(([step]) => step));
      given.forEach(([step, progress], at) => {
        if (progress) expect(walk.progress[at], step).toBe(progress);
      });
      expect(walk.address.pathname).toMatch(/thank-you/);
      expect(walk.lead).toBeDefined();
    });
  }
});
