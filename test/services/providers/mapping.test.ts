import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLeadProsper } from "../../../services/providers/lead-buyer/mapping.ts";

describe("toLeadProsper", () => {
  test("gives fields their usual names and formats", () => {
    const lead = {
      ...{ first_name: "Pat", last_name: "No", email: "pat@example.com", phone: "+1 (212) 555-0142" },
      ...{ zip_code: "00501", state: "NY", at_Fault: "no", with_Lawyer: "Yes", physical_injury: "Yes" },
      ...{ doctor_treatment: "No", police_report: "yes", case_description: "Yes", months: 2 },
      ...{ incident_date: "2026-03-01", when_seek_medical_treatment_date: "03/05/2026" },
      ...{ landing_page: "https://claims.example", tcpa: "I agree", leadid_token: "token" },
      ...{ trusted_form_cert_id: "1", trustedform_cert_url: "https://cert.example/1", affid: "1" },
      ...{ lp_subid1: "é".repeat(80), lp_s2: "google", lp_subid2: undefined, selected_buyers: [1, 2] },
      ...{ raw_physical_injury: "Yes", derived_fields: ["physical_injury", "doctor_treatment"] },
    };
    expect(toLeadProsper(lead)).toEqual({
      ...lead,
      ...{ phone: "2125550142", when_seek_medical_treatment_date: "2026-03-05" },
      ...{ at_fault: "no", currently_represented: "yes", physical_injury: "yes", doctor_treatment: "no" },
      ...{ landing_page_url: lead.landing_page, tcpa_text: lead.tcpa, jornaya_leadid: lead.leadid_token },
      lp_subid1: "é".repeat(75),
      ...{ selected_buyers: "1,2", derived_fields: "physical_injury,doctor_treatment" },
    });
  });

  test("leaves a field as it is that has the usual name already", () => {
    const lead = { landing_page: "https://a.example", landing_page_url: "https://a.example/survey/e" };
    expect(toLeadProsper(lead)).toEqual(lead);
  });

  test("changes nothing when done twice", () => {
    const names = "at_Fault with_Lawyer phone incident_date lp_subid1 tcpa raw_x physical_injury".split(" ");
    const leads = fc.dictionary(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(leads, (lead) => {
        const once = toLeadProsper(lead);
        expect(toLeadProsper(once)).toEqual(once);
      }),
    );
  });
});
