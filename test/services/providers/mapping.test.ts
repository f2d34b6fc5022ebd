import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toContactIngest, toLeadProsper } from "../../../services/lead-buyer/mapping.ts";

describe("toLeadProsper", () => {
  test("gives fields their usual names and formats", () => {
    const lead = {
      first_name: "Pat",
      last_name: "No",
      email: "pat@example.com",
      phone: "+1 (212) 555-0142",
      zip_code: "00501",
      state: "NY",
      at_Fault: "no",
      with_Lawyer: "Yes",
      physical_injury: "Yes",
      doctor_treatment: "No",
      police_report: "yes",
      case_description: "Yes",
      incident_date: "2026-03-01",
      when_seek_medical_treatment_date: "03/05/2026",
      landing_page: "https://claims.example",
      tcpa: "I agree",
      leadid_token: "token",
      trusted_form_cert_id: "1",
      trustedform_cert_url: "https://cert.example/1",
      affid: "1",
      lp_subid1: "é".repeat(80),
      lp_s2: "google",
      months: 2,
      selected_buyers: ["a"],
    };
    expect(toLeadProsper(lead)).toEqual({
      first_name: "Pat",
      last_name: "No",
      email: "pat@example.com",
      phone: "2125550142",
      zip_code: "00501",
      state: "NY",
      at_fault: "no",
      currently_represented: "yes",
      physical_injury: "yes",
      doctor_treatment: "no",
      police_report: "yes",
      case_description: "Yes",
      incident_date: "2026-03-01",
      when_seek_medical_treatment_date: "2026-03-05",
      landing_page_url: "https://claims.example",
      tcpa_text: "I agree",
      jornaya_leadid: "token",
      trusted_form_cert_id: "1",
      trustedform_cert_url: "https://cert.example/1",
      affid: "1",
      lp_subid1: "é".repeat(75),
      lp_s2: "google",
      months: 2,
      selected_buyers: ["a"],
    });
  });

  test("keeps back what only explains the lead to us", () => {
    const lead = {
      raw_at_Fault: "yes",
      derived_fields: ["a"],
      lawyer_redirect_reason: "x",
      lp_key: "k",
      affid: undefined,
    };
    expect(toLeadProsper(lead)).toEqual({});
  });

  test("changes nothing when done twice", () => {
    const names = [
      "at_Fault",
      "with_Lawyer",
      "phone",
      "incident_date",
      "lp_subid1",
      "tcpa",
      "raw_x",
      "physical_injury",
    ];
    const leads = fc.dictionary(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(leads, (lead) => {
        const once = toLeadProsper(lead);
        expect(toLeadProsper(once)).toEqual(once);
      }),
    );
  });
});

describe("toContactIngest", () => {
  test("takes the form's own names", () => {
    const form = {
      typeOfAccident: "Car Accident",
      firstName: "Pat",
      lastName: "Doe",
      email: "pat@example.com",
      phoneNumber: "(212) 555-0142",
      message: "Hello",
    };
    const posted = {
      type_of_accident: "Car Accident",
      first_name: "Pat",
      last_name: "Doe",
      email: "pat@example.com",
      phone: "2125550142",
      message: "Hello",
    };
    expect(toContactIngest(form)).toEqual(posted);
    expect(toContactIngest(posted)).toEqual(posted);
  });
});
