import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import type { Checks } from "../../../machines/context.ts";
import { deriveLead } from "../../../machines/lead/derive.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts } from "../../support/lead-facts.ts";
import { california, contextWith, dateAnswers, exactDate } from "./context.ts";

const derive = (answers: Answers, checks: Partial<Checks> = {}) =>
  deriveLead(contextWith(answers, checks), leadFacts());
const recordOf = (answers: Answers) => derive(answers).record;
const kentucky = { ...california, state: "KY", state_long: "Kentucky" };

describe("disqualification", () => {
  const old = dateAnswers({ year: 2024, month: 5, day: 31 });
  const withLawyer: Answers = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
  const newLawyer: Answers = {
    ...withLawyer,
    lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer",
  };

  it.each<[string, Answers, Partial<Checks>, string]>([
    ["13 months where 12 are allowed", old, { place: kentucky }, "date|accident_limit_exceeded"],
    ["13 months where 24 are allowed", old, { place: california }, ""],
    ["13 months where the state is unknown", old, { place: { ...california, state: "" } }, ""],
    [
      "12 months where 12 are allowed",
      dateAnswers({ year: 2024, month: 6, day: 1 }),
      { place: kentucky },
      "",
    ],
    ["a lawyer", withLawyer, {}, "have_attorney|yes"],
    ["a new lawyer", newLawyer, {}, "have_attorney|yes_but_I_want_a_new_lawyer"],
    ["gibberish", {}, { gibberish: "yes" }, "is_gibberish|yes"],
    [
      "the date before the lawyer",
      { ...old, ...withLawyer },
      { place: kentucky },
      "date|accident_limit_exceeded",
    ],
    ["the lawyer before gibberish", withLawyer, { gibberish: "yes" }, "have_attorney|yes"],
    ["nothing", {}, {}, ""],
  ])("by %s", holds(190, 208, 338, 339, 340, 346, 406, 424), (_name, answers, checks, reason) => {
    const lead = derive(answers, checks);
    expect([lead.dqReason, lead.record.dq_reason, lead.qualified]).toEqual([reason, reason, reason === ""]);
    expect(lead.record.lead_is_qualified).toBe(reason === "" ? "yes" : "no");
  });

  it("the lawyer's reason leaves by dq_reason only", holds(340), () => {
    expect(recordOf(newLawyer)).not.toHaveProperty("lawyer_redirect_reason");
  });

  it(
    "fault, no injury, no treatment and few words do not disqualify; they feed do_not_send_to_dq",
    holds(344),
    () => {
      for (const answers of [
        { at_Fault: "yes" },
        { physical_injury: "No" },
        { doctor_treatment: "No" },
        { case_description: "Rear-endedatanintersection" },
      ]) {
        expect(recordOf(answers)).toMatchObject({
          lead_is_qualified: "yes",
          do_not_send_to_dq: "no",
          dq_reason: "",
        });
      }
    },
  );

  it.each([
    [730, "yes"],
    [731, "no"],
  ])("at %i days without any reason: qualified %s", holds(345), (days, expected) => {
    // Four years in Nebraska, so that only the window of 730 days speaks.
    const place = { ...california, state: "NE" };
    const lead = derive(exactDate(days), { place });
    expect([lead.record.lead_is_qualified, lead.dqReason]).toEqual([expected, ""]);
  });
});
