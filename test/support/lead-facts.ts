import type { LeadFacts } from "../../machines/lead/derive.ts";
import { walkDay, walkNoon } from "../../machines/model/covering.ts";

/** The day on which every model path is walked. */
export const today = walkDay;
/** A moment of that day in every time zone the tests use, UTC milliseconds. */
export const noon = walkNoon;

/** A lead's facts from outside the chart, the same in every test. */
export function leadFacts(more: Partial<LeadFacts> = {}): LeadFacts {
  return {
    today,
    ip_address: "192.0.2.1",
    user_agent: "test",
    page_referer: "",
    landing_page: "http://localhost:3000",
    tcpa: "I agree to be called.",
    time_on_steps: "",
    earlyTreatment: "within",
    random: 0.5,
    settings: { forceEarlyTreatment: true, partialFaultStates: ["KY"], reservedSurnames: [] },
    ...more,
  };
}

/** The one-to-one fields of a lead whose consent names nobody, without a request to any service. */
export const nobodyNamed = {
  "1_to_1_consent": "no",
  "1_to_1_result": "none",
  "1_to_1_timeout": "no",
  "1_to_1_dq": "yes",
  selected_buyers: [],
  selected_buyer_names: [],
  displayed_buyers: [],
  selected_buyers_number: 0,
  selected_buyers_changed: "no",
  all_possible_buyer_names: [],
  all_possible_buyer_ids: [],
  all_possible_buyers_number: 0,
};
