import { describe, expect, it } from "vitest";
import { type ClickWindowFacts, clickWindow } from "../../../machines/rules/click-window.ts";
import { holds } from "../../support/holds.ts";

const settings = {
  affiliateClickUrl: "https://clicks.example/go?campaign=7",
  vw3OfferUrl: "https://offer.example/",
  noClickWindowStates: ["TX"],
};
const facts: ClickWindowFacts = {
  rule: "unlessListedState",
  dqReason: "have_attorney|yes",
  answers: { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" },
  tracking: { affid: "7", sub_id: "a b&c", ef_transaction_id: "t1" },
  state: "CA",
};
const opens = (more: Partial<ClickWindowFacts>, given = settings) =>
  clickWindow({ ...facts, ...more }, given) !== null;

it("tells the click tracker whose click it is, and keeps its own parameters", holds(359, "T21"), () => {
  expect(clickWindow(facts, settings)).toBe(
    "https://clicks.example/go?campaign=7&aff_click_id=t1&aff_sub2=7&aff_sub3=a+b%26c",
  );
});

it.each([
  ["a disqualified lead", {}, true],
  ["one disqualified by the date", { dqReason: "date|accident_limit_exceeded" }, true],
  ["a lead that is not disqualified", { dqReason: "" }, false],
  ["a lead from a listed state", { state: "TX" }, false],
  ["a lead from an unknown state", { state: "" }, true],
])("opens for %s: %s", holds(358, 362, 363, 364), (_name, more, expected) => {
  expect(opens(more)).toBe(expected);
});

it.each([
  [undefined, true],
  ["", true],
  ["no", true],
  ["No", true],
  ["yes", false],
])("in the DUI variant, of a prior offence %j: %s, whatever the state", holds(360), (offence, expected) => {
  const dui = { rule: "withoutPriorOffense", answers: { prior_alcohol_related_offense: offence } } as const;
  expect([opens(dui), opens({ ...dui, state: "TX" })]).toEqual([expected, expected]);
  expect(opens({ ...dui, dqReason: "" })).toBe(false);
});

describe("in VW3", () => {
  const vw3 = (affid: string, answers: ClickWindowFacts["answers"], dqReason = "have_attorney|yes") =>
    clickWindow(
      { ...facts, rule: "offerWithLawyer", answers, dqReason, tracking: { ...facts.tracking, affid } },
      settings,
    );
  const lawyer = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
  const newLawyer = { ...lawyer, lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer" };

  it.each([
    ["1", lawyer, settings.vw3OfferUrl],
    ["1", newLawyer, settings.vw3OfferUrl],
    ["19", lawyer, settings.vw3OfferUrl],
    ["20", lawyer, null],
    ["21", lawyer, settings.vw3OfferUrl],
    ["23", newLawyer, null],
    ["1", { with_Lawyer: "no", lawyer_redirect_reason: "have_attorney|yes" }, null],
    ["1", { with_Lawyer: "yes", lawyer_redirect_reason: "other" }, null],
    ["1", {}, null],
  ])("affiliate %s with %j: %j", holds(361), (affid, answers, expected) => {
    expect(vw3(affid, answers)).toBe(expected);
  });

  it("never opens the click tracker, nor for who is not disqualified", () => {
    expect(vw3("1", { with_Lawyer: "no" }, "is_gibberish|yes")).toBeNull();
    expect(vw3("1", lawyer, "")).toBeNull();
  });
});

it.each(["unlessListedState", "withoutPriorOffense", "offerWithLawyer"] as const)(
  "%s opens nothing without a configured address",
  (rule) => {
    const answers = rule === "withoutPriorOffense" ? {} : facts.answers;
    expect(clickWindow({ ...facts, rule, answers }, { noClickWindowStates: [] })).toBeNull();
  },
);
