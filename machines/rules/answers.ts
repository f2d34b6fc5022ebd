/**
 * The visitor's record in the specification's own field names (spec 3.2, ruling 42).
 *
 * Every answer is text. Values are written as the specification writes them per field
 * (`physical_injury` and `doctor_treatment` are Yes/No, everything else yes/no) and compared
 * without regard to case.
 */

/** The fields that a visitor answers, in the order of the posted record. */
export const answerFields = [
  "at_Fault",
  "partial_fault",
  "specific_injury",
  "pending_dui_charges",
  "type_of_alcohol_test_performed",
  "bac_level",
  "prior_alcohol_related_offense",
  "physical_injury",
  "doctor_treatment",
  "active_insurance_policy",
  "missed_work",
  "speaking_with_doctor",
  "injury_rx_qualified",
  "injury_type",
  "when_seek_medical_treatment",
  "with_Lawyer",
  "lawyer_redirect_reason",
  "interested_in_psf",
  "settled_case",
  "prior_funding",
  "hit_and_run_identified",
  "uninsured_motorist_coverage",
  "case_description",
  "accident_type",
  "accident_date_button",
  "injury_year",
  "injury_month",
  "injury_day",
  "police_report",

  // Answers to questions for which the specification names no field (ruling 42).
  "case_worth_interest",
  "other_vehicle_type",
  "in_an_accident",
  "required_medical_treatment",
  "will_require_medical_treatment",
  "willing_to_treat",
  "funding_amount",
  "law_firm_name",
  "law_firm_phone",
  "date_of_birth",
  "ticket_received",
  "ticket_state",
  "ticket_date",
  "ageGroup",
  "isUSCitizen",
  "secured_benefits",

  "firstName",
  "lastName",
  "email",
  "phone",
  "address",
  "zip_code",
] as const;

export type AnswerField = (typeof answerFields)[number];

/** The answers so far; a field that was not asked is absent. */
export type Answers = { [field in AnswerField]?: string };

/** True when the answer is `value`, whatever its letter case (ruling 13). */
export function answerIs(answer: string | undefined, value: string): boolean {
  return answer?.toLowerCase() === value.toLowerCase();
}
