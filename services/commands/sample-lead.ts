import { deriveLead, variantFacts } from "../../machines/lead/derive.ts";
import { track } from "../../machines/lead/tracking.ts";
import { variants } from "../../machines/registry.ts";
import { utcDay } from "../../machines/rules/dates.ts";
import type { RoutedLead } from "../providers/ports.ts";

const answers = {
  at_Fault: "no",
  physical_injury: "Yes",
  doctor_treatment: "Yes",
  injury_type: "Back or neck pain",
  accident_date_button: "Within 30 Days",
  with_Lawyer: "no",
  police_report: "yes",
  case_description: "This is a test message. No visitor sent it. Please ignore it.",
  firstName: "Test",
  lastName: "Sample",
  email: "test@example.com",
  phone: "2125550142",
  zip_code: "78701",
};

/**
 * A lead that no visitor sent, with what a lead of this survey says. It is marked as a sample, and receivers are told.
 * @param code of the survey
 * @param at epoch milliseconds
 */
export function sampleLead(code: string, id: string, at: number): RoutedLead {
  const variant = variants.get(code)!;
  const [path = "/survey/c"] = Object.keys(variant.entries);
  const place = { city: "Austin", state: "TX", state_long: "Texas", county: "Travis" };
  const { record, qualified, dqReason } = deriveLead(
    {
      tracking: track({ path, query: { affid: "7", oid: "57" }, referer: "" }, variant.entries[path] ?? {}),
      answers,
      checks: { place, gibberish: "no" },
    },
    {
      today: utcDay(at),
      ip_address: "192.0.2.1",
      user_agent: "claimpath sample",
      page_referer: "",
      landing_page: "https://www.example.com",
      tcpa: "This is a test message: nobody consented to anything.",
      time_on_steps: "",
      random: 0,
      ...variantFacts(variant),
      settings: { forceEarlyTreatment: true, partialFaultStates: [], reservedSurnames: [] },
    },
  );
  const { lp_key, lp_campaign_id, lp_supplier_id, lp_action, ...posted } = record;
  return {
    about: {
      id,
      kind: "survey",
      variant: code,
      qualified,
      dqReason: dqReason || null,
      createdAt: at,
      isOptedOut: false,
      sample: true,
    },
    record: posted,
  };
}
