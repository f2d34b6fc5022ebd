import { describe, expect, it } from "vitest";
import type { AnswerField, Answers } from "../../../machines/answers.ts";
import { parseAnswer } from "../../../machines/fields.ts";
import { steps } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";

const now = { year: 2025, month: 6, day: 15 };

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

describe("the one-page survey (spec 5.2)", () => {
  const judge = (changed: Partial<Record<keyof typeof onePage, string>>) =>
    parseAnswer(steps.OnePageSurvey, { ...onePage, ...changed }, now);

  it("records all that its answers stand for", () => {
    expect(judge({})).toEqual({
      ok: true,
      answers: {
        ...onePage,
        at_Fault: "yes",
        partial_fault: "yes",
        doctor_treatment: "Yes",
        with_Lawyer: "yes",
        lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer",
        phone: "(213) 555-0123",
        address: "1 Example Street",
      },
    });
  });

  it.each(Object.keys(onePage) as (keyof typeof onePage)[])(
    "refuses an empty %s, and that alone",
    holds(395, 400, 402, 403, 411),
    (name) => {
      const judged = judge({ [name]: "" });
      expect(judged.ok).toBe(false);
      expect(Object.keys(judged.ok ? {} : judged.errors)).toEqual([name]);
    },
  );

  it.each([
    "accident_type",
    "injury_year",
    "case_worth_interest",
    "at_Fault",
    "physical_injury",
    "injury_type",
    "police_report",
    "with_Lawyer",
  ] as const)("takes '0' in %s for no answer", holds(401, 404, 411), (name) => {
    expect(judge({ [name]: "0" })).toMatchObject({
      ok: false,
      errors: { [name]: name === "injury_year" ? "year" : "choose" },
    });
  });

  it.each([
    ["2025", undefined],
    ["2026", "futureDate"],
    ["1899", "year"],
    ["20245", "year"],
  ])("judges the year %s", holds(401), (injury_year, error) => {
    const judged = judge({ injury_year });
    expect(judged.ok ? undefined : judged.errors.injury_year).toBe(error);
  });

  it("reports everything at once and keeps what was typed", holds(325), () => {
    const judged = parseAnswer(steps.OnePageSurvey, { email: "ana@" }, now);
    expect(judged).toMatchObject({ ok: false, values: { email: "ana@" } });
    const inOrder = steps.OnePageSurvey.fields?.map(({ name }) => name);
    expect(Object.keys(judged.ok ? {} : judged.errors)).toEqual(inOrder);
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
  const judge = (changed: Partial<Record<keyof typeof second, string>>) =>
    parseAnswer(steps.FormSecondQuestions, { ...second, ...changed }, now);

  it("asks first for injury and police report", holds(412), () => {
    expect(parseAnswer(steps.FormFirstQuestions, {}, now)).toMatchObject({
      errors: { physical_injury: "choose", police_report: "choose" },
    });
    const posted = { physical_injury: "No", police_report: "yes" };
    expect(parseAnswer(steps.FormFirstQuestions, posted, now)).toEqual({ ok: true, answers: posted });
  });

  it("asks when treatment was sought only of those who had some (ruling 121)", holds(416), () => {
    expect(judge({})).toEqual({ ok: true, answers: { ...second, injury_month: "03" } });
    expect(judge({ when_seek_medical_treatment: "" })).toMatchObject({
      errors: { when_seek_medical_treatment: "choose" },
    });
    const { when_seek_medical_treatment, ...untreated } = {
      ...second,
      injury_month: "03",
      doctor_treatment: "No",
    };
    for (const sought of ["", when_seek_medical_treatment, "rubbish"]) {
      const judged = judge({ doctor_treatment: "No", when_seek_medical_treatment: sought });
      expect(judged).toEqual({ ok: true, answers: untreated });
    }
    expect(judge({ doctor_treatment: "" })).toMatchObject({ errors: { doctor_treatment: "choose" } });
  });

  it.each([
    ["zip_code", "", "required"],
    ["zip_code", "9021", "zip"],
    ["case_description", "", "required"],
    ["case_description", "a".repeat(19), "tooShort"],
    ["case_description", "a".repeat(20), undefined],
    ["injury_month", "", "month"],
    ["injury_year", "", "year"],
  ] as const)("judges %s %j: %s", holds(413, 414, 415, 422), (name, typed, error) => {
    const judged = judge({ [name]: typed });
    expect(judged.ok ? {} : judged.errors).toEqual(error ? { [name]: error } : {});
  });

  it.each([
    ["6", "2025", {}],
    ["7", "2025", { injury_month: "futureDate" }],
    ["1", "2026", { injury_year: "futureDate" }],
    ["13", "2024", { injury_month: "month" }],
    ["", "24", { injury_month: "month", injury_year: "year" }],
  ])("judges month %j of year %j", holds(415), (injury_month, injury_year, errors) => {
    const judged = judge({ injury_month, injury_year });
    expect(judged.ok ? {} : judged.errors).toEqual(errors);
  });
});

describe("single dates", () => {
  const judge = (name: "ticket_date" | "date_of_birth", typed: string) => {
    const step = name === "ticket_date" ? steps.SelectDate : steps.DateOfBirth;
    const judged = parseAnswer(step, { [name]: typed }, now);
    return judged.ok ? judged.answers[name] : `!${judged.errors[name]}`;
  };

  it.each([
    ["2025-06-15", "2025-06-15", "!birthDate"],
    ["2025-06-14", "2025-06-14", "2025-06-14"],
    ["2025-06-16", "!futureDate", "!birthDate"],
    [" 3/7/2024 ", "2024-03-07", "2024-03-07"],
    ["03.07.2024", "2024-03-07", "2024-03-07"],
    ["3 7 2024", "2024-03-07", "2024-03-07"],
    ["2024-02-30", "!date", "!date"],
    ["6/31/2024", "!date", "!date"],
    ["1899-12-31", "!date", "!date"],
    ["31/12/2024", "!date", "!date"],
    ["yesterday", "!date", "!date"],
    ["2024-03", "!date", "!date"],
    ["\u0000", "!required", "!required"],
    ["", "!required", "!required"],
  ])("%j is %j as the date of a ticket and %j as one of birth", (typed, ticket, birth) => {
    expect(judge("ticket_date", typed)).toBe(ticket);
    expect(judge("date_of_birth", typed)).toBe(birth);
  });
});

describe("a line of free text", () => {
  const judge = (typed: string) => {
    const judged = parseAnswer(steps.LawFirmDetails, { law_firm_name: typed }, now);
    return judged.ok ? judged.answers.law_firm_name : `!${judged.errors.law_firm_name}`;
  };
  it.each([
    [" Rivera & Co ", "Rivera & Co"],
    ["🙂".repeat(200), "🙂".repeat(200)],
    ["🙂".repeat(201), "!tooLong"],
    [" ", "!required"],
    ["a\nb", "!characters"],
  ])("%j gives %j", (typed, expected) => expect(judge(typed)).toBe(expected));
});

it("takes an optional field empty, but not wrong", () => {
  const judge = (law_firm_phone?: string) =>
    parseAnswer(steps.LawFirmDetails, { law_firm_name: "Rivera", law_firm_phone }, now);
  for (const empty of [undefined, "", "  "]) {
    expect(judge(empty)).toEqual({ ok: true, answers: { law_firm_name: "Rivera" } });
  }
  expect(judge("213")).toMatchObject({ ok: false, errors: { law_firm_phone: "phone" } });
  expect(judge("2135550123")).toMatchObject({ answers: { law_firm_phone: "(213) 555-0123" } });
});

it("takes a state by its two letters", () => {
  const judge = (ticket_state: string) => parseAnswer(steps.SelectState, { ticket_state }, now);
  expect(judge("TX")).toEqual({ ok: true, answers: { ticket_state: "TX" } });
  for (const other of ["", "0", "tx", "XX", "Texas"]) {
    expect(judge(other)).toMatchObject({ errors: { ticket_state: "choose" } });
  }
  expect(steps.SelectState.fields?.[0]?.options).toHaveLength(51);
});

it.each(["GetStartedFirstStep", "ShowQuestions", "StartTicketFlow", "ThankYouStep"] as const)(
  "%s asks nothing and records nothing",
  (name) => {
    expect(parseAnswer(steps[name], { firstName: "Ana", option: "yes" }, now)).toEqual({
      ok: true,
      answers: {},
    });
  },
);

it.each([
  ["SocialDropPII", ["firstName", "lastName", "email"]],
  ["EmailAndName", ["email", "firstName", "lastName"]],
  ["ZipAndPhone", ["zip_code", "phone"]],
  ["AllPii", ["firstName", "lastName", "email", "phone", "zip_code"]],
  ["ZipCode", ["zip_code"]],
  ["PhoneAndBuyersConsent", ["phone"]],
  ["PhoneAbbreviatedTCPA", ["phone"]],
  ["FormThirdQuestions", ["firstName", "lastName", "email", "phone"]],
] as const)("%s asks for %j", holds(232, 417), (name, fields) => {
  const judged = parseAnswer(steps[name], {} satisfies Answers, now);
  const errors: { [field in AnswerField]?: string } = judged.ok ? {} : judged.errors;
  expect(Object.keys(errors)).toEqual(fields);
});
