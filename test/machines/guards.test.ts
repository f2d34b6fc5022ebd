import { expect, it } from "vitest";
import { freshContext, type SurveyContext } from "../../machines/context/context.ts";
import { guards } from "../../machines/guards.ts";
import { observed } from "../../machines/model/observed.ts";
import { variants } from "../../machines/registry.ts";
import type { AnswerField, Answers } from "../../machines/rules/answers.ts";
import { fixedBuyers, noBuyers } from "../../machines/rules/one-to-one.ts";
import { holds } from "../support/holds.ts";
import { today } from "../support/lead-facts.ts";
import { inputOf } from "./variants/walk.ts";

type Name = keyof typeof guards;
const fresh = freshContext(inputOf("v4nv"));
const asked = (name: Name, more: Partial<SurveyContext>) => guards[name]({ context: { ...fresh, ...more } });

it.each<[Name, AnswerField, string]>([
  ["atFault", "at_Fault", "yes"],
  ["injured", "physical_injury", "Yes"],
  ["notInjured", "physical_injury", "No"],
  ["noTreatmentRequired", "required_medical_treatment", "no"],
  ["pendingDuiCharges", "pending_dui_charges", "yes"],
  ["noAlcoholTest", "type_of_alcohol_test_performed", "no_test"],
  ["noAlcoholTest", "type_of_alcohol_test_performed", "refused_test"],
  ["activeInsurance", "active_insurance_policy", "yes"],
  ["missedWork", "missed_work", "yes"],
  ["hasLawyer", "with_Lawyer", "yes"],
  ["interestedInFunding", "interested_in_psf", "yes"],
  ["caseSettled", "settled_case", "yes"],
  ["priorFunding", "prior_funding", "yes"],
  ["driverIdentified", "hit_and_run_identified", "yes"],
  ["uninsuredCovered", "uninsured_motorist_coverage", "yes"],
])("%s asks whether %s is %s, in any letter case", holds(225, 239, 240, 244), (name, field, value) => {
  for (const said of [value, value.toUpperCase()])
    expect(asked(name, { answers: { [field]: said } })).toBe(true);
  expect(asked(name, { answers: { [field]: "partially" } })).toBe(false);
  expect(asked(name, {})).toBe(false);
});

const daysAgo = (days: number): Answers => ({
  accident_date_button: days > 730 ? "Over 2 Years" : "Within 2 Years",
});
const serious: Answers = {
  at_Fault: "yes",
  specific_injury: "Whiplash",
  accident_date_button: "Within 12 Months",
};
/** Twelve months before the month of these tests, and thirteen, whatever the day. */
const crashOn = (injury_month: string, injury_day: string): Answers => ({
  injury_year: "2024",
  injury_month,
  injury_day,
  accident_date_button: undefined,
});
const listed = { settings: { dateOfBirthStates: ["CA"], noDefaultBuyersStates: ["CA"] } };
const inCalifornia = { checks: { place: { city: "", state: "CA", state_long: "", county: "" } } };
const firm = { name: "North Law", ids: [1] };

it.each<[Name, boolean, Partial<SurveyContext>]>([
  ["seriousRecentAndAtFault", true, { answers: serious }],
  ["seriousRecentAndAtFault", true, { answers: { ...serious, specific_injury: "Back or Neck Pain" } }],
  ["seriousRecentAndAtFault", true, { answers: { ...serious, specific_injury: "Broken Bones" } }],
  ["seriousRecentAndAtFault", true, { answers: { ...serious, specific_injury: "Head Injury" } }],
  ["seriousRecentAndAtFault", true, { answers: { ...serious, specific_injury: "Spinal Cord Injury" } }],
  ["seriousRecentAndAtFault", true, { answers: { ...serious, specific_injury: "Loss of Limb" } }],
  ["seriousRecentAndAtFault", false, { answers: { ...serious, specific_injury: "Cuts or Bruises" } }],
  ["seriousRecentAndAtFault", false, { answers: { ...serious, at_Fault: "no" } }],
  ["seriousRecentAndAtFault", false, { answers: { ...serious, accident_date_button: "Within 2 Years" } }],
  ["seriousRecentAndAtFault", true, { answers: { ...serious, ...crashOn("06", "01") } }],
  ["seriousRecentAndAtFault", false, { answers: { ...serious, ...crashOn("05", "31") } }],
  ["seriousRecentAndAtFault", false, { answers: { ...serious, accident_date_button: undefined } }],
  ["mayStillTreat", true, { answers: { doctor_treatment: "No", accident_date_button: "Within 1 Week" } }],
  ["mayStillTreat", false, { answers: { doctor_treatment: "No" } }],
  ["overTwoYears", true, { answers: daysAgo(731) }],
  ["overTwoYears", false, { answers: daysAgo(730) }],
  ["overTwoYears", false, {}],
  ["hitAndRun", true, { checks: { ...fresh.checks, hitAndRun: "yes" } }],
  ["hitAndRun", false, { checks: { ...fresh.checks, hitAndRun: "no" } }],
  ["pathContainsSurveyV4nv", true, { path: "/survey/V4NV-promo" }],
  ["pathContainsSurveyV4nv", true, { path: "/lp/surveyv4nv-2" }],
  ["pathContainsSurveyV4nv", false, { path: "/survey/v4-nv" }],
  ["spanishPath", true, { path: "/survey/es" }],
  ["spanishPath", true, { path: "/surveyES" }],
  ["spanishPath", true, { path: "/survey/v4nv-es" }],
  ["spanishPath", false, { path: "/survey/essay" }],
  ["combinedLastStep", true, { flags: { combinedLastStep: true } }],
  ["combinedLastStep", false, { flags: { combinedLastStep: false } }],
  ["combinedLastStep", false, {}],
  ["asksDateOfBirth", true, { ...listed, region: "CA" }],
  ["asksDateOfBirth", false, { ...listed, region: "TX" }],
  ["asksDateOfBirth", false, listed],
  ["asksDateOfBirth", false, { region: "CA" }],
  ["asksDateOfBirth", false, { region: "CA", settings: {} }],
  ["buyersNamed", true, { checks: { ...fresh.checks, buyers: fixedBuyers([firm]) } }],
  ["buyersNamed", false, { checks: { ...fresh.checks, buyers: noBuyers } }],
  ["buyersNamed", false, {}],
  ["withoutDefaultBuyers", true, { ...listed, ...inCalifornia }],
  ["withoutDefaultBuyers", false, listed],
  ["withoutDefaultBuyers", false, inCalifornia],
  ["withoutDefaultBuyers", false, { ...inCalifornia, settings: {} }],
  ["hasErrors", true, { errors: { email: "emailRefused" } }],
  ["hasErrors", false, {}],
  ["disqualified", true, { answers: { with_Lawyer: "yes" } }],
  ["disqualified", false, {}],
])("%s is %s of %j", holds(279, 280, 281, 282, 284, 297, 298, 311, 313, 507), (name, expected, context) => {
  expect(asked(name, { today, ...context })).toBe(expected);
});

it("a guard that counts values has read them", () => {
  const { machine, reads } = observed(variants.get("one-page")!.machine);
  const { hasErrors } = machine.implementations.guards as unknown as typeof guards;
  hasErrors({ context: fresh });
  expect([...reads.get("hasErrors")!]).toEqual(["errors"]);
});
