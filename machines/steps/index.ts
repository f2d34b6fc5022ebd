import * as accident from "./accident.ts";
import { atFault, howWasUserHurt, typeOfAccident } from "./accident.ts";
import * as alcohol from "./alcohol.ts";
import * as benefits from "./benefits.ts";
import * as contact from "./contact.ts";
import * as description from "./description.ts";
import * as funding from "./funding.ts";
import * as injury from "./injury.ts";
import * as insurance from "./insurance.ts";
import * as last from "./last-steps.ts";
import * as lawyer from "./lawyer.ts";
import * as multiStep from "./multi-step.ts";
import { onePageSurvey } from "./one-page.ts";
import { type OwnQuestion, ownQuestions } from "./own-questions.ts";
import * as screens from "./screens.ts";
import { hashStep, whenSeekMedicalTreatment } from "./seek-treatment.ts";
import type { Step } from "./step.ts";
import * as ticket from "./ticket.ts";
import * as treatment from "./treatment.ts";
import { typeOfMedicalTreatment } from "./treatment.ts";
import { autoAccidentCaseWorth } from "./worth.ts";

export { hashStep } from "./seek-treatment.ts";

/** A question under each of its names: variants share it, but name it their own way. */
function named<Name extends string>(step: Step, ...names: Name[]): Record<Name, Step> {
  const all = {} as Record<Name, Step>;
  for (const name of names) all[name] = { ...step, name };
  return all;
}

/** A question that the visitor's case begins with, where a survey about an accident shows its stages. */
const ofTheCase = (step: Step): Step => ({ ...step, stage: "case" });

/** Every step (question) by the specification's name for it. */
export const steps = {
  ...named(autoAccidentCaseWorth, "AutoAccidentCaseWorth"),
  ...named(accident.wereYouInAMotorVehicleAccident, "WereYouInAMotorVehicleAccident"),
  ...named(typeOfAccident, "TypeOfAccident"),
  ...named(howWasUserHurt, "HowWasUserHurt"),
  ...named(accident.whenWasTheAccident, "WhenWasTheAccident", "SocialDropWhenWasTheAccident"),
  ...named(accident.whenWasTheAccident, "WhenWasTheAccidentVW3", "WhenWasTheAccidentTikTok"),
  ...named(accident.otherDriversVehicleType, "OtherDriversVehicleType"),

  ...named(atFault, "AtFault", "AtFaultVW3"),
  ...named(ofTheCase(alcohol.pendingDUICharges), "PendingDUICharges"),
  ...named(alcohol.typeOfAlcoholTestPerformed, "TypeOfAlcoholTestPerformed"),
  ...named(alcohol.bacMeasuredByTest, "BACMeasuredByTest"),
  ...named(alcohol.userHasDUI, "UserHasDUI"),

  ...named(ofTheCase(injury.wasUserInjured), "WasUserInjured", "WasUserInjuredVW3"),
  ...named(ofTheCase(injury.describeInjuries), "DescribeInjuries"),
  ...named(ofTheCase(typeOfMedicalTreatment), "TypeOfMedicalTreatment", "TypeOfMedicalTreatmentVW3"),
  ...named(ofTheCase(treatment.didYouRequireMedicalTreatment), "DidYouRequireMedicalTreatment"),
  ...named(ofTheCase(treatment.willYouRequireMedicalTreatment), "WillYouRequireMedicalTreatment"),
  ...named(whenSeekMedicalTreatment, hashStep),
  ...named(ofTheCase(treatment.didYouReceiveMedicalTreatment), "DidYouReceiveMedicalTreatment"),
  ...named(ofTheCase(treatment.accidentResultInMedicalTreatment), "AccidentResultInMedicalTreatment"),
  ...named(treatment.willingToTreat, "WillingToTreat"),

  ...named(insurance.activeInsurancePolicy, "ActiveInsurancePolicy"),
  ...named(insurance.missedWork, "MissedWork"),
  ...named(insurance.speakingWithADoctor, "SpeakingWithADoctor"),
  ...named(
    ofTheCase(accident.policeReportFiled),
    "PoliceReportFiled",
    "PoliceReportFiledVW3",
    "PoliceReportFiledTikTok",
  ),
  ...named(ofTheCase(accident.policeReportFiled), "PoliceReport"),

  ...named(ofTheCase(lawyer.hasLawyer), "HasLawyer", "HasLawyerVW3", "HasAttorney"),
  ...named(ofTheCase(lawyer.confirmationHasLawyer), "ConfirmationHasLawyer"),
  ...named(funding.interestedInFunding, "InterestedInFunding"),
  ...named(funding.fundingAmount, "FundingAmount"),
  ...named(funding.hasCaseBeenSettled, "HasCaseBeenSettled"),
  ...named(funding.hasReceivedFunding, "HasReceivedFunding"),
  ...named(funding.lawFirmDetails, "LawFirmDetails"),

  ...named(description.incidentDescription, "IncidentDescription", "IncidentDescriptionVW3"),
  ...named(description.incidentDescription, "IncidentDescriptionTikTok", "Description"),
  ...named(description.duiIncidentDescription, "DUIIncidentDescription"),
  ...named(insurance.hitAndRunIdentified, "HitAndRunIdentified"),
  ...named(insurance.uninsuredMotoristCoverage, "UninsuredMotoristCoverage"),

  ...named(contact.socialDropPII, "SocialDropPII"),
  ...named(contact.nameAndEmail, "NameAndEmail", "NameAndEmailVW3", "NameAndEmailTikTok"),
  ...named(contact.emailAndName, "EmailAndName"),
  ...named(contact.dateOfBirth, "DateOfBirth"),
  ...named(contact.zipCode, "ZipCode"),
  ...named(last.phoneAndZip, "PhoneAndZip", "PhoneAndZipVW3", "PhoneAndZipTikTok"),
  ...named(last.zipAndPhone, "ZipAndPhone"),
  ...named(last.allPii, "AllPii"),
  ...named(last.phoneAndBuyersConsent, "PhoneAndBuyersConsent"),
  ...named(last.phoneAbbreviatedTCPA, "PhoneAbbreviatedTCPA"),

  ...named(screens.getStartedFirstStep, "GetStartedFirstStep"),
  ...named(screens.thankYouStep, "ThankYouStep"),
  ...named(screens.closing, "Closing"),
  ...named(screens.disqualified, "Disqualified"),
  ...named(onePageSurvey, "OnePageSurvey"),
  ...named(screens.showQuestions, "ShowQuestions"),
  ...named(multiStep.formFirstQuestions, "FormFirstQuestions"),
  ...named(ofTheCase(multiStep.formSecondQuestions), "FormSecondQuestions"),
  ...named(last.formThirdQuestions, "FormThirdQuestions"),

  ...named(ticket.startTicketFlow, "StartTicketFlow"),
  ...named(ticket.ticketReceived, "TicketReceived"),
  ...named(ticket.selectState, "SelectState"),
  ...named(ticket.selectDate, "SelectDate"),
  ...named(lawyer.doYouHaveAttorney, "DoYouHaveAttorney"),
  ...named(ticket.nameAndEmailTicket, "NameAndEmailTicket"),

  ...named(benefits.selectAgeGroup, "SelectAgeGroup"),
  ...named(benefits.usCitizen, "USCitizen"),
  ...named(benefits.securedBenefits, "SecuredBenefits"),
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

/** The part of a chart that tells which question a state asks. */
type Asking = { root: { states: Record<string, { meta?: { question?: OwnQuestion } }> } };

/**
 * The step of that name, when there is one; names come from stored logs and posts.
 * @param machine the chart that asks, which may ask it in its own way; without it the question as most ask it
 */
export function stepNamed(name: string, machine?: Asking): Step | undefined {
  if (!Object.hasOwn(steps, name)) return undefined;
  const own = machine?.root.states[name]?.meta?.question;
  return own ? ownQuestions[own] : steps[name as StepName];
}

/** The question whose answer a chart waits for. @throws where there is none, in lint's words */
export function questionNamed(name: string, machine?: Asking): Step {
  const step = stepNamed(name, machine);
  if (step) return step;
  throw new Error(
    `${name} waits for an answer, but there is no question ${name}. Add it to machines/steps, or rename the state.`,
  );
}
