import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

const words = (text: string) => text.trim().split(/\s+/);

/** Spec 3.2 in its own words, but for what is posted under another name (the names) or not at all. */
const everywhere = words(`
  at_Fault partial_fault specific_injury pending_dui_charges type_of_alcohol_test_performed bac_level
  prior_alcohol_related_offense physical_injury doctor_treatment active_insurance_policy missed_work
  speaking_with_doctor injury_rx_qualified with_Lawyer interested_in_psf settled_case prior_funding hit_and_run
  hit_and_run_identified uninsured_motorist_coverage case_description accident_type accident_date_button
  months_from_incident_date days_from_incident_date incident_date injury_year injury_month injury_day police_report
  injury_type when_seek_medical_treatment when_seek_medical_treatment_date
  first_name last_name email phone address zip_code city state county ip_address user_agent page_referer
  bad_words is_gibberish name_gibberish name_bad_word enough_words lead_is_qualified
  affid oid sub_id sub_id2 sub_id3 sub_id4 click_id gclid fbclid ef_transaction_id debug_id lp_subid1
  lp_campaign_id lp_supplier_id lp_s2 lp_action landing_page tcpa dq_reason leadid_token trusted_form_cert_id
  trustedform_cert_url language sms_verified time_on_steps prePopPii original_oid original_affid
`);
/** Not in a ticket's lead (spec 7). */
const ofAccidents = words("accident_limit_exceeded accident_within_last_year state_long");
const ofVariantE = words("landing_page_url jornaya_leadid");
const ofOneToOne = words(`
  1_to_1_consent 1_to_1_result 1_to_1_timeout 1_to_1_dq selected_buyers selected_buyer_names displayed_buyers
  selected_buyers_number selected_buyers_changed all_possible_buyer_names all_possible_buyer_ids
  all_possible_buyers_number
`);
const ofTransformed = words(
  "state_accident_occurred date_accident_occurred settlement_offers injuries_sustained case_type",
);
/** Questions for which the specification names no field. */
const ours = words(`
  case_worth_interest other_vehicle_type in_an_accident required_medical_treatment will_require_medical_treatment
  willing_to_treat funding_amount law_firm_name law_firm_phone date_of_birth ticket_received ticket_state ticket_date
  ageGroup isUSCitizen secured_benefits
`);
/** The visitor's own words beside what rules made of them, and what the services and rules said. */
const explained = words(`
  raw_at_Fault raw_physical_injury raw_doctor_treatment raw_when_seek_medical_treatment raw_accident_date_button
  raw_case_description raw_bad_words derived_fields email_check phone_valid phone_active phone_check psf_candidate
`);
/** LeadProsper's own: the buyer's key, the message's id, and the names its campaigns usually take. */
const ofLeadProsper = words(
  "lp_key message_id at_fault currently_represented tcpa_text landing_page_url jornaya_leadid",
);

type Body = Record<string, unknown>;

/** What the stub receivers got of the newest lead, by their names, once they have all got it. */
async function bodies(...receivers: string[]): Promise<Body[]> {
  const { id } = storedLeads(site.databaseFile).at(-1)!;
  const { leadProsper, ownPosts } = site.stubs;
  const arrival = (name: string) =>
    (name === "lead-prosper" ? leadProsper : ownPosts).received.get(`${id}.${name}`);
  await waitFor("the lead at its receivers", () => receivers.every(arrival));
  return receivers.map((name) => arrival(name)!.fields);
}

const gift = { case_description: "They promised a gift card after the crash." };

it.each<[address: string, more: Record<string, string[]>]>([
  ["/survey/c", { "lead-prosper": [...ofAccidents, ...ofLeadProsper], "bad-words": ofAccidents }],
  ["/survey/dui", { "lead-prosper": [...ofAccidents, ...ofLeadProsper] }],
  [
    "/survey/e",
    { "lead-prosper": [...ofAccidents, ...ofLeadProsper], distribution: [...ofAccidents, ...ofVariantE] },
  ],
  [
    "/survey/f",
    {
      "lead-prosper": [...ofAccidents, ...ofLeadProsper],
      "transformed-lead": [...ofAccidents, ...ofTransformed],
    },
  ],
  ["/survey/ticket", { "ticket-lead": [] }],
  [
    "/survey/v4nv-1to1",
    { "lead-prosper": [...ofAccidents, ...ofLeadProsper, ...ofOneToOne, "do_not_send_to_dq"] },
  ],
])(
  "a lead has every field of the specification, asked or not: %s",
  holds(
    ...[
      167, 170, 171, 173, 177, 180, 183, 187, 188, 190, 191, 198, 199, 201, 202, 203, 204, 467, 470, 472, 474,
    ],
  ),
  async (address, more) => {
    await walkForms(site.url, address, { IncidentDescription: gift });
    const all = await bodies(...Object.keys(more));
    for (const [index, own] of Object.values(more).entries()) {
      const body = all[index]!;
      expect(Object.keys(body).sort()).toEqual([...everywhere, ...ours, ...explained, ...own].sort());
      const { partial_fault, bac_level, law_firm_name, injury_day } = body;
      expect([partial_fault, bac_level, law_firm_name, injury_day]).toEqual(["", "", "", ""]);
    }
    // Lists are written with commas where a body is flat.
    if (address === "/survey/v4nv-1to1")
      expect(all[0]).toMatchObject({
        selected_buyer_names: "Stub Law Firm One,Stub Law Firm Two",
        selected_buyers: "101,102,103",
        all_possible_buyer_ids: "8674,101,102,103",
        all_possible_buyers_number: 3,
      });
  },
);

describe("what a rule put in place of an answer goes with the answer to everybody", () => {
  const fresh = { option: "Within 1 Week" };
  const assumed = ["physical_injury", "doctor_treatment"];

  it("of a visitor who was never asked about injuries", holds(347, 474), async () => {
    await walkForms(site.url, "/survey/e", { SocialDropWhenWasTheAccident: fresh });
    const [buyer, distribution] = await bodies("lead-prosper", "distribution");
    expect(distribution).toMatchObject({
      physical_injury: "Yes",
      raw_physical_injury: "",
      doctor_treatment: "Yes",
      raw_doctor_treatment: "",
      derived_fields: assumed,
    });
    expect(buyer).toMatchObject({
      physical_injury: "yes",
      raw_physical_injury: "",
      derived_fields: assumed.join(),
    });
  });

  it("of one who said that there was no treatment", holds(347, 482), async () => {
    await walkForms(site.url, "/survey/c", {
      WhenWasTheAccident: fresh,
      TypeOfMedicalTreatment: { option: "None" },
      IncidentDescription: gift,
    });
    const [buyer, workflow] = await bodies("lead-prosper", "bad-words");
    const raw = {
      raw_physical_injury: "Yes",
      raw_doctor_treatment: "No",
      raw_case_description: gift.case_description,
    };
    const derived = "doctor_treatment,when_seek_medical_treatment,when_seek_medical_treatment_date";
    expect(workflow).toMatchObject({ ...raw, doctor_treatment: "Yes", derived_fields: derived });
    expect(buyer).toMatchObject({ ...raw, doctor_treatment: "yes", derived_fields: derived });
  });

  it("in a transformed lead, but for the visitor's words", holds(205, 347), async () => {
    await walkForms(site.url, "/survey/f", { SocialDropWhenWasTheAccident: fresh });
    const [transformed] = await bodies("transformed-lead");
    expect(transformed).toMatchObject({
      case_description: "N/A",
      raw_case_description: "N/A",
      raw_physical_injury: "",
      derived_fields: assumed,
    });
    expect(JSON.stringify(transformed)).not.toContain("truck");
  });

  it("in a ticket lead, of which nothing is assumed", holds(467), async () => {
    await walkForms(site.url, "/survey/ticket");
    const [ticket] = await bodies("ticket-lead");
    expect(ticket).toMatchObject({ raw_physical_injury: "", derived_fields: [], physical_injury: "" });
    expect(ticket!.raw_case_description).toBe(ticket!.case_description);
  });
});
