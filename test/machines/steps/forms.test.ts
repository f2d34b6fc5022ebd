import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../machines/fields.ts";
import { type StepName, steps } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { today } from "../../support/lead-facts.ts";
import { judgeStep } from "./judge.ts";

describe("the one-page survey (spec 5.2)", () => {
  const onePage = {
    in_an_accident: "yes",
    accident_type: "Car Accident",
    injury_year: "2024",
    case_worth_interest: "unsure",
    at_Fault: "partially",
    physical_injury: "Yes",
    injury_type: "Hospital",
    police_report: "no",
    with_Lawyer: "yes_but_I_want_a_new_lawyer",
    firstName: "Ana",
    lastName: "Rivera",
    email: "ana@example.com",
    phone: "2135550123",
    address: " 1 Example Street ",
    zip_code: "90210",
  };

  it("records all that its answers stand for", () => {
    expect(judgeStep("OnePageSurvey", onePage)).toEqual({
      ...onePage,
      at_Fault: "yes",
      partial_fault: "yes",
      doctor_treatment: "Yes",
      with_Lawyer: "yes",
      lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer",
      phone: "(213) 555-0123",
      address: "1 Example Street",
    });
  });

  it("refuses a choice of '0' as it does an empty one", holds(395, 400, 402, 404), () => {
    for (const name of ["accident_type", "at_Fault", "with_Lawyer"])
      expect(judgeStep("OnePageSurvey", { ...onePage, [name]: "0" })).toEqual({ [name]: "choose" });
  });

  it("reports everything at once and keeps what was typed", holds(325), () => {
    const parsed = parseAnswer(steps.OnePageSurvey, { email: "ana@" }, today);
    expect(parsed).toMatchObject({ ok: false, values: { email: "ana@" } });
    const asked = steps.OnePageSurvey.fields?.map(({ name }) => name);
    expect(Object.keys(judgeStep("OnePageSurvey", {}))).toEqual(asked);
    expect(asked?.toSorted()).toEqual(Object.keys(onePage).sort());
  });
});

describe("the multi-step survey (spec 5.3)", () => {
  const second = {
    injury_month: "3",
    injury_year: "2025",
    zip_code: "90210",
    doctor_treatment: "Yes",
    when_seek_medical_treatment: "first_week",
    case_description: "A truck hit my car from behind.",
  };

  it("records its second form; of the untreated not when they were (ruling 121)", holds(416), () => {
    const recorded = { ...second, injury_month: "03" };
    expect(judgeStep("FormSecondQuestions", second)).toEqual(recorded);
    const { when_seek_medical_treatment, ...untreated } = { ...recorded, doctor_treatment: "No" };
    for (const sought of ["", when_seek_medical_treatment, "rubbish"]) {
      const posted = { ...second, doctor_treatment: "No", when_seek_medical_treatment: sought };
      expect(judgeStep("FormSecondQuestions", posted)).toEqual(untreated);
    }
  });

  it.each([
    [{ injury_month: "7" }, { injury_month: "futureMonth" }],
    [{ injury_month: "1", injury_year: "2026" }, { injury_year: "futureYear" }],
    [{ injury_month: "13", injury_year: "2024" }, { injury_month: "month" }],
    [
      { injury_month: "0", injury_year: "204" },
      { injury_month: "month", injury_year: "year" },
    ],
  ])("refuses %j with %j", holds(413, 414, 415, 422), (changed, errors) => {
    expect(judgeStep("FormSecondQuestions", { ...second, ...changed })).toEqual(errors);
  });
});

it.each([
  [undefined, {}],
  ["  ", {}],
  ["213", { law_firm_phone: "phone" }],
  ["2135550123", { law_firm_phone: "(213) 555-0123" }],
])("an optional field %j gives %j", (law_firm_phone, expected) => {
  const judged = judgeStep("LawFirmDetails", { law_firm_name: "Rivera", law_firm_phone });
  expect(judged).toEqual(law_firm_phone === "213" ? expected : { law_firm_name: "Rivera", ...expected });
});

it("takes a state by its two letters", () => {
  expect(judgeStep("SelectState", { ticket_state: "TX" })).toEqual({ ticket_state: "TX" });
  for (const ticket_state of ["", "0", "tx", "XX", "Texas"]) {
    expect(judgeStep("SelectState", { ticket_state })).toEqual({ ticket_state: "choose" });
  }
  expect(steps.SelectState.fields?.[0]?.options).toHaveLength(51);
});

it.each<[StepName, string]>([
  ["GetStartedFirstStep", ""],
  ["ShowQuestions", ""],
  ["StartTicketFlow", ""],
  ["ThankYouStep", ""],
  ["SocialDropPII", "firstName lastName email"],
  ["EmailAndName", "email firstName lastName"],
  ["ZipAndPhone", "zip_code phone"],
  ["AllPii", "firstName lastName email phone zip_code"],
  ["ZipCode", "zip_code"],
  ["PhoneAndBuyersConsent", "phone"],
  ["PhoneAbbreviatedTCPA", "phone"],
  ["FormThirdQuestions", "firstName lastName email phone"],
])("%s asks for %j, and records nothing else", holds(232, 417), (name, fields) => {
  expect(Object.keys(judgeStep(name, { option: "yes", ticket_state: "TX" })).join(" ")).toBe(fields);
});
