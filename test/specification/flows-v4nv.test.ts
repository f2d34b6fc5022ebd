import { daysAgo, type Given, survey, walkWays } from "./survey-walk.ts";

/** Spec 4.1 and 4.2: v4nv in all its branches. */

const order =
  "WhenWasTheAccident AtFault WasUserInjured (ActiveInsurancePolicy) (MissedWork) (SpeakingWithADoctor) (DidYouReceiveMedicalTreatment) (WillingToTreat) PoliceReportFiled HasLawyer (ConfirmationHasLawyer) (InterestedInFunding) (FundingAmount) (HasCaseBeenSettled) (HasReceivedFunding) (LawFirmDetails) IncidentDescription (HitAndRunIdentified) (UninsuredMotoristCoverage) NameAndEmail PhoneAndZip";
const withThese = (asked: string) => survey("", order)({}, asked).steps;

const treated = "DidYouReceiveMedicalTreatment";
const insured = "ActiveInsurancePolicy MissedWork SpeakingWithADoctor";
const confirmed = "ConfirmationHasLawyer";
const funding = "InterestedInFunding FundingAmount HasCaseBeenSettled HasReceivedFunding LawFirmDetails";
const unknownDriver = "HitAndRunIdentified UninsuredMotoristCoverage";

const atFault = { AtFault: "yes", WasUserInjured: "Whiplash" };
const lawyer = { HasLawyer: "yes", ConfirmationHasLawyer: "yes", InterestedInFunding: "yes" };
const unfunded = { ...lawyer, HasCaseBeenSettled: "no", HasReceivedFunding: "no" };
const hitAndRun = {
  IncidentDescription: { case_description: "It was a hit and run on the highway at night." },
};

/** The longest way: at fault with a serious injury, untreated, a lawyer and funding, a hit and run. */
const longest = {
  ...atFault,
  ...unfunded,
  ...hitAndRun,
  WhenWasTheAccident: "Within 1 Week",
  DidYouReceiveMedicalTreatment: "No",
  HitAndRunIdentified: "no",
};
const accident = `${insured} ${treated} WillingToTreat`;
const all = withThese(`${accident} ${confirmed} ${funding} ${unknownDriver}`);
const oneToOne = all.replace("NameAndEmail PhoneAndZip", "ZipCode NameAndEmail PhoneAndBuyersConsent");
const longestOf: Record<string, string> = {
  v4nv: all,
  "v4nv-es": withThese(`${accident} ${unknownDriver}`),
  "crash-comped": `AutoAccidentCaseWorth ${withThese(`${accident} ${funding} ${unknownDriver}`)}`,
  v7: `GetStartedFirstStep AutoAccidentCaseWorth ${all}`,
  v5nv: `AutoAccidentCaseWorth ${all}`,
  "v4nv-1to1": oneToOne,
  "v4nv-d1": oneToOne,
  "v4nv-d2": oneToOne,
  "v4nv-x1": oneToOne,
};

/** Ways through v4nv itself. `asks` are the questions of some visitors; being treated is one of them, unless said otherwise. */
const ways: { title: string; shows: number[]; answers: Record<string, Given>; asks?: string }[] = [
  {
    title: "injured, treated, no lawyer; case worth is skipped under a path that contains surveyv4nv",
    shows: [279, 283, 286, 296, 312],
    answers: { WasUserInjured: "Cuts or Bruises", AtFault: "yes" },
  },
  {
    title: "at fault with a serious injury within 12 months",
    shows: [280, 281, 285, 288, 289, 290],
    answers: { WhenWasTheAccident: "Within 12 Months", AtFault: "yes", WasUserInjured: "Broken Bones" },
    asks: insured,
  },
  {
    title: "at fault with a serious injury, no insurance",
    shows: [288],
    answers: { ...atFault, ActiveInsurancePolicy: "no" },
    asks: "ActiveInsurancePolicy",
  },
  {
    title: "at fault with a serious injury, insured, no work missed",
    shows: [289],
    answers: { ...atFault, MissedWork: "no" },
    asks: "ActiveInsurancePolicy MissedWork",
  },
  { title: "a serious injury but not at fault", shows: [282], answers: { ...atFault, AtFault: "no" } },
  {
    title: "at fault with a serious injury of 13 months ago",
    shows: [284],
    answers: { ...atFault, WhenWasTheAccident: daysAgo(400) },
  },
  {
    title: "no treatment 14 days after the accident",
    shows: [292, 294],
    answers: { WhenWasTheAccident: daysAgo(14), DidYouReceiveMedicalTreatment: "No" },
    asks: "WillingToTreat",
  },
  {
    title: "no treatment 15 days after the accident",
    shows: [293],
    answers: { WhenWasTheAccident: daysAgo(15), DidYouReceiveMedicalTreatment: "No" },
  },
  {
    title: "treated within 14 days",
    shows: [293],
    answers: { WhenWasTheAccident: daysAgo(14), DidYouReceiveMedicalTreatment: "Yes" },
  },
  {
    title: "a lawyer, confirmed: all the way through funding",
    shows: [295, 300, 301, 302, 303, 304],
    answers: unfunded,
    asks: `${confirmed} ${funding}`,
  },
  {
    title: "a lawyer, not confirmed",
    shows: [300],
    answers: { HasLawyer: "yes", ConfirmationHasLawyer: "no" },
    asks: confirmed,
  },
  {
    title: "a lawyer, no interest in funding",
    shows: [301],
    answers: { ...lawyer, InterestedInFunding: "no" },
    asks: `${confirmed} InterestedInFunding`,
  },
  {
    title: "a lawyer, the case settled",
    shows: [303],
    answers: { ...lawyer, HasCaseBeenSettled: "yes" },
    asks: `${confirmed} InterestedInFunding FundingAmount HasCaseBeenSettled`,
  },
  {
    title: "a lawyer, funded before",
    shows: [304],
    answers: { ...unfunded, HasReceivedFunding: "yes" },
    asks: `${confirmed} InterestedInFunding FundingAmount HasCaseBeenSettled HasReceivedFunding`,
  },
  {
    title: "a lawyer, over two years ago: straight to the description",
    shows: [297],
    answers: { WhenWasTheAccident: "Over 2 Years", HasLawyer: "yes" },
  },
  {
    title: "a hit and run whose driver is known",
    shows: [305, 306],
    answers: hitAndRun,
    asks: "HitAndRunIdentified",
  },
  {
    title: "a hit and run whose driver is unknown",
    shows: [307],
    answers: { ...hitAndRun, HitAndRunIdentified: "no" },
    asks: unknownDriver,
  },
];

walkWays([
  ...Object.entries(longestOf).map(([code, steps]) => ({
    title: `the longest way through ${code}`,
    shows: [324],
    path: `/survey/${code}`,
    answers: longest,
    steps,
  })),
  ...ways.map(({ title, asks = "", ...way }) => ({
    ...way,
    title: `v4nv, ${title}`,
    path: "/survey/v4nv",
    steps: withThese(`${treated} ${asks}`),
  })),
  {
    title: "v5nv, whose path does not contain surveyv4nv: case worth is asked; not injured",
    shows: [279, 287],
    path: "/survey/v5nv",
    answers: { WasUserInjured: "No" },
    steps: `AutoAccidentCaseWorth ${withThese("")}`,
  },
  {
    title: "v4nv in Spanish, a lawyer: straight to the description",
    shows: [127, 298],
    path: "/survey/v4nv-es",
    answers: { HasLawyer: "yes" },
    steps: withThese(treated),
  },
  {
    title: "v4nv with the combined last step",
    shows: [311],
    path: "/survey/v4nv?flags=combinedLastStep",
    steps: withThese(treated).replace("NameAndEmail PhoneAndZip", "AllPii"),
  },
]);
