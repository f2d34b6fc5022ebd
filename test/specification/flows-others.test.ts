import { type Way, walkWays } from "./ways.ts";

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

walkWays(ways);
