import { describe, expect, it } from "vitest";
import { withNotes } from "../../../machines/rules/notes.ts";
import { fixedBuyers, selectedBuyers } from "../../../machines/rules/one-to-one.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts } from "../../support/lead-facts.ts";
import { leadOf, type Row, records } from "./finished-visit.ts";

const fled = "The other driver fled the scene after the crash.";

describe("the source of the visit", () => {
  const query = { oid: "86", affid: "252" };
  const before = { original_oid: "86", original_affid: "252" };
  const none = { original_oid: "", original_affid: "" };
  const settings = leadFacts().settings;
  records(
    [
      ["an empty affiliate is 10 when posted", { affid: "10" }, {}, { query: { affid: "" } }],
      ["an affiliate of braces is empty", { affid: "10" }, {}, { query: { affid: "{}" } }],
      ["an affiliate is kept", { affid: "7" }, {}, { query: { affid: "7" } }],
      ["lp_subid1 is the sub id", { sub_id: "abc", lp_subid1: "abc" }, {}, { query: { s1: "abc" } }],
      ["lp_subid1 is empty with it", { sub_id: "", lp_subid1: "" }, {}, { query: { s1: "{}" } }],
      [
        "a prior offence moves offer and affiliate and keeps the earlier ones",
        { oid: "136", affid: "1", ...before },
        { prior_alcohol_related_offense: "yes" },
        { query },
      ],
      [
        "without one there are no earlier ones",
        { ...query, ...none },
        { prior_alcohol_related_offense: "no" },
        { query },
      ],
      ["lp_s2 is drawn by lot", { lp_s2: "facebook" }, {}, {}, { random: 0.75 }],
      ["lp_action is what is set", { lp_action: "" }, {}, {}, { settings: { ...settings, lpAction: "" } }],
    ],
    holds(125, 182, 198, 262, 471),
  );
});

describe("what a visitor writes", () => {
  const odd = { firstName: "Xkcdq", lastName: "Gift Card" };
  const fledRecord = {
    hit_and_run: "yes",
    bad_words: "yes",
    raw_bad_words: "yes",
    raw_case_description: fled,
  };
  const noted = (note: "hit_and_run" | "uninsured"): Row => [
    `the note ${note} lifts bad_words; all is kept`,
    {
      ...fledRecord,
      case_description: withNotes(fled, [note]),
      bad_words: "no",
      derived_fields: ["case_description"],
    },
    { case_description: fled },
    { notes: [note] },
  ];
  records(
    [
      [
        "flags names and blocks nothing",
        { name_gibberish: "yes", name_bad_word: "yes", dq_reason: "", lead_is_qualified: "yes" },
        odd,
      ],
      [
        "of a name is not judged for the offers that skip it",
        { name_gibberish: "no" },
        odd,
        { query: { oid: "516" } },
      ],
      ["of a name is judged for others", { name_gibberish: "yes" }, odd, { query: { oid: "51" } }],
      [
        "may be a bad word, which only sets its flag",
        { bad_words: "yes", dq_reason: "", do_not_send_to_dq: "yes", lead_is_qualified: "yes" },
        { case_description: "They promised a gift card after the crash." },
      ],
      [
        "of a hit and run is read as such",
        { ...fledRecord, case_description: fled },
        { case_description: fled },
      ],
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
      noted("hit_and_run"),
      noted("uninsured"),
    ],
    holds(306, 308, 309, 310, 410, 423, 459),
  );
});

describe("fields of some variants", () => {
  const truck = { accident_type: "Truck Accident" };
  const firm = { name: "North Law", ids: [1, 2, 3] };
  const url = "https://site.example/survey/e";
  const asked = { with_Lawyer: "yes", interested_in_psf: "yes" };
  const ticket = (ticket_date: string) => ({ accident_date_button: undefined, ticket_date });
  records(
    [
      ["no accident_type", { accident_type: "" }],
      ["an accident_type that was answered", truck, truck],
      ["an accident_type that is set", { accident_type: "Car" }, truck, {}, { accidentType: "Car" }],
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
      ["a psf_candidate", { psf_candidate: "yes" }, asked],
      ["no psf_candidate", { psf_candidate: "no" }, { ...asked, settled_case: "yes" }],
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
    holds(187, 188, 199, 454),
  );

  it("are in no other record", () => {
    const { record } = leadOf();
    expect(record).not.toHaveProperty("landing_page_url");
    expect(record).not.toHaveProperty("jornaya_leadid");
  });
});
