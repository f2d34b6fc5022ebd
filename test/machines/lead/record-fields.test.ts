import { describe, expect, it } from "vitest";
import { holds } from "../../support/holds.ts";
import { leadOf } from "./finished-visit.ts";

it("what nobody could tell is said with an empty text or no", () => {
  const unknown = { accident_date_button: undefined };
  expect(leadOf(unknown, { checks: { email: undefined, phone: undefined } }).record).toMatchObject({
    days_from_incident_date: "",
    months_from_incident_date: "",
    incident_date: "",
    email_check: "",
    phone_valid: "no",
    phone_active: "no",
    prePopPii: "no",
  });
});

it.each([
  ["abc", "abc"],
  ["{}", ""],
])("lp_subid1 is sub_id as it is: %s makes %j", holds(182), (s1, expected) => {
  expect(leadOf({}, { query: { s1 } }).record).toMatchObject({ sub_id: expected, lp_subid1: expected });
});

describe("what a visitor writes", () => {
  const odd = { firstName: "Xkcdq", lastName: "Gift Card" };

  it("flags names and blocks nothing", holds(410), () => {
    const { record, qualified } = leadOf(odd);
    expect(record).toMatchObject({ name_gibberish: "yes", name_bad_word: "yes", dq_reason: "" });
    expect(qualified).toBe(true);
  });

  it("of a name is not judged for the offers that skip it", () => {
    expect(leadOf(odd, { query: { oid: "516" } }).record.name_gibberish).toBe("no");
    expect(leadOf(odd, { query: { oid: "51" } }).record.name_gibberish).toBe("yes");
  });

  it("may be a bad word, which only sets its flag", holds(423, 459), () => {
    const { record, qualified } = leadOf({ case_description: "They promised a gift card after the crash." });
    expect(record).toMatchObject({ bad_words: "yes", dq_reason: "", do_not_send_to_dq: "yes" });
    expect(qualified).toBe(true);
  });
});
