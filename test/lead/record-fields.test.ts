import { describe, expect, it } from "vitest";
import { type Answers, answerFields } from "../../machines/answers.ts";
import { fixedBuyers } from "../../machines/rules/one-to-one.ts";
import { holds } from "../support/holds.ts";
import { exactDate } from "./context.ts";
import { leadOf } from "./finished-visit.ts";

/** Specification 3.2, word for word; names and the lawyer's reason are posted under other names, or not. */
const named = {
  answers:
    "at_Fault partial_fault specific_injury pending_dui_charges type_of_alcohol_test_performed bac_level " +
    "prior_alcohol_related_offense physical_injury doctor_treatment active_insurance_policy missed_work " +
    "speaking_with_doctor injury_rx_qualified with_Lawyer interested_in_psf settled_case prior_funding " +
    "hit_and_run hit_and_run_identified uninsured_motorist_coverage case_description accident_type " +
    "accident_date_button months_from_incident_date days_from_incident_date incident_date injury_year " +
    "injury_month injury_day police_report injury_type when_seek_medical_treatment " +
    "when_seek_medical_treatment_date",
  "contact and location":
    "first_name last_name email phone address zip_code city state state_long county ip_address user_agent page_referer",
  "derived flags":
    "bad_words is_gibberish name_gibberish name_bad_word enough_words accident_limit_exceeded " +
    "accident_within_last_year lead_is_qualified do_not_send_to_dq",
  "tracking and consent":
    "affid oid sub_id sub_id2 sub_id3 sub_id4 click_id gclid fbclid ef_transaction_id debug_id lp_subid1 " +
    "lp_campaign_id lp_supplier_id lp_key lp_s2 lp_action landing_page landing_page_url tcpa dq_reason leadid_token " +
    "jornaya_leadid trusted_form_cert_id trustedform_cert_url language sms_verified time_on_steps prePopPii " +
    "original_oid original_affid",
  "one-to-one consent":
    "1_to_1_consent 1_to_1_result 1_to_1_timeout 1_to_1_dq selected_buyers selected_buyer_names displayed_buyers " +
    "selected_buyers_number selected_buyers_changed all_possible_buyer_names all_possible_buyer_ids " +
    "all_possible_buyers_number",
};

/** Whoever was asked everything: every field answered, the accident ten days ago. */
const everything: Answers = {
  ...Object.fromEntries(answerFields.map((field) => [field, "yes"])),
  ...exactDate(10),
  accident_date_button: "Within 15 Days",
};

describe.each(Object.entries(named))("%s", (_, fields) => {
  const { record } = leadOf(
    everything,
    { checks: { buyers: fixedBuyers([{ name: "North Law", ids: [1] }]) } },
    { landing_page_url: "https://site.example/survey/e" },
  );

  it.each(fields.split(" "))(
    "%s is on the record of who was asked everything",
    holds(167, 173, 177, 180, 183, 191, 198, 199),
    (field) => {
      expect(record).toHaveProperty([field]);
    },
  );
});

it("what nobody could tell is said with an empty text or no", () => {
  const unknown = { accident_date_button: undefined };
  expect(leadOf(unknown, { checks: { email: undefined, phone: undefined } }).record).toMatchObject({
    days_from_incident_date: "",
    months_from_incident_date: "",
    incident_date: "",
    email_check: "",
    phone_valid: "no",
    phone_active: "no",
    prePopPii: "no",
  });
});

it("fields that specification 3.2 lacks are posted too, under names like its own", holds(170), () => {
  const { record } = leadOf(everything);
  for (const field of [
    "case_worth_interest",
    "required_medical_treatment",
    "willing_to_treat",
    "funding_amount",
  ]) {
    expect(record[field]).toBe("yes");
  }
});

it.each([
  ["abc", "abc"],
  ["{}", ""],
])("lp_subid1 is sub_id as it is: %s makes %j", holds(182), (s1, expected) => {
  expect(leadOf({}, { query: { s1 } }).record).toMatchObject({ sub_id: expected, lp_subid1: expected });
});

describe("what a visitor writes", () => {
  const odd = { firstName: "Xkcdq", lastName: "Gift Card" };

  it("flags names and blocks nothing", holds(410), () => {
    const { record, qualified } = leadOf(odd);
    expect(record).toMatchObject({ name_gibberish: "yes", name_bad_word: "yes", dq_reason: "" });
    expect(qualified).toBe(true);
  });

  it("of a name is not judged for the offers that skip it", () => {
    expect(leadOf(odd, { query: { oid: "516" } }).record.name_gibberish).toBe("no");
    expect(leadOf(odd, { query: { oid: "51" } }).record.name_gibberish).toBe("yes");
  });

  it("may be a bad word, which only sets its flag", holds(423, 459), () => {
    const { record, qualified } = leadOf({ case_description: "They promised a gift card after the crash." });
    expect(record).toMatchObject({ bad_words: "yes", dq_reason: "", do_not_send_to_dq: "yes" });
    expect(qualified).toBe(true);
  });
});
