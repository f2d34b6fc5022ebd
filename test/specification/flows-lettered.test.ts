import { type Way, walkWays } from "./ways.ts";

/** Spec 4.1 and 4.2: A to G, DUI, VW3 and short video. */

const injured = { WasUserInjured: "Yes" };
const notInjured = { WasUserInjured: "No" };

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
];

walkWays(ways);
