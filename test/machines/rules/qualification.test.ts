import { describe, expect, it } from "vitest";
import {
  accidentLimitExceeded,
  accidentWithinLastYear,
  doNotSendToDq,
  dqReason,
  enoughWords,
  isPsfCandidate,
  leadIsQualified,
} from "../../../machines/rules/qualification.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import { holds } from "../../support/holds.ts";

const newLawyer = "have_attorney|yes_but_I_want_a_new_lawyer";
const lawyer = { with_Lawyer: "yes", lawyer_redirect_reason: newLawyer };
const allAsked = {
  with_Lawyer: "no",
  is_gibberish: "no",
  enough_words: "yes",
  physical_injury: "Yes",
  at_Fault: "no",
  doctor_treatment: "Yes",
} as const;

describe("accident_limit_exceeded", () => {
  it.each(statutes.map(({ code, years }) => [code, years] as const))(
    "in %s begins after %i years",
    holds(175, 406, 407),
    (code, years) => {
      expect(accidentLimitExceeded(12 * years, code)).toBe(0);
      expect(accidentLimitExceeded(12 * years + 1, code)).toBe(1);
    },
  );

  it.each([
    [999, "PR"],
    [999, ""],
    [undefined, "TN"],
  ])("is 0 for %s months in %j", holds(175), (months, state) => {
    expect(accidentLimitExceeded(months, state)).toBe(0);
  });
});

it.each([
  [0, "yes"],
  [364, "yes"],
  [365, "no"],
  [undefined, "no"],
])("accident_within_last_year at %s days is %s", holds(176, 408, "T6"), (days, expected) => {
  expect(accidentWithinLastYear(days)).toBe(expected);
});

it.each([
  ["", "no"],
  ["one two three", "no"],
  ["one two three four", "yes"],
  ["  one\n two\t\u00a0three  four ", "yes"],
  ["one  two   three ", "no"],
])("enough_words of %j is %s", holds(174), (text, expected) => {
  expect(enoughWords(text)).toBe(expected);
});

it.each([
  ["", {}],
  ["is_gibberish|yes", { is_gibberish: "yes" }],
  [newLawyer, lawyer],
  ["have_attorney|yes", { with_Lawyer: "YES" }],
  [newLawyer, { ...lawyer, is_gibberish: "yes" }],
  ["date|accident_limit_exceeded", { ...lawyer, accident_limit_exceeded: 1, is_gibberish: "yes" }],
  ["", { lawyer_redirect_reason: "have_attorney|yes" }],
  ["", { ...lawyer, cleared: true }],
  ["", { is_gibberish: "yes", cleared: true }],
  ["date|accident_limit_exceeded", { accident_limit_exceeded: 1, cleared: true }],
  ["is_gibberish|yes", { is_gibberish: "yes", cleared: false }],
] as const)("dq_reason is %j with %j", holds(342), (expected, more) => {
  const clean = { with_Lawyer: "no", accident_limit_exceeded: 0, is_gibberish: "no" } as const;
  expect(dqReason({ ...clean, ...more })).toBe(expected);
});

it.each([
  ["", 730, "yes"],
  ["", 731, "no"],
  ["", 0, "yes"],
  ["is_gibberish|yes", 3, "no"],
  ["", undefined, "no"],
])("lead_is_qualified with reason %j at %s days is %s", holds(343), (reason, days, expected) => {
  expect(leadIsQualified(reason, days)).toBe(expected);
});

it.each([
  [{}, "yes"],
  [allAsked, "yes"],
  [{ with_Lawyer: "yes" }, "no"],
  [{ accident_limit_exceeded: 1 }, "no"],
  [{ is_gibberish: "yes" }, "no"],
  [{ enough_words: "no" }, "no"],
  [{ physical_injury: "No" }, "no"],
  [{ at_Fault: "yes" }, "no"],
  [{ doctor_treatment: "No" }, "no"],
] as const)(
  "do_not_send_to_dq with %j is %s, and not so in the other reading",
  holds(453),
  (more, expected) => {
    const facts = { accident_limit_exceeded: 0, ...more } as const;
    expect(doNotSendToDq(facts)).toBe(expected);
    expect(doNotSendToDq(facts, { yesMeans: "disqualified" })).not.toBe(expected);
  },
);

it.each([
  [{}, true],
  [{ settled_case: "no", prior_funding: "no" }, true],
  [{ with_Lawyer: "no" }, false],
  [{ interested_in_psf: "no" }, false],
  [{ settled_case: "yes" }, false],
  [{ prior_funding: "yes" }, false],
])("funding candidate with %j: %s", holds(454), (more, expected) => {
  expect(isPsfCandidate({ with_Lawyer: "yes", interested_in_psf: "yes", ...more })).toBe(expected);
});
