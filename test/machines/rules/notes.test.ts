import fc from "fast-check";
import { expect, it } from "vitest";
import { type Note, noteDescription, withNotes } from "../../../machines/rules/notes.ts";
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
