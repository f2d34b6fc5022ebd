import { describe, expect, it } from "vitest";
import type { ErrorKey, TypedKind } from "../../../machines/fields.ts";
import { emailSuggestion } from "../../../machines/rules/email-suggestion.ts";
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
  ["half of an emoji", "He came from the left \ud83d and hit me", broken],
  ["emoji", "👩‍👩‍👧 Zoë 🙂🚗💥 and the family car", words],
  ["Arabic", "صدمتني سيارة من الخلف عند الإشارة", words],
  ["Hebrew between marks of direction", "\u2067שמי \u200fדוד כהן\u2069 (David Cohen)", words],
  ["markup", "<script>alert(1)</script> & 'x' \"y\"", words],
  ["SQL", "Robert'); DROP TABLE lead;-- ", words],
  ["letters of another script in digits", "٢١٣٥٥٥٠١x٣", { ...words, description: "tooShort" }],
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

describe("a number or a ZIP code is read however it is written", holds("T17"), () => {
  it.each<[TypedKind, string]>([
    ...[
      "90210–1234",
      "90210‑1234",
      "90210\u00a01234",
      "90210-",
      "CA 90210",
      "90210, CA",
      "９０２１０",
      "٩٠٢١٠",
    ].map((typed): [TypedKind, string] => ["zip", typed]),
    ...[
      ...[
        "001 213 555 0123",
        "213/555/0123",
        "213·555·0123",
        "(213) 555-0123 x12",
        "213-555-0123 ext. 4",
        "213.555.0123 #9",
      ],
      ...[
        "tel:+1-213-555-0123",
        "Phone: 213 555 0123",
        "２１３５５５０１２３",
        "٢١٣٥٥٥٠١٢٣",
        "+１ (２１３) ５５５－０１２３",
      ],
    ].map((typed): [TypedKind, string] => ["phone", typed]),
  ])("%s %j", (kind, typed) => {
    expect(judge(kind, typed)).toBe(kind === "zip" ? "90210" : "(213) 555-0123");
  });

  it.each<[TypedKind, string, string]>([
    ["phone", "213-555-0123 or 213-555-0199", "!phone"],
    ["phone", "+44 20 7946 0958", "!phone"],
    ["phone", "1-800-FLOWERS", "!phone"],
    ["zip", "902101", "!zip"],
    ["zip", "K1A 0B1", "!zip"],
  ])("but %s %j is %s", (kind, typed, expected) => {
    expect(judge(kind, typed)).toBe(expected);
  });

  it.each([
    "maria@gmail.com\\x",
    "maria@gmail.com/",
    "maria@gmail.com?subject=hi",
    "maria@gmail.com#top",
    "<maria@gmail.com>",
    "Maria Lopez <maria@gmail.com>",
    "mailto:maria@gmail.com",
    "maria @gmail.com",
    "maria@gmail。com",
  ])("%j is no address, and what was meant is asked", (typed) => {
    expect(judge("email", typed)).toBe("!email");
    expect(emailSuggestion(typed)).toBe("maria@gmail.com");
  });
});
