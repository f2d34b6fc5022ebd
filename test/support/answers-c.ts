import type { Answer } from "./form-visitor.ts";

/** One good answer to every question of variant C, as its forms post them. */
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
