/**
 * The visitor's record in the specification's own field names (sections 3.2 and decisions 5).
 *
 * Every answer is text. Values are written as the specification writes them per field
 * (`physical_injury` and `doctor_treatment` are Yes/No, everything else yes/no) and compared
 * without regard to case by `says`.
 */

/** Fields a visitor answers, in the order in which they stand in the posted record. */
export const answerFields = [
  "at_Fault",
  "partial_fault",
  "specific_injury",
  "physical_injury",
  "doctor_treatment",
  "injury_type",
  "with_Lawyer",
  "lawyer_redirect_reason",
  "case_description",
  "accident_date_button",
  "injury_year",
  "injury_month",
  "injury_day",
  "police_report",
  "other_vehicle_type",
  "firstName",
  "lastName",
  "email",
  "phone",
  "zip_code",
] as const;

export type AnswerField = (typeof answerFields)[number];

/** What has been answered so far; a field that was not asked is absent. */
export type Answers = { [field in AnswerField]?: string };

/** True when the answer is `value`, whatever its letter case (decision 13). */
export function says(answer: string | undefined, value: string): boolean {
  return answer?.toLowerCase() === value.toLowerCase();
}
