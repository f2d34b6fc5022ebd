import { daysAgo } from "./survey-walk.ts";
import { type Way, walkWays } from "./ways.ts";

/** Spec 4.1 and 4.2: v4nv in all its branches. */

const notInjured = { WasUserInjured: "No" };

/** The longest way through v4nv: at fault with a serious injury, untreated, a lawyer and funding, a hit and run. */
const longest = {
  WhenWasTheAccident: "Within 1 Week",
  AtFault: "yes",
  WasUserInjured: "Whiplash",
  DidYouReceiveMedicalTreatment: "No",
  HasLawyer: "yes",
  ConfirmationHasLawyer: "yes",
  InterestedInFunding: "yes",
  HasCaseBeenSettled: "no",
  HasReceivedFunding: "no",
  IncidentDescription: { case_description: "It was a hit and run on the highway at night." },
  HitAndRunIdentified: "no",
};
const accident =
  "WhenWasTheAccident AtFault WasUserInjured ActiveInsurancePolicy MissedWork SpeakingWithADoctor DidYouReceiveMedicalTreatment WillingToTreat PoliceReportFiled HasLawyer";
const funding = "InterestedInFunding FundingAmount HasCaseBeenSettled HasReceivedFunding LawFirmDetails";
const incident = "IncidentDescription HitAndRunIdentified UninsuredMotoristCoverage";
const contact = "NameAndEmail PhoneAndZip";
const consent = "ZipCode NameAndEmail PhoneAndBuyersConsent";
const family = {
  v4nv: [accident, "ConfirmationHasLawyer", funding, incident, contact],
  "v4nv-es": [accident, incident, contact],
  "crash-comped": ["AutoAccidentCaseWorth", accident, funding, incident, contact],
  v7: [
    "GetStartedFirstStep AutoAccidentCaseWorth",
    accident,
    "ConfirmationHasLawyer",
    funding,
    incident,
    contact,
  ],
  v5nv: ["AutoAccidentCaseWorth", accident, "ConfirmationHasLawyer", funding, incident, contact],
  "v4nv-1to1": [accident, "ConfirmationHasLawyer", funding, incident, consent],
  "v4nv-d1": [accident, "ConfirmationHasLawyer", funding, incident, consent],
  "v4nv-d2": [accident, "ConfirmationHasLawyer", funding, incident, consent],
  "v4nv-x1": [accident, "ConfirmationHasLawyer", funding, incident, consent],
};

const ways: Way[] = [
  ...Object.entries(family).map(([code, parts]) => ({
    title: `the longest way through ${code}`,
    shows: [324],
    path: `/survey/${code}`,
    answers: longest,
    steps: parts.join(" "),
  })),
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
    answers: { WhenWasTheAccident: "Over 2 Years", HasLawyer: "yes" },
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
];

walkWays(ways);
