import { describe, expect, it } from "vitest";
import type { ErrorKey, TypedKind } from "../../../machines/fields.ts";
import { holds } from "../../support/holds.ts";
import { judge, kinds } from "./judge.ts";

type Expected = Record<TypedKind, ErrorKey | "kept">;
/** Of a text that is no number; where it is a line of text and no address, nothing is wrong. */
const words: Expected = {
  name: "kept",
  email: "email",
  text: "kept",
  description: "kept",
  phone: "phone",
  zip: "zip",
  month: "month",
  day: "day",
  year: "year",
  date: "date",
  birthDate: "date",
};
const all = (error: ErrorKey) => ({ name: error, email: error, text: error, description: error });
const broken: Expected = { ...words, ...all("characters"), phone: "characters" };
const nothing: Expected = {
  ...words,
  ...all("required"),
  phone: "required",
  zip: "required",
  month: "required",
  day: "required",
  year: "required",
  date: "required",
  birthDate: "required",
};

describe.each<[what: string, typed: string, expected: Expected]>([
  ["a null byte", "He came from the left\u0000 and hit me", broken],
  ["half of an emoji", "He came from the left \ud83d and hit me", broken],
  ["an escape sequence", "\u001b[31mHe came from the left and hit me", broken],
  ["emoji", "👩‍👩‍👧 Zoë 🙂🚗💥 and the family car", words],
  ["Arabic", "صدمتني سيارة من الخلف عند الإشارة", words],
  ["Hebrew between marks of direction", "\u2067שמי \u200fדוד כהן\u2069 (David Cohen)", words],
  ["markup", "<script>alert(1)</script> & 'x' \"y\"", words],
  ["SQL", "Robert'); DROP TABLE lead;-- ", words],
  ["digits of another script", "٢١٣٥٥٥٠١٢٣", { ...words, description: "tooShort" }],
  ["nothing that can be seen", " \u200b\u2060\u00ad\t\n ", nothing],
])("%s", holds("T17"), (_, typed, expected) => {
  it.each(kinds)("in a field of kind %s is stored as typed, or refused with a reason", (kind) => {
    expect(judge(kind, typed)).toBe(expected[kind] === "kept" ? typed.trim() : `!${expected[kind]}`);
  });
});

describe("a megabyte", holds("T17", "T18"), () => {
  it.each(["a", "1", "🙂", "a@.", "(", "é", "x "])("of %j are refused everywhere", (piece) => {
    const typed = piece.repeat(1_000_000 / piece.length);
    const expected: Expected = { ...words, ...all("tooLong") };
    for (const kind of kinds) expect(judge(kind, typed), kind).toBe(`!${expected[kind]}`);
  });
});

it("today is no date of birth, and may be that of a ticket", () => {
  expect([judge("date", "2025-06-15"), judge("birthDate", "2025-06-15")]).toEqual([
    "2025-06-15",
    "!birthDate",
  ]);
});

it("the 29th of a leap year's February is real", holds("T6"), () => {
  expect([judge("date", "2/29/2024"), judge("birthDate", "2000-02-29")]).toEqual([
    "2024-02-29",
    "2000-02-29",
  ]);
  for (const typed of ["2023-02-29", "1900-02-29"]) expect(judge("date", typed)).toBe("!date");
});

describe("what was copied together with invisible characters", holds("T17"), () => {
  it.each<[TypedKind, string, string]>([
    ["email", "\u200bana@example.com\u2060", "ana@example.com"],
    ["email", "ana@exam\u00adple.com", "ana@example.com"],
    ["zip", "\u202a90001\u202c", "90001"],
    ["phone", "\u202a(213) 555-0123\u202c", "(213) 555-0123"],
    ["name", "\u200fدوד", "\u200fدوד"],
  ])("%s %j is recorded as %j", (kind, typed, recorded) => {
    expect(judge(kind, typed)).toBe(recorded);
  });
});
