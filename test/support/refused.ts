import type { Answer } from "./visitors.ts";

/** An answer that is refused, for each kind of step that can refuse one. */
export const refused: Record<string, Answer> = {
  WhenWasTheAccident: { injury_month: "6", injury_day: "31", injury_year: "2025" },
  IncidentDescription: { case_description: "Too short." },
  NameAndEmail: { firstName: "", lastName: "Rivera", email: "ana@mailinator" },
  PhoneAndZip: { phone: "", zip_code: "9" },
};
