import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClickWindowFacts, clickWindow } from "../../../machines/rules/click-window.ts";
import {
  forcePartialFault,
  type Note,
  noteDescription,
  withNotes,
} from "../../../machines/rules/forced-answers.ts";
import { selectedBuyers } from "../../../machines/rules/one-to-one.ts";
import { rewriteForPriorOffence } from "../../../machines/rules/prior-offence.ts";
import { holds } from "../../support/holds.ts";

const words = "The other driver fled. Me duele el cuello.";

describe("the notes on a description", () => {
  it.each<[Note[], RegExp]>([
    [[], /cuello\.$/],
    [["hit_and_run"], /cuello\. \[Hit and run: .*identified\.\]$/],
    [["uninsured"], /cuello\. \[.*uninsured motorist coverage\.\]$/],
    [["hit_and_run", "uninsured"], /identified\.\] \[.*coverage\.\]$/],
  ])("the notes %j are in brackets after the visitor's words", holds(308), (notes, end) => {
    const noted = withNotes(words, notes);
    expect(noted).toMatch(end);
    expect(noted.startsWith(words)).toBe(true);
  });

  it("nothing precedes the note of an empty description", () => {
    expect(withNotes("", ["uninsured"])).toMatch(/^\[/);
  });

  it("a noted description keeps the visitor's words, and without a note it is unchanged", () => {
    expect(noteDescription(words, [])).toEqual([]);
    expect(noteDescription(words, ["uninsured"])).toEqual([
      {
        field: "case_description",
        raw: words,
        value: withNotes(words, ["uninsured"]),
        rule: "hit_and_run_note",
      },
    ]);
  });

  it("a note is appended once, even if it is made again", () => {
    const notes = fc.array(fc.constantFrom<Note>("hit_and_run", "uninsured"), { maxLength: 4 });
    fc.assert(
      fc.property(fc.string(), notes, (text, made) => {
        const once = withNotes(text, made);
        expect(withNotes(once, made)).toBe(once);
        expect(once).toBe(withNotes(text, [...new Set(made)]));
      }),
    );
  });
});

describe("the fault for an accident", () => {
  const partly = { at_Fault: "yes", partial_fault: "yes" };

  it.each([
    ["no state is listed", partly, "CA", []],
    ["another state is listed", partly, "CA", ["TX"]],
    ["the state is unknown", partly, "", ["TX"]],
    ["fault is whole", { at_Fault: "yes" }, "CA", ["CA"]],
    ["there is no fault", { at_Fault: "no", partial_fault: "yes" }, "CA", ["CA"]],
  ])("a fault stays when %s", holds(354), (_, answers, state, states) => {
    expect(forcePartialFault(answers, state, states)).toEqual([]);
  });

  it("an empty text is recorded beside a fault where the fault itself was not asked", () => {
    expect(forcePartialFault({ partial_fault: "yes" }, "CA", ["CA"])).toMatchObject([{ raw: "" }]);
  });
});

const visit = { oid: "86", affid: "252", sub_id: "abc" };
const none = { original_oid: "", original_affid: "" };
const rewritten = { oid: "136", affid: "1", sub_id: "abc", original_oid: "86", original_affid: "252" };

describe("a prior offence", () => {
  it.each([
    ["yes", rewritten],
    ["Yes", rewritten],
    ["no", { ...visit, ...none }],
    ["", { ...visit, ...none }],
    [undefined, { ...visit, ...none }],
  ])("a prior offence of %j sets the offer", holds(262, 263), (prior_alcohol_related_offense, expected) => {
    expect(rewriteForPriorOffence(visit, { prior_alcohol_related_offense })).toEqual(expected);
  });

  it("an empty affiliate is recorded as it was before a prior offence", () => {
    const once = rewriteForPriorOffence({ ...visit, affid: "" }, { prior_alcohol_related_offense: "yes" });
    expect(once).toMatchObject({ affid: "1", original_affid: "", original_oid: "86" });
    expect(rewriteForPriorOffence(once, { prior_alcohol_related_offense: "yes" })).toEqual(once);
  });

  it("a prior offence is idempotent, and does not modify its input", holds(263), () => {
    const id = fc.constantFrom("", "1", "136", "252");
    fc.assert(
      fc.property(id, id, fc.constantFrom("yes", "no", undefined), (oid, affid, offence) => {
        const given = Object.freeze({ oid: oid || "81", affid });
        const answers = { prior_alcohol_related_offense: offence };
        const once = rewriteForPriorOffence(given, answers);
        expect(rewriteForPriorOffence(once, answers)).toEqual(once);
      }),
    );
  });
});

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

describe("the click window", () => {
  it("the tracker gets the click's ids, and keeps its own parameters", holds(359, "T21"), () => {
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
  ])("the click window opens for %s: %s", holds(358, 362, 363, 364), (_name, more, expected) => {
    expect(opens(more)).toBe(expected);
  });

  it.each([
    [undefined, true],
    ["", true],
    ["no", true],
    ["No", true],
    ["yes", false],
  ])(
    "the DUI variant's window, with a prior offence %j: %s in any state",
    holds(360),
    (offence, expected) => {
      const dui = {
        rule: "withoutPriorOffense",
        answers: { prior_alcohol_related_offense: offence },
      } as const;
      expect([opens(dui), opens({ ...dui, state: "TX" })]).toEqual([expected, expected]);
      expect(opens({ ...dui, dqReason: "" })).toBe(false);
    },
  );

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

    it("never opens the click tracker, and opens nothing for a qualified visitor", () => {
      expect(vw3("1", { with_Lawyer: "no" }, "is_gibberish|yes")).toBeNull();
      expect(vw3("1", lawyer, "")).toBeNull();
    });
  });

  it.each(["unlessListedState", "withoutPriorOffense", "offerWithLawyer"] as const)(
    "the click window by %s does not open without a configured address",
    (rule) => {
      const answers = rule === "withoutPriorOffense" ? {} : facts.answers;
      expect(clickWindow({ ...facts, rule, answers }, { noClickWindowStates: [] })).toBeNull();
    },
  );
});

describe("the buyers who may be named", () => {
  it("the buyer 8674 is listed once among the possible buyers", holds(513), () => {
    const first = { name: "First", ids: [8674] };
    expect(selectedBuyers([first], [first]).possible).toEqual([first]);
  });
});
