import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../machines/fields/parse-answer.ts";
import { variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { accidentDateButtons } from "../../../machines/rules/dates.ts";
import { seriousInjuries } from "../../../machines/rules/injury-window.ts";
import { accidentTypes } from "../../../machines/site/contact-form.ts";
import { hashStep, type StepName, stepNamed, steps } from "../../../machines/steps/index.ts";
import type { Step, StepWording } from "../../../machines/steps/step.ts";
import type { Variant } from "../../../machines/variant.ts";
import { outline, stepsOf } from "../../../machines/visit/outline.ts";
import { wordsOfStep } from "../../../services/words/index.ts";
import { languages } from "../../../services/words/languages.ts";
import { holds } from "../../support/holds.ts";
import { today } from "../../support/lead-facts.ts";
import { everyQuestion, judgeStep } from "./questions.ts";

const all: [string, Step][] = everyQuestion.map(({ name, asked, step }) => [
  asked ? `${name} (${asked})` : name,
  step,
]);

describe.each(all)("%s", (name, step) => {
  it("is registered under its own name", () => {
    expect(step.name).toBe(name.split(" (")[0]);
  });

  it("has distinct options, each of which records exactly what it says", () => {
    const values = (step.options ?? []).map((option) => option.value);
    expect(new Set(values).size).toBe(values.length);
    for (const option of step.options ?? []) {
      expect(parseAnswer(step, { option: option.value }, today)).toEqual({
        ok: true,
        answers: option.records,
      });
    }
  });

  it("has fields with unique names; those with options offer a choice, and no others do", () => {
    const fields = step.fields ?? [];
    expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
    for (const [at, { kind, options = [], onlyWhen }] of fields.entries()) {
      expect(options.length > 1).toBe(kind === "select");
      // Where the style sheet looks for it.
      if (onlyWhen) expect(fields[at - 1]!.name).toBe(onlyWhen.field);
    }
  });

  it("has masks on its phone numbers, and on nothing else", holds(163), () => {
    for (const { kind, mask } of step.fields ?? []) {
      expect(mask).toBe(kind === "phone" ? "(###) ###-####" : undefined);
    }
  });

  it.each(languages)("is worded in full in %s", holds(87), (language) => {
    const wording = wordsOfStep(step, language);
    expect(wording.heading).not.toBe("");
    expect(Object.keys(wording.options ?? {})).toEqual((step.options ?? []).map((option) => option.value));
    expect(Object.keys(wording.fields ?? {})).toEqual((step.fields ?? []).map((field) => field.name));
    for (const { name: field, options = [] } of step.fields ?? []) {
      for (const { value } of options) expect(wording.fields?.[field]?.options?.[value]).toBeTruthy();
    }
    expect(Boolean(wording.submit)).toBe(Boolean(step.fields?.length) || step.kind === "info");
  });

  it("uses sub-headings, hints and labels in both languages or in none", holds(87), () => {
    const [en, es] = languages.map((language) => wordsOfStep(step, language)) as [StepWording, StepWording];
    expect(Boolean(es.subHeading)).toBe(Boolean(en.subHeading));
    for (const { name: field } of step.fields ?? []) {
      expect(Boolean(es.fields?.[field]?.hint)).toBe(Boolean(en.fields?.[field]?.hint));
    }
  });
});

describe("the questions of all surveys", () => {
  it("the one step whose name the specification withholds is marked as assumed", holds(245), () => {
    expect(everyQuestion.filter(({ step }) => step.assumed).map(({ name }) => name)).toEqual([hashStep]);
  });
});

describe("what the options record", () => {
  const records = (step: Step) => (step.options ?? []).map((option) => option.records);

  it.each<[StepName, Answers[]]>([
    ["AtFault", [{ at_Fault: "no" }, { at_Fault: "yes" }, { at_Fault: "yes", partial_fault: "yes" }]],
    [
      "TypeOfMedicalTreatment",
      [
        { doctor_treatment: "Yes", injury_type: "Hospital" },
        { doctor_treatment: "Yes", injury_type: "Doctor" },
        { doctor_treatment: "Yes", injury_type: "Chiropractor" },
        { doctor_treatment: "No", injury_type: "None" },
      ],
    ],
    [
      "HasLawyer",
      [
        { with_Lawyer: "no" },
        { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" },
        { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer" },
      ],
    ],
    ["ConfirmationHasLawyer", [{ with_Lawyer: "yes" }, { with_Lawyer: "no", lawyer_redirect_reason: "" }]],
    [
      "SpeakingWithADoctor",
      [
        { speaking_with_doctor: "yes", injury_rx_qualified: "yes" },
        { speaking_with_doctor: "no", injury_rx_qualified: "no" },
      ],
    ],
    [
      "TypeOfAlcoholTestPerformed",
      [
        { type_of_alcohol_test_performed: "breath_test" },
        { type_of_alcohol_test_performed: "blood_test" },
        { type_of_alcohol_test_performed: "urine_test" },
        { type_of_alcohol_test_performed: "no_test", bac_level: "dont_know" },
        { type_of_alcohol_test_performed: "refused_test", bac_level: "dont_know" },
      ],
    ],
  ])("%s records more than its own field, or less: %j", holds(290, 291, 341), (name, recorded) => {
    expect(records(steps[name])).toEqual(recorded);
  });

  it("looks like a link where a new lawyer is wanted, and is called 'Over 2 Years' when that long", () => {
    expect(steps.HasLawyer.options?.at(-1)?.look).toBe("link");
    const { options } = steps.WhenWasTheAccident;
    expect(options?.map(({ value }) => value)).toEqual(accidentDateButtons.map(({ value }) => value));
    expect(options?.at(-1)?.records).toEqual({ accident_date_button: "Over 2 Years" });
  });

  it("asks for consent on last steps only, and for another consent where that is due", () => {
    const asking = everyQuestion.filter(({ step }) => step.asksConsent);
    expect(asking.map(({ name, asked, step }) => [name, asked, step.consentForm ?? "full"])).toEqual([
      ["PhoneAndZip", "", "full"],
      ["PhoneAndZipVW3", "", "full"],
      ["PhoneAndZipTikTok", "", "full"],
      ["ZipAndPhone", "", "full"],
      ["AllPii", "", "full"],
      ["PhoneAndBuyersConsent", "", "buyers"],
      ["PhoneAbbreviatedTCPA", "", "abbreviated"],
      ["OnePageSurvey", "", "full"],
      ["FormThirdQuestions", "", "full"],
      ["PhoneAndZip", "ticket", "ticket"],
    ]);
  });

  it("names the injuries in v4nv and its like, the serious ones first", holds(169), () => {
    const asked = [
      ...[...seriousInjuries, "Cuts or Bruises", "Other"].map((specific_injury) => ({
        physical_injury: "Yes",
        specific_injury,
      })),
      { physical_injury: "No" },
    ];
    const kin = [...variants.values()].filter(
      ({ machine }) => machine.root.states.WasUserInjured?.meta?.question === "whichInjury",
    );
    expect(kin.length).toBeGreaterThan(1);
    for (const { code, machine } of kin)
      expect(records(stepNamed("WasUserInjured", machine)!), code).toEqual(asked);
    expect(records(steps.DescribeInjuries)).toEqual(asked);
    expect(stepNamed("WasUserInjured", variants.get("c")!.machine)).toBe(steps.WasUserInjured);
    expect(records(steps.WasUserInjured)).toEqual([{ physical_injury: "Yes" }, { physical_injury: "No" }]);
  });

  it.each<[StepName, keyof Answers, readonly string[]]>([
    ["AutoAccidentCaseWorth", "case_worth_interest", ["yes", "no", "unsure"]],
    ["TypeOfAccident", "accident_type", accidentTypes],
    ["HowWasUserHurt", "accident_type", accidentTypes],
    ["DidYouReceiveMedicalTreatment", "doctor_treatment", ["Yes", "No"]],
    ["AccidentResultInMedicalTreatment", "doctor_treatment", ["Yes", "No"]],
    ["BACMeasuredByTest", "bac_level", ["under_0_08", "0_08_to_0_15", "over_0_15", "dont_know"]],
    ["WereYouInAMotorVehicleAccident", "in_an_accident", ["yes", "no"]],
    ["DidYouRequireMedicalTreatment", "required_medical_treatment", ["yes", "no"]],
    ["WillYouRequireMedicalTreatment", "will_require_medical_treatment", ["yes", "no"]],
    ["WillingToTreat", "willing_to_treat", ["yes", "no"]],
    ["PoliceReportFiled", "police_report", ["yes", "no"]],
    ["ActiveInsurancePolicy", "active_insurance_policy", ["yes", "no"]],
    ["MissedWork", "missed_work", ["yes", "no"]],
    ["InterestedInFunding", "interested_in_psf", ["yes", "no"]],
    ["HasCaseBeenSettled", "settled_case", ["yes", "no"]],
    ["HasReceivedFunding", "prior_funding", ["yes", "no"]],
    ["HitAndRunIdentified", "hit_and_run_identified", ["yes", "no"]],
    ["UninsuredMotoristCoverage", "uninsured_motorist_coverage", ["yes", "no"]],
    ["PendingDUICharges", "pending_dui_charges", ["yes", "no"]],
    ["UserHasDUI", "prior_alcohol_related_offense", ["yes", "no"]],
    ["TicketReceived", "ticket_received", ["yes", "no"]],
    ["DoYouHaveAttorney", "with_Lawyer", ["yes", "no"]],
    ["USCitizen", "isUSCitizen", ["yes", "no"]],
    ["SecuredBenefits", "secured_benefits", ["yes", "no"]],
  ])("%s records %s", holds(168, 213), (name, field, values) => {
    expect(records(steps[name])).toEqual(values.map((value) => ({ [field]: value })));
  });
});

describe("the description of an accident", () => {
  it("a survey with a single choice of injury asks for a description on every way from there to its last form", () => {
    const isInjury = (name: string, { machine }: Pick<Required<Variant>, "machine">) => {
      const step = stepNamed(name, machine);
      return step !== undefined && /several injuries/.test(wordsOfStep(step).subHeading ?? "");
    };
    const asking = [...variants.values()].filter(
      (each) => stepsOf(each.machine, (name) => isInjury(name, each)).length > 0,
    );
    expect(asking.length).toBeGreaterThan(3);
    for (const { code, machine } of asking) {
      const next = outline(machine);
      const reached = new Set([...next.keys()].filter((name) => isInjury(name, { machine })));
      for (const name of reached) {
        if (stepNamed(name, machine)?.kind === "description") continue;
        for (const follower of next.get(name) ?? []) reached.add(follower);
      }
      const last = [...reached].filter((name) => stepNamed(name, machine)?.asksConsent);
      expect(last, code).toEqual([]);
    }
  });
});

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

  it("records everything its answers stand for", () => {
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

  it("visitors who were not hurt are asked about no care, and none is recorded (ruling 121)", () => {
    const { injury_type, ...unhurt } = { ...onePage, physical_injury: "No" };
    const recorded = judgeStep("OnePageSurvey", unhurt);
    expect(recorded).toMatchObject({ physical_injury: "No", firstName: "Ana" });
    for (const field of ["injury_type", "doctor_treatment"]) expect(recorded).not.toHaveProperty(field);
    for (const care of ["", injury_type, "rubbish"])
      expect(judgeStep("OnePageSurvey", { ...unhurt, injury_type: care })).toEqual(recorded);
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

describe("the answer to a step", () => {
  it.each([
    [undefined, {}],
    ["  ", {}],
    ["213", { law_firm_phone: "phone" }],
    ["2135550123", { law_firm_phone: "(213) 555-0123" }],
  ])("an optional phone number %j gives %j", (law_firm_phone, expected) => {
    const judged = judgeStep("LawFirmDetails", { law_firm_name: "Rivera", law_firm_phone });
    expect(judged).toEqual(law_firm_phone === "213" ? expected : { law_firm_name: "Rivera", ...expected });
  });

  it("the question for a state accepts its two letters only", () => {
    expect(judgeStep("SelectState", { option: "TX" })).toEqual({ ticket_state: "TX" });
    for (const option of ["", "0", "tx", "XX", "Texas"]) {
      expect(judgeStep("SelectState", { option })).toEqual({ option: "choose" });
    }
    expect(steps.SelectState.options).toHaveLength(51);
  });

  it.each([
    [["2024-03-27"], "2024-03-27"],
    [["3/27/2024"], "2024-03-27"],
    [["3", "7", "2024"], "2024-03-07"],
    [["3", "7", "24"], "2024-03-07"],
    [["3", "", "2024"], "date"],
    [["", "7", ""], "date"],
    [["3"], "date"],
    [["2", "30", "2024"], "date"],
    [["", "", ""], "required"],
  ])("a ticket's date in boxes %j gives %j", (boxes, expected) => {
    const [ticket_date, ticket_date_day, ticket_date_year] = boxes;
    const judged = judgeStep("SelectDate", { ticket_date, ticket_date_day, ticket_date_year });
    expect(judged).toEqual({ ticket_date: expected });
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
  ])("the step %s asks for %j, and records nothing else", holds(232, 417), (name, fields) => {
    expect(Object.keys(judgeStep(name, { option: "yes", ticket_state: "TX" })).join(" ")).toBe(fields);
  });
});
