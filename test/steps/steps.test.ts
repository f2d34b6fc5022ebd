import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../machines/fields.ts";
import { steps } from "../../machines/steps/index.ts";
import { languages, type Step } from "../../machines/steps/step.ts";

const all: [string, Step][] = Object.entries(steps);
const now = { year: 2025, month: 6, day: 15 };

describe.each(all)("%s", (name, step) => {
  it("is registered under its own name", () => {
    expect(step.name).toBe(name);
  });

  it("has distinct options, each of which records exactly what it says", () => {
    const values = (step.options ?? []).map((option) => option.value);
    expect(new Set(values).size).toBe(values.length);
    for (const option of step.options ?? []) {
      expect(parseAnswer(step, { option: option.value }, now)).toEqual({ ok: true, answers: option.records });
    }
  });

  it.each(languages)("is worded in full in %s", (language) => {
    const wording = step.wording[language];
    expect(wording.heading).not.toBe("");
    expect(Object.keys(wording.options ?? {})).toEqual((step.options ?? []).map((option) => option.value));
    expect(Object.keys(wording.fields ?? {})).toEqual((step.fields ?? []).map((field) => field.name));
    expect(Boolean(wording.submit)).toBe(Boolean(step.fields?.length));
  });

  it("uses sub-headings, hints and labels in both languages or in none", () => {
    const { en, es } = step.wording;
    expect(Boolean(es.subHeading)).toBe(Boolean(en.subHeading));
    for (const { name: field } of step.fields ?? []) {
      expect(Boolean(es.fields?.[field]?.hint)).toBe(Boolean(en.fields?.[field]?.hint));
    }
  });
});

describe("what the options record", () => {
  const records = (step: Step) => (step.options ?? []).map((option) => option.records);

  it("tells no fault, fault and partial fault apart", () => {
    expect(records(steps.AtFault)).toEqual([
      { at_Fault: "no" },
      { at_Fault: "yes" },
      { at_Fault: "yes", partial_fault: "yes" },
    ]);
  });

  it("takes every treatment but None for a doctor's", () => {
    expect(records(steps.TypeOfMedicalTreatment)).toEqual([
      { doctor_treatment: "Yes", injury_type: "Hospital" },
      { doctor_treatment: "Yes", injury_type: "Doctor" },
      { doctor_treatment: "Yes", injury_type: "Chiropractor" },
      { doctor_treatment: "No", injury_type: "None" },
    ]);
  });

  it("gives a lawyer's reason only to who has one", () => {
    expect(records(steps.HasLawyer)).toEqual([
      { with_Lawyer: "no" },
      { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" },
      { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer" },
    ]);
    expect(steps.HasLawyer.options?.at(-1)?.look).toBe("link");
  });

  it("offers 'Over 2 Years' by that very name", () => {
    expect(steps.WhenWasTheAccident.options).toHaveLength(7);
    expect(steps.WhenWasTheAccident.options?.at(-1)).toEqual({
      value: "Over 2 Years",
      records: { accident_date_button: "Over 2 Years" },
    });
  });

  it("asks for consent on the last step only", () => {
    expect(all.filter(([, step]) => step.asksConsent).map(([name]) => name)).toEqual(["PhoneAndZip"]);
  });
});
