import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import type { Checks } from "../../../machines/context.ts";
import { deriveLead } from "../../../machines/lead/derive.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts } from "../../support/lead-facts.ts";
import { california, cleanAnswers, contextWith, exactDate } from "./context.ts";

const derive = (answers: Answers, checks: Partial<Checks> = {}, facts = {}) =>
  deriveLead(contextWith(answers, checks), leadFacts(facts));
const recordOf = (...given: Parameters<typeof derive>) => derive(...given).record;
const kentucky = { ...california, state: "KY", state_long: "Kentucky" };

describe("a clean lead", () => {
  const { record, changes, qualified, dqReason } = derive({});

  it("is qualified, and nothing is derived in place of an answer", () => {
    expect({ changes, qualified, dqReason }).toEqual({ changes: [], qualified: true, dqReason: "" });
    expect(record).toMatchObject({
      lead_is_qualified: "yes",
      do_not_send_to_dq: "yes",
      dq_reason: "",
      derived_fields: [],
    });
  });

  it("names the visitor as the specification does and keeps what was answered", holds(171), () => {
    const { firstName, lastName, ...answers } = cleanAnswers;
    expect(record).toMatchObject({ ...answers, first_name: firstName, last_name: lastName });
    expect(record).not.toHaveProperty("firstName");
    expect(record).not.toHaveProperty("lastName");
  });

  it(
    "has every field of the specification that is not a provider's to give",
    holds(172, 186, 192, 194),
    () => {
      expect(record).toMatchObject({
        ...california,
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
        accident_limit_exceeded: 0,
        accident_within_last_year: "yes",
        affid: "1",
        oid: "81",
        sub_id: "1",
        lp_subid1: "1",
        language: "en",
        sms_verified: "no",
      });
    },
  );

  it("is empty in the fields of questions that were not asked", () => {
    expect(record).toMatchObject({ partial_fault: "", injury_day: "", bac_level: "" });
  });
});

describe("early treatment", () => {
  const untreated: Answers = { physical_injury: "No", doctor_treatment: undefined, injury_type: undefined };

  it.each([
    [14, true],
    [15, true],
    [16, false],
  ])("at %i days: forced %j, the visitor's word kept beside", holds(347, 348, 352, 353), (days, forced) => {
    const { record, changes } = derive({ ...untreated, ...exactDate(days) });
    expect(record.raw_physical_injury).toBe("No");
    expect(record.raw_doctor_treatment).toBe("");
    expect(record.physical_injury).toBe(forced ? "Yes" : "No");
    expect(record.doctor_treatment).toBe(forced ? "Yes" : "");
    const rules = changes.filter(({ rule }) => rule === "early_treatment").map(({ field }) => field);
    expect(rules).toEqual(forced ? ["physical_injury", "doctor_treatment"] : []);
    expect(record.derived_fields).toEqual(changes.map(({ field }) => field));
  });

  it.each([
    ["===15", 14, false],
    ["===15", 15, true],
    ["===15", 16, false],
  ] as const)("in mode %s at %i days: %j", holds(349), (earlyTreatment, days, forced) => {
    const record = recordOf({ ...untreated, ...exactDate(days) }, {}, { earlyTreatment });
    expect(record.physical_injury).toBe(forced ? "Yes" : "No");
  });

  it("dates the treatment of the injured four days on, and not in the future", () => {
    expect(recordOf(exactDate(10))).toMatchObject({
      when_seek_medical_treatment: "first_week",
      when_seek_medical_treatment_date: "2025-06-09",
      raw_when_seek_medical_treatment: "",
    });
    expect(recordOf(exactDate(3)).when_seek_medical_treatment_date).toBe("");
  });

  it("is off where the deployment switches it off", () => {
    const settings = { forceEarlyTreatment: false, partialFaultStates: [], reservedSurnames: [] };
    const record = recordOf({ ...untreated, ...exactDate(5) }, {}, { settings });
    expect(record).toMatchObject({ physical_injury: "No", derived_fields: ["accident_date_button"] });
  });

  it("decides do_not_send_to_dq by the forced values", () => {
    expect(recordOf({ ...untreated, ...exactDate(15) }).do_not_send_to_dq).toBe("yes");
    expect(recordOf({ ...untreated, ...exactDate(16) }).do_not_send_to_dq).toBe("no");
  });
});

describe("partial fault", () => {
  const partly: Answers = { at_Fault: "yes", partial_fault: "yes" };

  it.each([
    ["a listed state", partly, kentucky, "no"],
    ["another state", partly, california, "yes"],
    ["no known state", partly, { ...california, state: "" }, "yes"],
    ["a listed state, wholly at fault", { at_Fault: "yes" }, kentucky, "yes"],
  ])("in %s", holds(355), (_name, answers, place, atFault) => {
    const { record, changes } = derive(answers, { place });
    expect(record).toMatchObject({ at_Fault: atFault, raw_at_Fault: "yes" });
    expect(changes.map(({ rule }) => rule)).toEqual(atFault === "no" ? ["partial_fault_state"] : []);
  });
});

describe("the description's judge", () => {
  it.each([
    ["yes", "yes", "no"],
    ["no", "no", "yes"],
    ["unchecked", "", "yes"],
    [undefined, "", "yes"],
  ] as const)("says %j: is_gibberish %j, clean %s", (gibberish, expected, clean) => {
    const record = recordOf({}, { gibberish });
    expect([record.is_gibberish, record.do_not_send_to_dq]).toEqual([expected, clean]);
  });
});

describe("an exact date", () => {
  it.each([
    [0, "Within 1 Week"],
    [7, "Within 1 Week"],
    [8, "Within 15 Days"],
    [16, "Within 30 Days"],
    [365, "Within 2 Years"],
    [730, "Within 2 Years"],
    [731, "Over 2 Years"],
  ])("%i days ago presses %s", (days, button) => {
    const { record, changes } = derive(exactDate(days));
    expect(record).toMatchObject({ accident_date_button: button, days_from_incident_date: days });
    expect(changes[0]).toEqual({
      field: "accident_date_button",
      raw: "",
      value: button,
      rule: "button_of_exact_date",
    });
    expect(record.derived_fields).toContain("accident_date_button");
  });

  it("leaves a pressed button alone", () => {
    expect(derive({}).changes).toEqual([]);
  });
});

describe("the affiliate at post time", () => {
  it.each([
    [{ affid: "" }, "10"],
    [{ affid: "{}" }, "10"],
    [{ affid: "7" }, "7"],
    [{}, "1"],
  ])("%j gives %s", holds(125, 471), (query, affid) => {
    expect(deriveLead(contextWith({}, {}, query), leadFacts()).record.affid).toBe(affid);
  });
});

describe("checks that gave no answer", () => {
  it("are told apart from those that did", () => {
    const phone = { valid: true, active: true, unchecked: true };
    expect(recordOf({}, { email: "unchecked", phone })).toMatchObject({
      email_check: "unchecked",
      phone_check: "unchecked",
      phone_valid: "yes",
    });
    expect(recordOf({})).toMatchObject({ email_check: "good", phone_check: "checked", phone_active: "yes" });
  });
});

it.each([
  [0, "google"],
  [0.7499, "google"],
  [0.75, "facebook"],
])("random %d makes lp_s2 %s", (random, expected) => {
  expect(recordOf({}, {}, { random }).lp_s2).toBe(expected);
});
