import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownFields } from "../../../machines/context/known-fields.ts";
import { isPersonal } from "../../../machines/context/personal.ts";
import { deriveLead } from "../../../machines/lead/derive.ts";
import { answerCases } from "../../../machines/model/cases.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { steps } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts, today } from "../../support/lead-facts.ts";
import { california, exactDate, finishedVisit, leadOf, records } from "./finished-visit.ts";

const placeIn = (state: string) => ({ checks: { place: { ...california, state } } });
const lawyer: Answers = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
const newReason = "have_attorney|yes_but_I_want_a_new_lawyer";
const newLawyer: Answers = { ...lawyer, lawyer_redirect_reason: newReason };

describe("disqualification by", () => {
  // The twelfth month back is inside, the thirteenth outside; both are more than a state of one year allows in days.
  const [twelve, thirteen] = [exactDate(379), exactDate(380)];
  it.each<[string, string, ...Parameters<typeof leadOf>]>([
    ["13 months where 12 are allowed", "date|accident_limit_exceeded", thirteen, placeIn("KY")],
    ["13 months where the state is unknown", "", thirteen, placeIn("")],
    ["12 months where 12 are allowed", "", twelve, placeIn("KY")],
    ["a new lawyer", newReason, newLawyer],
    ["gibberish", "is_gibberish|yes", {}, { checks: { gibberish: "yes" } }],
    ["nothing once DUI has cleared it", "", lawyer, { cleared: true, checks: { gibberish: "yes" } }],
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
});

describe("early treatment", () => {
  const untreated = { physical_injury: "No", ...exactDate(15) };
  const off = { settings: { ...leadFacts().settings, forceEarlyTreatment: false } };
  records(
    [
      [
        "is put in place of answers, which are kept beside it",
        {
          physical_injury: "Yes",
          doctor_treatment: "Yes",
          raw_physical_injury: "No",
          raw_doctor_treatment: "",
          do_not_send_to_dq: "yes",
          derived_fields: ["accident_date_button", "physical_injury", "doctor_treatment"],
        },
        untreated,
      ],
      [
        "is put nowhere where the deployment switches it off",
        { physical_injury: "No", doctor_treatment: "", derived_fields: ["accident_date_button"] },
        untreated,
        {},
        off,
      ],
    ],
    holds(347, 352, 353),
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

describe("the age of an accident", () => {
  it.each([
    [0, "Within 1 Week"],
    [16, "Within 30 Days"],
    [731, "Over 2 Years"],
  ])("an exact date %i days ago counts as the button %s", (days, value) => {
    const { record, changes } = leadOf(exactDate(days));
    expect(record).toMatchObject({ accident_date_button: value, days_from_incident_date: days });
    expect(changes[0]).toEqual({
      field: "accident_date_button",
      raw: "",
      value,
      rule: "button_of_exact_date",
    });
  });
});

const asked = Object.values(steps).filter(({ kind }) => kind !== "end");

/** Answers as any run may leave them: each step answered in some way, or not at all. */
const answers: fc.Arbitrary<Answers> = fc
  .tuple(
    ...asked.map((step) => {
      const given = answerCases(step, today).flatMap((tried) =>
        tried.kind === "answer" ? [tried.answers] : [],
      );
      return fc.option(fc.constantFrom(...given), { nil: {} });
    }),
  )
  .map((all) => Object.assign({}, ...all));
/** The context of any run at its end. */
const contexts = fc
  .record({
    answers,
    gibberish: fc.constantFrom("yes", "no", "unchecked", undefined),
    state: fc.constantFrom("CA", "KY", "FL", "", "XX"),
  })
  .map(({ answers, gibberish, state }) => ({
    ...finishedVisit({}, { checks: { gibberish, place: { city: "", state, state_long: "", county: "" } } }),
    answers,
  }));

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

describe("a derived lead", () => {
  it("the same chart and facts give the same lead, and are not modified", () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const lead = deriveLead(structuredClone(context), leadFacts());
        expect(deriveLead(frozen(context), frozen(leadFacts()))).toEqual(lead);
      }),
    );
  });

  it("every change is in the record, named in derived_fields, with the visitor's word beside it", () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const { record, changes, qualified, dqReason } = deriveLead(context, leadFacts());
        expect(record.derived_fields).toEqual(changes.map(({ field }) => field));
        const { firstName, lastName, lawyer_redirect_reason, ...asked } = context.answers;
        const given: Record<string, string> = asked;
        for (const { field, raw, value } of changes) {
          expect([record[field], raw]).toEqual([value, given[field] ?? ""]);
          if (`raw_${field}` in record) expect(record[`raw_${field}`]).toBe(raw);
        }
        const touched = new Set<string>(changes.map(({ field }) => field));
        const untouched = Object.entries(given).filter(([field]) => !touched.has(field));
        expect(record).toMatchObject(Object.fromEntries(untouched));
        if (qualified) expect(dqReason).toBe("");
        expect(record.lead_is_qualified).toBe(qualified ? "yes" : "no");
      }),
    );
  });

  it("a service that judges a claim gets only answers that are known to be impersonal", () => {
    const visit = finishedVisit({ at_Fault: "no", employer: "ACME" } as Answers);
    const fields = knownFields({ ...visit, today });
    expect(fields).toMatchObject({ at_Fault: "no" });
    expect(Object.keys(fields).filter(isPersonal)).toEqual([]);
  });
});
