import { describe } from "vitest";
import { survey, type Way, walkWays } from "./survey-walk.ts";

describe("lettered", () => {
  /** Spec 4.1 and 4.2: A to G, DUI, VW3 and short video. */

  const injured = { WasUserInjured: "Yes" };
  const notInjured = { WasUserInjured: "No" };
  const treatment = "TypeOfMedicalTreatment";

  const a = survey(
    "/survey/a",
    "AutoAccidentCaseWorth OtherDriversVehicleType WhenWasTheAccident AtFault WasUserInjured (TypeOfMedicalTreatment) PoliceReportFiled HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
  );
  const b = survey(
    "/survey/b",
    "SocialDropPII:10 OtherDriversVehicleType:20 WhenWasTheAccident:30 AtFault:40 WasUserInjured:50 (TypeOfMedicalTreatment:60) PoliceReportFiled:80 HasLawyer:90 IncidentDescription:98 PhoneAndZip",
  );
  const c = survey(
    "/survey/c",
    "WhenWasTheAccident:5 OtherDriversVehicleType:10 AtFault:30 WasUserInjured:40 (TypeOfMedicalTreatment:55) PoliceReportFiled:80 HasLawyer:95 IncidentDescription NameAndEmail:98 PhoneAndZip:99",
  );
  const d = survey(
    "/survey/d",
    "WereYouInAMotorVehicleAccident:10 SocialDropWhenWasTheAccident:20 WasUserInjured:30 (DidYouRequireMedicalTreatment:40) AtFault:50 PoliceReportFiled:60 HasLawyer:70 IncidentDescription:80 NameAndEmail:90 PhoneAndZip:95",
  );
  const e = survey(
    "/survey/e",
    "WereYouInAMotorVehicleAccident:5 SocialDropWhenWasTheAccident:8 HasLawyer:10 AtFault:85 NameAndEmail:50 PhoneAndZip:95",
  );
  const dui = survey(
    "/survey/dui",
    "NameAndEmail AutoAccidentCaseWorth WhenWasTheAccident AtFault (PendingDUICharges) (WasUserInjured) (PoliceReportFiled) (HasLawyer) (IncidentDescription) (TypeOfAlcoholTestPerformed) (BACMeasuredByTest) (UserHasDUI) (DUIIncidentDescription) PhoneAndZip",
  );
  const accident = "WasUserInjured PoliceReportFiled HasLawyer IncidentDescription";
  const charged = "PendingDUICharges TypeOfAlcoholTestPerformed UserHasDUI DUIIncidentDescription";
  const drunk = { AtFault: "yes", PendingDUICharges: "yes" };
  const vw3 = (path: string) =>
    survey(
      path,
      "WhenWasTheAccidentVW3 AtFaultVW3 WasUserInjuredVW3 (TypeOfMedicalTreatmentVW3) PoliceReportFiledVW3 HasLawyerVW3 IncidentDescriptionVW3 NameAndEmailVW3 PhoneAndZipVW3",
    );
  const shortVideo = survey(
    "/survey/tt",
    "AutoAccidentCaseWorth WhenWasTheAccidentTikTok AtFault WasUserInjured PoliceReportFiledTikTok HasLawyer IncidentDescriptionTikTok NameAndEmailTikTok PhoneAndZipTikTok",
  );
  const inNoVehicle = { ...notInjured, WereYouInAMotorVehicleAccident: "no" };

  const ways: Way[] = [
    { title: "A, injured: treatment is asked", shows: [222, 225, 227], ...a(injured, treatment) },
    { title: "A, not injured: treatment is skipped", shows: [224], ...a(notInjured) },
    { title: "B, injured", shows: [228, 229, 230, 231, 232], ...b(injured, treatment) },
    { title: "B, not injured", shows: [231], ...b(notInjured) },
    { title: "C, injured", shows: [15, 233, 234, 235], ...c(injured, treatment) },
    { title: "C, not injured", shows: [233], ...c(notInjured) },
    { title: "D, injured", shows: [237, 238, 239], ...d(injured, "DidYouRequireMedicalTreatment") },
    { title: "D, not injured, and in no motor vehicle", shows: [240, 241], ...d(inNoVehicle) },
    { title: "E", shows: [242, 243], ...e() },
    ...(["f", "g"] as const).flatMap((code): Way[] => {
      const way = survey(
        `/survey/${code}`,
        `WereYouInAMotorVehicleAccident:${code === "f" ? 10 : 5} SocialDropWhenWasTheAccident:16 DidYouRequireMedicalTreatment:20 (WillYouRequireMedicalTreatment:25) ({hash}:25) AtFault:40 HasLawyer:60 IncidentDescription:85 NameAndEmail:90 PhoneAndZip:95`,
      );
      const required = (said: string) => ({ DidYouRequireMedicalTreatment: said });
      return [
        {
          title: `${code.toUpperCase()}, no treatment required`,
          shows: [244, 246, 248],
          ...way(required("no"), "WillYouRequireMedicalTreatment"),
        },
        {
          title: `${code.toUpperCase()}, treatment required`,
          shows: [245, 246, 248],
          ...way(required("yes"), "{hash}"),
        },
      ];
    }),
    { title: "DUI, not at fault", shows: [251, 253, 261], ...dui({}, accident) },
    {
      title: "DUI, at fault without charges",
      shows: [252, 255],
      ...dui({ AtFault: "yes", PendingDUICharges: "no" }, `PendingDUICharges ${accident}`),
    },
    ...["no_test", "refused_test"].map((test) => ({
      title: `DUI, ${test}`,
      shows: test === "no_test" ? [254, 256, 259] : [257],
      ...dui({ ...drunk, TypeOfAlcoholTestPerformed: test }, charged),
    })),
    {
      title: "DUI, tested",
      shows: [258, 259],
      ...dui({ ...drunk, TypeOfAlcoholTestPerformed: "breath_test" }, `${charged} BACMeasuredByTest`),
    },
    {
      title: "VW3, injured",
      shows: [264, 265],
      ...vw3("/survey/vw")({ WasUserInjuredVW3: "Yes" }, "TypeOfMedicalTreatmentVW3"),
    },
    { title: "VW3, not injured", shows: [265], ...vw3("/survey/vw3")({ WasUserInjuredVW3: "No" }) },
    { title: "short video", shows: [267], ...shortVideo() },
  ];

  walkWays(ways);
});

describe("others", () => {
  /** Spec 4.1 and 4.2: the surveys with names. */

  const notInjured = { WasUserInjured: "No" };

  const ways: Way[] = [
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
      title: "crashComped, a lawyer: never confirmed",
      shows: [299],
      path: "/survey/crash-comped",
      answers: { HasLawyer: "yes", InterestedInFunding: "no" },
      steps:
        "AutoAccidentCaseWorth WhenWasTheAccident AtFault WasUserInjured DidYouReceiveMedicalTreatment PoliceReportFiled HasLawyer InterestedInFunding IncidentDescription NameAndEmail PhoneAndZip",
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
      steps:
        "WhenWasTheAccident AtFault WasUserInjured HasLawyer IncidentDescription NameAndEmail PhoneAndZip",
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

  walkWays(ways);
});
