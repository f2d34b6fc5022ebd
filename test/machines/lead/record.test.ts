import { describe, expect, it } from "vitest";
import { withNotes } from "../../../machines/rules/forced-answers.ts";
import { fixedBuyers, selectedBuyers } from "../../../machines/rules/one-to-one.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts } from "../../support/lead-facts.ts";
import { leadOf, records } from "./finished-visit.ts";

const fled = "The other driver fled the scene after the crash.";

describe("the source of the visit", () => {
  const settings = leadFacts().settings;
  records(
    [
      ["an affiliate of braces is 10 when posted", { affid: "10" }, {}, { query: { affid: "{}" } }],
      ["lp_subid1 is empty with the sub id", { sub_id: "", lp_subid1: "" }, {}, { query: { s1: "{}" } }],
      ["lp_s2 is drawn by lot", { lp_s2: "facebook" }, {}, {}, { random: 0.75 }],
      ["lp_action is what is set", { lp_action: "" }, {}, {}, { settings: { ...settings, lpAction: "" } }],
    ],
    holds(125, 182, 198, 471),
  );
});

describe("what a visitor writes", () => {
  records(
    [
      [
        "of a hit and run in Spanish is read as such",
        { hit_and_run: "yes", bad_words: "yes" },
        { case_description: "El otro conductor se dio a la fuga después del choque." },
      ],
      [
        "is a hit and run where the chart found one",
        { hit_and_run: "yes" },
        { case_description: "A truck hit my car from behind at a red light." },
        { checks: { hitAndRun: "yes" } },
      ],
      [
        "is not read where nothing was described",
        { hit_and_run: "", enough_words: "", bad_words: "no", do_not_send_to_dq: "yes" },
      ],
      [
        "is kept with its flag beside a note, which lifts it",
        {
          ...{ hit_and_run: "yes", bad_words: "no", raw_bad_words: "yes", raw_case_description: fled },
          ...{ case_description: withNotes(fled, ["uninsured"]), derived_fields: ["case_description"] },
        },
        { case_description: fled },
        { notes: ["uninsured"] },
      ],
    ],
    holds(306, 308, 309, 310, 423, 459),
  );
});

describe("fields of some variants", () => {
  const truck = { accident_type: "Truck Accident" };
  const firm = { name: "North Law", ids: [1, 2, 3] };
  const url = "https://site.example/survey/e";
  const ticket = (ticket_date: string) => ({ accident_date_button: undefined, ticket_date });
  records(
    [
      ["an accident_type that was answered", truck, truck],
      [
        "an incident_date on the first of January",
        { incident_date: "2024-01-01", days_from_incident_date: 531 },
        { accident_date_button: undefined, injury_year: "2024" },
        {},
        { incidentPrecision: "year" },
      ],
      [
        "its page's address",
        { landing_page_url: url, jornaya_leadid: "" },
        {},
        {},
        { landing_page_url: url },
      ],
      [
        "a ticket's age, which is no accident's",
        {
          lead_is_qualified: "yes",
          days_from_incident_date: "",
          derived_fields: [],
          accident_limit_exceeded: 0,
        },
        ticket("2025-06-10"),
      ],
      ["a ticket of 730 days", { lead_is_qualified: "yes" }, ticket("2023-06-16")],
      ["a ticket of 731 days", { lead_is_qualified: "no", dq_reason: "" }, ticket("2023-06-15")],
      ["a ticket without a date", { lead_is_qualified: "no" }, ticket("soon")],
      [
        "one-to-one consent",
        { "1_to_1_consent": "yes", selected_buyers: [1, 2, 3], all_possible_buyer_ids: [8674, 1, 2, 3] },
        {},
        { checks: { buyers: selectedBuyers([firm], [firm]) } },
      ],
      [
        "one-to-one consent with a variant's own buyers, which adds nobody",
        { all_possible_buyer_ids: [1, 2, 3] },
        {},
        { checks: { buyers: fixedBuyers([firm]) } },
      ],
    ],
    holds(187, 188, 199),
  );

  it("are in no other record", () => {
    const { record } = leadOf();
    expect(record).not.toHaveProperty("landing_page_url");
    expect(record).not.toHaveProperty("jornaya_leadid");
  });
});
