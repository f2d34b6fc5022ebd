import { expect, it } from "vitest";
import { walkScenario } from "../support/walk-scenario.ts";

/** Exported from the simulator: each move, and the place it led to. /graphs/dui/simulate?path=%2Fsurvey%2Fdui&today=2026-06-15&dateOfBirthStates=&noDefaultBuyersStates=&do=firstName%3DAna%26lastName%3DAna%26email%3Dana.rivera%2540example.com&do=checkEmail%3Agood&do=case_worth_interest%3Dyes&do=accident_date_button%3DWithin%2B1%2BWeek&do=at_Fault%3Dno&do=physical_injury%3DYes&do=police_report%3Dyes&do=with_Lawyer%3Dno&do=case_description%3DA%2Btruck%2Bhit%2Bmy%2Bcar%2Bfrom%2Bbehind%2Bat%2Ba%2Bred%2Blight.&do=phone%3D%2528213%2529%2B555-0123%26zip_code%3D90210&do=lookUpZip%3Atwo-year+state&do=checkPhone%3Agood&do=checkGibberish%3Aunavailable&do=exchangeLeadData%3Adone&do=postLead%3Astored */
const walk: [move: string, place: string][] = [
  ["", "NameAndEmail.asking"],
  ["firstName=Ana&lastName=Ana&email=ana.rivera%40example.com", "NameAndEmail.checkingEmail"],
  ["checkEmail:good", "AutoAccidentCaseWorth"],
  ["case_worth_interest=yes", "WhenWasTheAccident"],
  ["accident_date_button=Within+1+Week", "AtFault"],
  ["at_Fault=no", "WasUserInjured"],
  ["physical_injury=Yes", "PoliceReportFiled"],
  ["police_report=yes", "HasLawyer"],
  ["with_Lawyer=no", "IncidentDescription"],
  ["case_description=A+truck+hit+my+car+from+behind+at+a+red+light.", "PhoneAndZip.asking"],
  ["phone=%28213%29+555-0123&zip_code=90210", "PhoneAndZip.lookingUpZip"],
  ["lookUpZip:two-year state", "PhoneAndZip.checkingPhone"],
  ["checkPhone:good", "submitting.checkingGibberish"],
  ["checkGibberish:unavailable", "submitting.exchangingLeadData"],
  ["exchangeLeadData:done", "submitting.posting"],
  ["postLead:stored", "thankYou"],
];

it("dui comes to thankYou in 15 moves", () => {
  const { places, lead } = walkScenario(
    "dui",
    "path=%2Fsurvey%2Fdui&today=2026-06-15&dateOfBirthStates=&noDefaultBuyersStates=",
    walk.map(([move]) => move),
  );
  expect(places).toEqual(walk.map(([, place]) => place));
  expect([lead.qualified, lead.dqReason]).toEqual([true, ""]);
  expect(lead.changes.map(({ rule }) => rule)).toEqual([]);
});
