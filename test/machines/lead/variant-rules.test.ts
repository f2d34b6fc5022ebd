import { describe, expect, it } from "vitest";
import { deriveLead } from "../../../machines/lead/derive.ts";
import { withNotes } from "../../../machines/rules/notes.ts";
import { fixedBuyers, selectedBuyers } from "../../../machines/rules/one-to-one.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts } from "../../support/lead-facts.ts";
import { finishedVisit, leadOf } from "./finished-visit.ts";

const fled = "The other driver fled the scene after the crash.";
const calm = "A truck hit my car from behind at a red light.";

describe("hit and run", () => {
  it.each([
    [fled, "yes", "yes"],
    ["El otro conductor se dio a la fuga después del choque.", "yes", "yes"],
    [calm, "no", "no"],
  ])("%j reads as %s", holds(310), (case_description, hit_and_run, bad_words) => {
    expect(leadOf({ case_description }).record).toMatchObject({ hit_and_run, bad_words });
  });

  it("is what the chart was told, where it asked", () => {
    expect(leadOf({ case_description: calm }, { checks: { hitAndRun: "yes" } }).record.hit_and_run).toBe(
      "yes",
    );
  });

  it("and the count of words are not read where nothing was described", holds(423), () => {
    expect(leadOf().record).toMatchObject({ hit_and_run: "", enough_words: "", bad_words: "no" });
    expect(leadOf().record.do_not_send_to_dq).toBe("yes");
    expect(leadOf({ case_description: "Rearendedatanintersection" }).record).toMatchObject({
      enough_words: "no",
      do_not_send_to_dq: "no",
    });
  });

  it.each([["hit_and_run"], ["uninsured"]] as const)(
    "the note %s lifts bad_words; all is kept",
    holds(306, 308),
    (note) => {
      const { record, changes } = leadOf({ case_description: fled }, { notes: [note] });
      expect(record).toMatchObject({
        case_description: withNotes(fled, [note]),
        raw_case_description: fled,
        bad_words: "no",
        raw_bad_words: "yes",
        hit_and_run: "yes",
        derived_fields: ["case_description"],
      });
      expect(changes).toMatchObject([{ raw: fled, rule: "hit_and_run_note" }]);
    },
  );

  it("without a note the words stand and the flag too", holds(309), () => {
    expect(leadOf({ case_description: fled }).record).toMatchObject({
      case_description: fled,
      raw_case_description: fled,
      bad_words: "yes",
      raw_bad_words: "yes",
    });
  });
});

describe("the DUI variant", () => {
  it("a prior offence moves offer and affiliate and keeps the earlier ones", holds(198, 262), () => {
    const query = { oid: "86", affid: "252" };
    expect(leadOf({ prior_alcohol_related_offense: "yes" }, { query }).record).toMatchObject({
      oid: "136",
      affid: "1",
      original_oid: "86",
      original_affid: "252",
    });
    expect(leadOf({ prior_alcohol_related_offense: "no" }, { query }).record).toMatchObject({
      oid: "86",
      affid: "252",
      original_oid: "",
      original_affid: "",
    });
  });

  it("once cleared is not disqualified by what came before, and its flags stay", holds(260), () => {
    const lawyer = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
    const lead = leadOf(lawyer, { cleared: true, checks: { gibberish: "yes" } });
    expect([lead.dqReason, lead.qualified, lead.record.is_gibberish]).toEqual(["", true, "yes"]);
    expect(leadOf(lawyer, { cleared: false }).dqReason).toBe("have_attorney|yes");
  });

  it("is disqualified again by the date once the state is known", () => {
    const place = { city: "", state: "TN", state_long: "Tennessee", county: "" };
    const old = { accident_date_button: "Within 2 Years" };
    expect(leadOf(old, { cleared: true, checks: { place } })).toMatchObject({
      dqReason: "date|accident_limit_exceeded",
      qualified: false,
    });
  });
});

describe("fields of some variants", () => {
  it.each([
    [undefined, {}, ""],
    [undefined, { accident_type: "Truck Accident" }, "Truck Accident"],
    ["Car Accident", {}, "Car Accident"],
    ["Car Accident", { accident_type: "Truck Accident" }, "Car Accident"],
  ])("accident_type: set %j, answered %j", (accidentType, answers, expected) => {
    expect(leadOf(answers, {}, { accidentType }).record.accident_type).toBe(expected);
  });

  it("incident_date of the one-page survey is the first of January", () => {
    const answers = { accident_date_button: undefined, injury_year: "2024" };
    expect(leadOf(answers, {}, { incidentPrecision: "year" }).record).toMatchObject({
      incident_date: "2024-01-01",
      days_from_incident_date: 531,
    });
  });

  it("E's record carries its page's address and a second name for the token", holds(187, 188), () => {
    const landing_page_url = "https://site.example/survey/e";
    expect(leadOf({}, {}, { landing_page_url }).record).toMatchObject({
      landing_page_url,
      jornaya_leadid: "",
    });
    expect(leadOf().record).not.toHaveProperty("landing_page_url");
    expect(leadOf().record).not.toHaveProperty("jornaya_leadid");
  });

  it.each([
    [{ with_Lawyer: "yes", interested_in_psf: "yes" }, "yes"],
    [{ with_Lawyer: "yes", interested_in_psf: "yes", settled_case: "yes" }, "no"],
    [{ with_Lawyer: "yes", interested_in_psf: "yes", prior_funding: "yes" }, "no"],
    [{ with_Lawyer: "no", interested_in_psf: "yes" }, "no"],
    [{}, "no"],
  ])("psf_candidate of %j is %s", holds(454), (answers, expected) => {
    expect(leadOf(answers).record.psf_candidate).toBe(expected);
  });

  it.each([
    ["nobody asked", undefined, "no"],
    ["the code was only sent", { phone: "2135550123", status: "pending" }, "no"],
    ["another number's code was approved", { phone: "2135550199", status: "approved" }, "no"],
    ["this number's code was approved", { phone: "2135550123", status: "approved" }, "yes"],
  ])("sms_verified when %s", holds(195), (_, phoneCode, expected) => {
    const phone = "(213) 555-0123";
    expect(leadOf({ phone }, {}, { known: { phoneCode } }).record.sms_verified).toBe(expected);
  });

  it("what the page and the services learned is in the record", () => {
    const known = {
      mapping: { affid: "1", oid: "81", lp_campaign_id: "11", lp_supplier_id: "22", lp_key: "k" },
      prePop: { affid: "1", prePopPii: "yes" as const },
      certificates: { trustedFormUrl: "https://cert.trustedform.com/a1", leadidToken: "t1" },
    };
    expect(leadOf({}, {}, { known, landing_page_url: "https://x.example/survey/e" }).record).toMatchObject({
      lp_campaign_id: "11",
      lp_supplier_id: "22",
      lp_key: "k",
      prePopPii: "yes",
      leadid_token: "t1",
      jornaya_leadid: "t1",
      trusted_form_cert_id: "a1",
      trustedform_cert_url: "https://cert.trustedform.com/a1",
    });
  });

  it("lp_action is test unless set", () => {
    const settings = leadFacts().settings;
    expect(leadOf().record.lp_action).toBe("test");
    expect(leadOf({}, {}, { settings: { ...settings, lpAction: "" } }).record.lp_action).toBe("");
  });

  it("no record says why a lawyer's client is sent on", holds(470), () => {
    const answers = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
    expect(leadOf(answers).record).not.toHaveProperty("lawyer_redirect_reason");
  });

  it("a ticket's age is its own, and no accident's", () => {
    const ticket = (ticket_date: string) => leadOf({ accident_date_button: undefined, ticket_date }).record;
    expect(ticket("2025-06-10")).toMatchObject({
      lead_is_qualified: "yes",
      days_from_incident_date: "",
      derived_fields: [],
      accident_limit_exceeded: 0,
    });
    expect(ticket("2023-06-16").lead_is_qualified).toBe("yes");
    expect(ticket("2023-06-15")).toMatchObject({ lead_is_qualified: "no", dq_reason: "" });
    expect(ticket("soon").lead_is_qualified).toBe("no");
  });
});

const firm = { name: "North Law", ids: [1, 2, 3] };

describe("one-to-one consent", () => {
  it("is on the record of who was asked for it alone", holds(199), () => {
    expect(leadOf().record).not.toHaveProperty("1_to_1_consent");
    const buyers = selectedBuyers([firm], [firm]);
    expect(leadOf({}, { checks: { buyers } }).record).toMatchObject({
      "1_to_1_consent": "yes",
      selected_buyers: [1, 2, 3],
      all_possible_buyer_ids: [8674, 1, 2, 3],
    });
  });

  it("with a variant's own buyers adds nobody", () => {
    const checks = { buyers: fixedBuyers([firm]) };
    expect(leadOf({}, { checks }).record.all_possible_buyer_ids).toEqual([1, 2, 3]);
  });
});

it("deriving touches neither the chart's context nor the facts", () => {
  const make = () =>
    finishedVisit(
      { case_description: fled, prior_alcohol_related_offense: "yes", at_Fault: "yes", partial_fault: "yes" },
      { notes: ["hit_and_run"], checks: { buyers: selectedBuyers([firm], []) } },
    );
  const context = frozen(make());
  const lead = deriveLead(context, frozen(leadFacts()));
  expect(context).toEqual(make());
  expect(deriveLead(context, leadFacts())).toEqual(lead);
});

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
