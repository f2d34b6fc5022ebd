import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import { withNotes } from "../../../machines/rules/notes.ts";
import { fixedBuyers, selectedBuyers } from "../../../machines/rules/one-to-one.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts } from "../../support/lead-facts.ts";
import { california, exactDate, leadOf } from "./finished-visit.ts";

/** What is answered, what else differs of the visit, and facts besides; after what the record then says. */
type Row = [what: string, record: object, ...given: Parameters<typeof leadOf>];

/** One test of the record per row. */
function records(rows: Row[], tags = {}) {
  it.each(rows)("%s", tags, (_what, record, ...given) => {
    expect(leadOf(...given).record).toMatchObject(record);
  });
}

const placeIn = (state: string) => ({ checks: { place: { ...california, state } } });
const lawyer: Answers = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
const newReason = "have_attorney|yes_but_I_want_a_new_lawyer";
const newLawyer: Answers = { ...lawyer, lawyer_redirect_reason: newReason };
const fled = "The other driver fled the scene after the crash.";

describe("a clean lead", () => {
  const answers: Answers = {
    other_vehicle_type: "Car",
    at_Fault: "no",
    physical_injury: "Yes",
    doctor_treatment: "Yes",
    injury_type: "Hospital",
    police_report: "yes",
    with_Lawyer: "no",
    case_description: "A truck hit my car from behind at a red light.",
    email: "ana@example.com",
    phone: "(213) 555-0123",
    zip_code: "90001",
  };
  const name = { firstName: "Ana", lastName: "Rivera" };
  const phone = { valid: true, active: true, unchecked: false };
  const { record, ...lead } = leadOf({ ...answers, ...name }, { checks: { email: "good", phone } });

  it("is qualified, and nothing is derived in place of an answer", () => {
    expect(lead).toEqual({ changes: [], qualified: true, dqReason: "" });
  });

  it("names the visitor as the specification does and keeps what was answered", holds(171), () => {
    expect(record).toMatchObject({ ...answers, first_name: "Ana", last_name: "Rivera" });
    for (const field of ["firstName", "lastName", "lawyer_redirect_reason", "1_to_1_consent"]) {
      expect(record).not.toHaveProperty(field);
    }
  });

  it(
    "has every field of the specification that is not a provider's to give",
    holds(172, 186, 192, 194),
    () => {
      expect(record).toMatchObject({
        ...california,
        lead_is_qualified: "yes",
        do_not_send_to_dq: "yes",
        dq_reason: "",
        derived_fields: [],
        days_from_incident_date: 30,
        months_from_incident_date: 1,
        incident_date: "2025-05-01",
        ip_address: "192.0.2.1",
        user_agent: "test",
        landing_page: "http://localhost:3000",
        tcpa: "I agree to be called.",
        bad_words: "no",
        is_gibberish: "no",
        name_gibberish: "no",
        name_bad_word: "no",
        enough_words: "yes",
        hit_and_run: "no",
        accident_limit_exceeded: 0,
        accident_within_last_year: "yes",
        affid: "1",
        oid: "81",
        sub_id: "1",
        lp_subid1: "1",
        lp_s2: "google",
        lp_action: "test",
        language: "en",
        email_check: "good",
        phone_check: "checked",
        phone_valid: "yes",
        phone_active: "yes",
        sms_verified: "no",
      });
    },
  );

  it("is empty in the fields of questions that were not asked", () => {
    expect(record).toMatchObject({ partial_fault: "", injury_day: "", bac_level: "" });
  });
});

describe("disqualification by", () => {
  // The twelfth month back is inside, the thirteenth outside; both are more than a state of one year allows in days.
  const [twelve, thirteen] = [exactDate(379), exactDate(380)];
  it.each<[string, string, ...Parameters<typeof leadOf>]>([
    ["13 months where 12 are allowed", "date|accident_limit_exceeded", thirteen, placeIn("KY")],
    ["13 months where 24 are allowed", "", thirteen],
    ["13 months where the state is unknown", "", thirteen, placeIn("")],
    ["12 months where 12 are allowed", "", twelve, placeIn("KY")],
    ["a lawyer", "have_attorney|yes", lawyer],
    ["a new lawyer", newReason, newLawyer],
    ["gibberish", "is_gibberish|yes", {}, { checks: { gibberish: "yes" } }],
    ["the date before the lawyer", "date|accident_limit_exceeded", { ...thirteen, ...lawyer }, placeIn("KY")],
    ["the lawyer before gibberish", "have_attorney|yes", lawyer, { checks: { gibberish: "yes" } }],
    ["nothing", ""],
    ["nothing once DUI has cleared it", "", lawyer, { cleared: true, checks: { gibberish: "yes" } }],
    ["a lawyer where DUI has not cleared it", "have_attorney|yes", lawyer, { cleared: false }],
    [
      "the date again once DUI has cleared it and the state is known",
      "date|accident_limit_exceeded",
      { accident_date_button: "Within 2 Years" },
      { cleared: true, ...placeIn("TN") },
    ],
  ])("%s: %j", holds(190, 208, 260, 338, 339, 340, 346, 406, 424, 470), (_what, reason, ...given) => {
    const { dqReason, qualified, record } = leadOf(...given);
    expect([dqReason, qualified]).toEqual([reason, reason === ""]);
    expect(record).toMatchObject({ dq_reason: reason, lead_is_qualified: reason === "" ? "yes" : "no" });
    expect(record).not.toHaveProperty("lawyer_redirect_reason");
  });

  const clean = { lead_is_qualified: "yes", dq_reason: "" };
  // Four years in Nebraska, so that only the window of 730 days speaks.
  const nebraska = placeIn("NE");
  records(
    [
      ["no reason at 730 days", clean, exactDate(730), nebraska],
      [
        "no reason at 731 days, which do not qualify",
        { ...clean, lead_is_qualified: "no" },
        exactDate(731),
        nebraska,
      ],
      [
        "fault: it only tells who is not to be sent on",
        { ...clean, do_not_send_to_dq: "no" },
        { at_Fault: "yes" },
      ],
      ["no injury: likewise", { ...clean, do_not_send_to_dq: "no" }, { physical_injury: "No" }],
      ["no treatment: likewise", { ...clean, do_not_send_to_dq: "no" }, { doctor_treatment: "No" }],
      [
        "few words: likewise",
        { ...clean, do_not_send_to_dq: "no", enough_words: "no" },
        { case_description: "Rear-endedatanintersection" },
      ],
    ],
    holds(344, 345, 423),
  );
});

describe("early treatment", () => {
  const untreated: Answers = { physical_injury: "No" };
  const forced = {
    physical_injury: "Yes",
    doctor_treatment: "Yes",
    raw_physical_injury: "No",
    raw_doctor_treatment: "",
    do_not_send_to_dq: "yes",
    derived_fields: ["accident_date_button", "physical_injury", "doctor_treatment"],
  };
  const kept = {
    physical_injury: "No",
    doctor_treatment: "",
    do_not_send_to_dq: "no",
    derived_fields: ["accident_date_button"],
  };
  const at = (days: number): Answers => ({ ...untreated, ...exactDate(days) });
  const onTheDay = { earlyTreatment: "===15" } as const;
  const off = { settings: { ...leadFacts().settings, forceEarlyTreatment: false } };
  const injured = { physical_injury: "Yes", doctor_treatment: "Yes" };
  records(
    [
      ["14 days", forced, at(14)],
      ["15 days", forced, at(15)],
      ["16 days: none", kept, at(16)],
      ["14 days in mode ===15: none", kept, at(14), {}, onTheDay],
      ["15 days in mode ===15", forced, at(15), {}, onTheDay],
      ["16 days in mode ===15: none", kept, at(16), {}, onTheDay],
      ["5 days where the deployment switches it off: none", kept, at(5), {}, off],
      [
        "the injured are treated four days on",
        {
          when_seek_medical_treatment: "first_week",
          when_seek_medical_treatment_date: "2025-06-09",
          raw_when_seek_medical_treatment: "",
        },
        { ...injured, ...exactDate(10) },
      ],
      ["but not in the future", { when_seek_medical_treatment_date: "" }, { ...injured, ...exactDate(3) }],
    ],
    holds(347, 348, 349, 352, 353),
  );
});

describe("partial fault in", () => {
  const partly: Answers = { at_Fault: "yes", partial_fault: "yes" };
  const kept = { at_Fault: "yes", raw_at_Fault: "yes", derived_fields: [] };
  records(
    [
      ["a listed state", { ...kept, at_Fault: "no", derived_fields: ["at_Fault"] }, partly, placeIn("KY")],
      ["another state", kept, partly],
      ["no known state", kept, partly, placeIn("")],
      ["a listed state, wholly at fault", kept, { at_Fault: "yes" }, placeIn("KY")],
    ],
    holds(355),
  );
});

describe("what services say", () => {
  const judged = (gibberish?: "yes" | "no" | "unchecked") => ({ checks: { gibberish } });
  const unchecked = { email: "unchecked", phone: { valid: true, active: true, unchecked: true } } as const;
  records([
    ["gibberish", { is_gibberish: "yes", do_not_send_to_dq: "no" }, {}, judged("yes")],
    ["no gibberish", { is_gibberish: "no", do_not_send_to_dq: "yes" }, {}, judged("no")],
    ["nothing of gibberish", { is_gibberish: "", do_not_send_to_dq: "yes" }, {}, judged("unchecked")],
    ["gibberish was not asked about", { is_gibberish: "", do_not_send_to_dq: "yes" }, {}, judged()],
    [
      "nothing of address and number",
      { email_check: "unchecked", phone_check: "unchecked", phone_valid: "yes" },
      {},
      { checks: unchecked },
    ],
    [
      "what nobody could tell is an empty text or no",
      {
        days_from_incident_date: "",
        months_from_incident_date: "",
        incident_date: "",
        email_check: "",
        phone_valid: "no",
        phone_active: "no",
        prePopPii: "no",
      },
      { accident_date_button: undefined },
    ],
    [
      "what the page and the services learned",
      {
        lp_campaign_id: "11",
        lp_supplier_id: "22",
        lp_key: "k",
        prePopPii: "yes",
        leadid_token: "t1",
        jornaya_leadid: "t1",
        trusted_form_cert_id: "a1",
        trustedform_cert_url: "https://cert.trustedform.com/a1",
      },
      {},
      {},
      {
        known: {
          mapping: { affid: "1", oid: "81", lp_campaign_id: "11", lp_supplier_id: "22", lp_key: "k" },
          prePop: { affid: "1", prePopPii: "yes" },
          certificates: { trustedFormUrl: "https://cert.trustedform.com/a1", leadidToken: "t1" },
        },
        landing_page_url: "https://x.example/survey/e",
      },
    ],
  ]);

  it.each([
    ["nobody asked", undefined, "no"],
    ["the code was only sent", { phone: "2135550123", status: "pending" }, "no"],
    ["another number's code was approved", { phone: "2135550199", status: "approved" }, "no"],
    ["this number's code was approved", { phone: "2135550123", status: "approved" }, "yes"],
  ])("sms_verified when %s", holds(195), (_, phoneCode, expected) => {
    const { record } = leadOf({ phone: "(213) 555-0123" }, {}, { known: { phoneCode } });
    expect(record.sms_verified).toBe(expected);
  });
});

it.each([
  [0, "Within 1 Week"],
  [16, "Within 30 Days"],
  [731, "Over 2 Years"],
])("an exact date %i days ago presses %s", (days, value) => {
  const { record, changes } = leadOf(exactDate(days));
  expect(record).toMatchObject({ accident_date_button: value, days_from_incident_date: days });
  expect(changes[0]).toEqual({ field: "accident_date_button", raw: "", value, rule: "button_of_exact_date" });
});

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
  const told = { hit_and_run: "yes", bad_words: "yes", raw_bad_words: "yes", raw_case_description: fled };
  const noted = (note: "hit_and_run" | "uninsured"): Row => [
    `the note ${note} lifts bad_words; all is kept`,
    {
      ...told,
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
      ["of a hit and run is read as such", { ...told, case_description: fled }, { case_description: fled }],
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
