import type { Answer } from "./form-visitor.ts";

/** One good answer to every question of the one-to-one surveys, which are v4nv's but for the last. */
export const answersOneToOne: Record<string, Answer> = {
  AutoAccidentCaseWorth: { option: "yes" },
  WhenWasTheAccident: { option: "Within 30 Days" },
  AtFault: { option: "no" },
  WasUserInjured: { option: "Whiplash" },
  DidYouReceiveMedicalTreatment: { option: "Yes" },
  PoliceReportFiled: { option: "yes" },
  HasLawyer: { option: "no" },
  IncidentDescription: { case_description: "A truck hit my car from behind at a red light." },
  ZipCode: { zip_code: "90210" },
  NameAndEmail: { firstName: "Ana", lastName: "Rivera", email: "ana.rivera@example.com" },
  PhoneAndBuyersConsent: { phone: "(213) 555-0123" },
  PhoneAbbreviatedTCPA: { phone: "(213) 555-0123" },
};
