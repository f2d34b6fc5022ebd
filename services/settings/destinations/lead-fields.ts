import { aboutFields } from "../../../machines/context/personal.ts";
import { answerFields } from "../../../machines/rules/answers.ts";

/** Answers that a lead has under other names, or not at all. */
const notPosted = ["firstName", "lastName", "lawyer_redirect_reason"];

/** What a lead has besides its answers, a subject in a line or two. */
// biome-ignore format: names of one subject stand together
const derived = [
  "when_seek_medical_treatment_date",
  "raw_at_Fault", "raw_physical_injury", "raw_doctor_treatment", "raw_when_seek_medical_treatment",
  "raw_accident_date_button", "raw_case_description", "derived_fields",
  "days_from_incident_date", "months_from_incident_date", "incident_date", "accident_within_last_year",
  "first_name", "last_name", "city", "state", "state_long", "county", "ip_address", "user_agent", "page_referer",
  "bad_words", "raw_bad_words", "hit_and_run", "enough_words", "name_gibberish", "name_bad_word", "is_gibberish",
  "accident_limit_exceeded", "dq_reason", "lead_is_qualified", "do_not_send_to_dq", "psf_candidate",
  "email_check", "phone_valid", "phone_active", "phone_check", "sms_verified",
  "affid", "oid", "sub_id", "sub_id2", "sub_id3", "sub_id4", "click_id", "gclid", "fbclid", "ef_transaction_id",
  "debug_id", "original_oid", "original_affid", "lp_subid1", "lp_s2", "landing_page", "landing_page_url",
  "tcpa", "leadid_token", "jornaya_leadid", "trusted_form_cert_id", "trustedform_cert_url",
  "language", "prePopPii", "time_on_steps",
  "1_to_1_consent", "1_to_1_result", "1_to_1_timeout", "1_to_1_dq",
  "selected_buyers", "selected_buyer_names", "displayed_buyers", "selected_buyers_number", "selected_buyers_changed",
  "all_possible_buyer_names", "all_possible_buyer_ids", "all_possible_buyers_number",
  "type_of_accident",
];

/** Fields of a lead or a message that a receiver's fields can be made of, in the order of the record. */
export const leadFields: readonly string[] = [
  ...aboutFields,
  ...answerFields.filter((field) => !notPosted.includes(field)),
  ...derived,
  "message",
];
