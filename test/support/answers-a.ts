import type { Answer } from "./form-visitor.ts";

/** One good answer to every question of variant A, as its forms post them; VW3 asks the same under longer names. */
export const answersA: Record<string, Answer> = {
  AutoAccidentCaseWorth: { option: "yes" },
  OtherDriversVehicleType: { option: "Car" },
  WhenWasTheAccident: { option: "Within 30 Days" },
  AtFault: { option: "no" },
  WasUserInjured: { option: "Yes" },
  TypeOfMedicalTreatment: { option: "Hospital" },
  PoliceReportFiled: { option: "yes" },
  HasLawyer: { option: "no" },
  IncidentDescription: { case_description: "A truck hit my car from behind at a red light." },
  NameAndEmail: { firstName: "Ana", lastName: "Rivera", email: "ana.rivera@example.com" },
  PhoneAndZip: { phone: "(213) 555-0123", zip_code: "90210" },
};
