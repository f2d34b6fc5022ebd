import { randomUUID } from "node:crypto";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { FieldKind } from "../../machines/steps/step.ts";
import type { Answer } from "./visitors.ts";

/** A valid answer to every question of variant C, as its forms post them. */
export const answersC: Record<string, Answer> = {
  WhenWasTheAccident: { option: "Within 30 Days" },
  OtherDriversVehicleType: { option: "Car" },
  AtFault: { option: "no" },
  WasUserInjured: { option: "Yes" },
  TypeOfMedicalTreatment: { option: "Hospital" },
  PoliceReportFiled: { option: "yes" },
  HasLawyer: { option: "no" },
  IncidentDescription: { case_description: "A truck hit my car from behind at a red light." },
  NameAndEmail: { firstName: "Ana", lastName: "Rivera", email: "ana.rivera@example.com" },
  PhoneAndZip: { phone: "(213) 555-0123", zip_code: "90210" },
};

/** A valid answer to every question of variant A, as its forms post them; VW3 asks the same under longer names. */
export const answersA: typeof answersC = { AutoAccidentCaseWorth: { option: "yes" }, ...answersC };

/** A valid answer to every question of the one-to-one surveys, which are v4nv's except the last. */
export const answersOneToOne: typeof answersA = {
  ...answersA,
  WasUserInjured: { option: "Whiplash" },
  DidYouReceiveMedicalTreatment: { option: "Yes" },
  ZipCode: { zip_code: "90210" },
  PhoneAndBuyersConsent: { phone: "(213) 555-0123" },
  PhoneAbbreviatedTCPA: { phone: "(213) 555-0123" },
};

const year = new Date().getFullYear();
const typed: Record<Exclude<FieldKind, "select">, string> = {
  name: "Ana",
  email: "ana.rivera@example.com",
  phone: "(213) 555-0123",
  zip: "90210",
  month: "1",
  day: "20",
  year: String(year),
  date: `${year}-01-02`,
  birthDate: "1980-02-29",
  text: "12 Main Street",
  description: "A truck hit my car from behind at a red light.",
};

/** The form of any step of a variant, answered plainly: its first option, or every field. @param given values of fields that differ */
export function plainAnswers(code: string, given: Answer = {}): (step: string) => Answer {
  return (name) => {
    const step = stepNamed(name, variants.get(code)!.machine)!;
    if (step.options?.length) return { option: step.options[0]!.value };
    const fields = (step.fields ?? []).map(({ name: field, kind, options }) => [
      field,
      given[field] ?? (kind === "select" ? options![0]!.value : typed[kind]),
    ]);
    return Object.fromEntries(fields);
  };
}

/** An unused address: a retried test finds what its first try has stored. */
export const newEmail = (name: string): string => `${name}-${randomUUID()}@example.com`;

/** A valid message for the contact form. */
export const contactMessage = {
  typeOfAccident: "Car Accident",
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phoneNumber: "(213) 555-0123",
  message: "Please call me.",
};
