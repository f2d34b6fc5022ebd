import { expect, it } from "vitest";
import { walkScenario } from "../support/walk-scenario.ts";

/** Exported from the simulator: each move, and the place it led to. /graphs/v4nv/simulate?path=%2Fsurvey%2Fv4nv&today=2026-06-15&dateOfBirthStates=&noDefaultBuyersStates=&do=accident_date_button%3DWithin%2B30%2BDays&do=at_Fault%3Dyes&do=physical_injury%3DYes%26specific_injury%3DBack%2Bor%2BNeck%2BPain&do=active_insurance_policy%3Dyes&do=missed_work%3Dyes&do=speaking_with_doctor%3Dyes%26injury_rx_qualified%3Dyes&do=doctor_treatment%3DYes&do=police_report%3Dyes&do=with_Lawyer%3Dyes%26lawyer_redirect_reason%3Dhave_attorney%257Cyes&do=with_Lawyer%3Dyes&do=interested_in_psf%3Dyes&do=funding_amount%3Dunder_1000&do=settled_case%3Dyes&do=case_description%3DA%2Btruck%2Bhit%2Bmy%2Bcar%2Bfrom%2Bbehind%2Bat%2Ba%2Bred%2Blight.&do=readDescription%3Ahit+and+run&do=hit_and_run_identified%3Dyes&do=firstName%3DAna%26lastName%3DAna%26email%3Dana.rivera%2540example.com&do=checkEmail%3Ano+such+address%2C+first+time&do=firstName%3DAna%26lastName%3DAna%26email%3Dana.rivera%2540example.com&do=checkEmail%3Agood&do=phone%3D%2528213%2529%2B555-0123%26zip_code%3D90210&do=lookUpZip%3Atwo-year+state&do=checkPhone%3Atimeout&do=checkGibberish%3Asense&do=exchangeLeadData%3Adone&do=postLead%3Astored */
const walk: [move: string, place: string][] = [
  ["", "WhenWasTheAccident"],
  ["accident_date_button=Within+30+Days", "AtFault"],
  ["at_Fault=yes", "WasUserInjured"],
  ["physical_injury=Yes&specific_injury=Back+or+Neck+Pain", "ActiveInsurancePolicy"],
  ["active_insurance_policy=yes", "MissedWork"],
  ["missed_work=yes", "SpeakingWithADoctor"],
  ["speaking_with_doctor=yes&injury_rx_qualified=yes", "DidYouReceiveMedicalTreatment"],
  ["doctor_treatment=Yes", "PoliceReportFiled"],
  ["police_report=yes", "HasLawyer"],
  ["with_Lawyer=yes&lawyer_redirect_reason=have_attorney%7Cyes", "ConfirmationHasLawyer"],
  ["with_Lawyer=yes", "InterestedInFunding"],
  ["interested_in_psf=yes", "FundingAmount"],
  ["funding_amount=under_1000", "HasCaseBeenSettled"],
  ["settled_case=yes", "IncidentDescription.asking"],
  [
    "case_description=A+truck+hit+my+car+from+behind+at+a+red+light.",
    "IncidentDescription.readingDescription",
  ],
  ["readDescription:hit and run", "HitAndRunIdentified"],
  ["hit_and_run_identified=yes", "NameAndEmail.asking"],
  ["firstName=Ana&lastName=Ana&email=ana.rivera%40example.com", "NameAndEmail.checkingEmail"],
  ["checkEmail:no such address, first time", "NameAndEmail.asking"],
  ["firstName=Ana&lastName=Ana&email=ana.rivera%40example.com", "NameAndEmail.checkingEmail"],
  ["checkEmail:good", "PhoneAndZip.asking"],
  ["phone=%28213%29+555-0123&zip_code=90210", "PhoneAndZip.lookingUpZip"],
  ["lookUpZip:two-year state", "PhoneAndZip.checkingPhone"],
  ["checkPhone:timeout", "submitting.checkingGibberish"],
  ["checkGibberish:sense", "submitting.exchangingLeadData"],
  ["exchangeLeadData:done", "submitting.posting"],
  ["postLead:stored", "thankYou"],
];

it("v4nv comes to thankYou in 26 moves", () => {
  const { places, lead } = walkScenario(
    "v4nv",
    "path=%2Fsurvey%2Fv4nv&today=2026-06-15&dateOfBirthStates=&noDefaultBuyersStates=",
    walk.map(([move]) => move),
  );
  expect(places).toEqual(walk.map(([, place]) => place));
  expect([lead.qualified, lead.dqReason]).toEqual([false, "have_attorney|yes"]);
  expect(lead.changes.map(({ rule }) => rule)).toEqual(["hit_and_run_note"]);
});
