import fc from "fast-check";
import { expect, it } from "vitest";
import {
  forcePartialFault,
  type Note,
  noteDescription,
  withNotes,
} from "../../../machines/rules/forced-answers.ts";
import { rewriteForPriorOffence } from "../../../machines/rules/prior-offence.ts";
import { holds } from "../../support/holds.ts";

const words = "The other driver fled. Me duele el cuello.";

it.each<[Note[], RegExp]>([
  [[], /cuello\.$/],
  [["hit_and_run"], /cuello\. \[Hit and run: .*identified\.\]$/],
  [["uninsured"], /cuello\. \[.*uninsured motorist coverage\.\]$/],
  [["hit_and_run", "uninsured"], /identified\.\] \[.*coverage\.\]$/],
])("%j stand in brackets after the visitor's words", holds(308), (notes, end) => {
  const noted = withNotes(words, notes);
  expect(noted).toMatch(end);
  expect(noted.startsWith(words)).toBe(true);
});

it("nothing is before the note of an empty description", () => {
  expect(withNotes("", ["uninsured"])).toMatch(/^\[/);
});

it("the change keeps the visitor's words, and there is none without a note", () => {
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

it("a note is appended once, however often it is made", () => {
  const notes = fc.array(fc.constantFrom<Note>("hit_and_run", "uninsured"), { maxLength: 4 });
  fc.assert(
    fc.property(fc.string(), notes, (text, made) => {
      const once = withNotes(text, made);
      expect(withNotes(once, made)).toBe(once);
      expect(once).toBe(withNotes(text, [...new Set(made)]));
    }),
  );
});

const partly = { at_Fault: "yes", partial_fault: "yes" };

it("partial fault is no fault in a listed state", holds(354), () => {
  expect(forcePartialFault(partly, "CA", ["TX", "CA"])).toEqual([
    { field: "at_Fault", raw: "yes", value: "no", rule: "partial_fault_state" },
  ]);
});

it.each([
  ["no state is listed", partly, "CA", []],
  ["another state is listed", partly, "CA", ["TX"]],
  ["the state is unknown", partly, "", ["TX"]],
  ["fault is whole", { at_Fault: "yes" }, "CA", ["CA"]],
  ["there is no fault", { at_Fault: "no", partial_fault: "yes" }, "CA", ["CA"]],
])("a fault stays when %s", holds(354), (_, answers, state, states) => {
  expect(forcePartialFault(answers, state, states)).toEqual([]);
});

it("an empty text is kept beside a fault where the fault itself was not asked", () => {
  expect(forcePartialFault({ partial_fault: "yes" }, "CA", ["CA"])).toMatchObject([{ raw: "" }]);
});

const visit = { oid: "86", affid: "252", sub_id: "abc" };
const none = { original_oid: "", original_affid: "" };
const rewritten = { oid: "136", affid: "1", sub_id: "abc", original_oid: "86", original_affid: "252" };

it.each([
  ["yes", rewritten],
  ["Yes", rewritten],
  ["no", { ...visit, ...none }],
  ["", { ...visit, ...none }],
  [undefined, { ...visit, ...none }],
])("prior offence %j", holds(262, 263), (prior_alcohol_related_offense, expected) => {
  expect(rewriteForPriorOffence(visit, { prior_alcohol_related_offense })).toEqual(expected);
});

it("an empty affiliate is kept as it was before a prior offence", () => {
  const once = rewriteForPriorOffence({ ...visit, affid: "" }, { prior_alcohol_related_offense: "yes" });
  expect(once).toMatchObject({ affid: "1", original_affid: "", original_oid: "86" });
  expect(rewriteForPriorOffence(once, { prior_alcohol_related_offense: "yes" })).toEqual(once);
});

it("a prior offence changes nothing when done again, and it touches nothing it is given", holds(263), () => {
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
