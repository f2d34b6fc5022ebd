/** Known facts about a lead besides its record. */
export const aboutFields = [
  "id",
  "created_at",
  "kind",
  "variant",
  "qualified",
  "repeat",
  "test",
  "ping_id",
  "ping_price",
];

/** Names of what was found about a lead before it was sent; there only where something was, so that no file has a column of it. */
export const marksField = "marks";

/**
 * The fields that a ping, or a service that judges a claim, may have before consent: none identifies a person, and none
 * is free text or an address with a query.
 */
// biome-ignore format: a list of a hundred names
const impersonal = new Set([
  ...aboutFields,
  marksField,
  "at_Fault", "partial_fault", "specific_injury", "pending_dui_charges", "type_of_alcohol_test_performed",
  "bac_level", "prior_alcohol_related_offense", "physical_injury", "doctor_treatment",
  "active_insurance_policy", "missed_work", "speaking_with_doctor", "injury_rx_qualified", "injury_type",
  "when_seek_medical_treatment", "with_Lawyer", "interested_in_psf", "settled_case", "prior_funding",
  "hit_and_run_identified", "uninsured_motorist_coverage", "accident_type", "accident_date_button",
  "injury_year", "injury_month", "injury_day", "police_report", "case_worth_interest", "other_vehicle_type",
  "in_an_accident", "required_medical_treatment", "will_require_medical_treatment", "willing_to_treat",
  "funding_amount", "ticket_received", "ticket_state", "ticket_date", "ageGroup", "isUSCitizen",
  "secured_benefits", "zip_code", "when_seek_medical_treatment_date", "raw_at_Fault", "raw_physical_injury",
  "raw_doctor_treatment", "raw_when_seek_medical_treatment", "raw_accident_date_button", "derived_fields",
  "days_from_incident_date", "months_from_incident_date", "incident_date", "accident_within_last_year",
  "city", "state", "state_long", "county", "bad_words", "raw_bad_words", "hit_and_run", "enough_words",
  "name_gibberish", "name_bad_word", "is_gibberish", "accident_limit_exceeded", "dq_reason",
  "lead_is_qualified", "do_not_send_to_dq", "psf_candidate", "email_check", "phone_valid", "phone_active",
  "phone_check", "sms_verified", "affid", "oid", "sub_id", "sub_id2", "sub_id3", "sub_id4", "debug_id",
  "original_oid", "original_affid", "lp_subid1", "lp_s2", "landing_page", "tcpa", "language", "prePopPii",
  "time_on_steps", "1_to_1_consent", "1_to_1_result", "1_to_1_timeout", "1_to_1_dq", "selected_buyers",
  "selected_buyer_names", "displayed_buyers", "selected_buyers_number", "selected_buyers_changed",
  "all_possible_buyer_names", "all_possible_buyer_ids", "all_possible_buyers_number", "type_of_accident",
]);

/** A field that nobody has judged yet is personal. */
export const isPersonal = (field: string) => !impersonal.has(field);
