import { describe, expect, it } from "vitest";
import type { AnswerField } from "../../../machines/answers.ts";
import { type ErrorKey, parseAnswer, type TypedKind } from "../../../machines/fields.ts";

const today = { year: 2025, month: 6, day: 15 };
const fieldOf: Record<TypedKind, AnswerField> = {
  name: "firstName",
  email: "email",
  phone: "phone",
  zip: "zip_code",
  month: "injury_month",
  day: "injury_day",
  year: "injury_year",
  date: "ticket_date",
  birthDate: "date_of_birth",
  text: "address",
  description: "case_description",
};
const kinds = Object.keys(fieldOf) as TypedKind[];

/** What is recorded, or what is wrong. */
function judge(kind: TypedKind, typed: string): { recorded: string } | { error: ErrorKey } {
  const name = fieldOf[kind];
  const judged = parseAnswer({ kind: "contact", fields: [{ name, kind }] }, { [name]: typed }, today);
  return judged.ok ? { recorded: judged.answers[name]! } : { error: judged.errors[name]! };
}

type Expected = Record<TypedKind, ErrorKey | "kept">;
const digitsOnly = {
  phone: "phone",
  zip: "zip",
  month: "month",
  day: "date",
  year: "year",
  date: "date",
  birthDate: "date",
} as const;

const hostile: [what: string, typed: string, expected: Expected][] = [
  [
    "a null byte",
    "He came from the left\u0000 and hit me",
    {
      ...digitsOnly,
      phone: "characters",
      name: "characters",
      email: "characters",
      text: "characters",
      description: "characters",
    },
  ],
  [
    "half of an emoji",
    "He came from the left \ud83d and hit me",
    {
      ...digitsOnly,
      phone: "characters",
      name: "characters",
      email: "characters",
      text: "characters",
      description: "characters",
    },
  ],
  [
    "an escape sequence",
    "\u001b[31mHe came from the left and hit me",
    {
      ...digitsOnly,
      phone: "characters",
      name: "characters",
      email: "characters",
      text: "characters",
      description: "characters",
    },
  ],
  [
    "emoji",
    "👩‍👩‍👧 Zoë 🙂🚗💥 and the family car",
    { ...digitsOnly, name: "kept", email: "email", text: "kept", description: "kept" },
  ],
  [
    "Arabic",
    "صدمتني سيارة من الخلف عند الإشارة",
    { ...digitsOnly, name: "kept", email: "email", text: "kept", description: "kept" },
  ],
  [
    "Hebrew between marks of direction",
    "\u2067שמי \u200fדוד כהן\u2069 (David Cohen)",
    { ...digitsOnly, name: "kept", email: "email", text: "kept", description: "kept" },
  ],
  [
    "markup",
    "<script>alert(1)</script> & 'x' \"y\"",
    { ...digitsOnly, name: "kept", email: "email", text: "kept", description: "kept" },
  ],
  [
    "SQL",
    "Robert'); DROP TABLE lead;-- ",
    { ...digitsOnly, name: "kept", email: "email", text: "kept", description: "kept" },
  ],
  [
    "digits of another script",
    "٢١٣٥٥٥٠١٢٣",
    { ...digitsOnly, name: "kept", email: "email", text: "kept", description: "tooShort" },
  ],
  [
    "nothing that can be seen",
    " \u200b\u2060\u00ad\t\n ",
    {
      ...digitsOnly,
      name: "required",
      email: "required",
      phone: "required",
      zip: "required",
      date: "required",
      birthDate: "required",
      text: "required",
      description: "required",
    },
  ],
];

describe.each(hostile)("%s", (_, typed, expected) => {
  it.each(kinds)("in a field of kind %s is stored as typed, or refused with a reason", (kind) => {
    const wanted = expected[kind];
    expect(judge(kind, typed)).toEqual(wanted === "kept" ? { recorded: typed.trim() } : { error: wanted });
  });
});

const longError: Expected = {
  ...digitsOnly,
  name: "tooLong",
  email: "tooLong",
  text: "tooLong",
  description: "tooLong",
};

describe("ten megabytes", () => {
  it.each(["a", "1", "🙂", "a@.", "(", "é", "x "])("of %j are refused everywhere", (piece) => {
    const typed = piece.repeat(10_000_000 / piece.length);
    for (const kind of kinds) expect(judge(kind, typed), kind).toEqual({ error: expectedFor(kind, piece) });
  });

  const expectedFor = (kind: TypedKind, piece: string) =>
    kind === "phone" && piece === "(" ? "phone" : longError[kind];
});

describe("dates that cannot be", () => {
  const impossible = [
    "2024-02-30",
    "2023-02-29",
    "1900-02-29",
    "6/31/2024",
    "13/1/2024",
    "0/1/2024",
    "1/0/2024",
  ];
  it.each([
    ...impossible,
    "2024-00-10",
    "0000-01-01",
    "1899-12-31",
    "02/30",
    "2024-06-15T10:00",
    "+2024-06-15",
  ])("%s", (typed) => {
    expect([judge("date", typed), judge("birthDate", typed)]).toEqual([{ error: "date" }, { error: "date" }]);
  });

  it.each(["2025-06-16", "6/16/2025", "2026-01-01", "9999-12-31"])("ahead: %s", (typed) => {
    expect([judge("date", typed), judge("birthDate", typed)]).toEqual([
      { error: "futureDate" },
      { error: "birthDate" },
    ]);
  });

  it("today is no date of birth, and may be that of a ticket", () => {
    expect(judge("date", "2025-06-15")).toEqual({ recorded: "2025-06-15" });
    expect(judge("birthDate", "2025-06-15")).toEqual({ error: "birthDate" });
  });

  it("the 29th of a leap year's February is real", () => {
    expect(judge("date", "2/29/2024")).toEqual({ recorded: "2024-02-29" });
    expect(judge("birthDate", "2000-02-29")).toEqual({ recorded: "2000-02-29" });
  });
});

describe("what was copied together with invisible characters", () => {
  it.each<[TypedKind, string, string]>([
    ["email", "\u200bana@example.com\u2060", "ana@example.com"],
    ["email", "ana@exam\u00adple.com", "ana@example.com"],
    ["zip", "\u202a90001\u202c", "90001"],
    ["phone", "\u202a(213) 555-0123\u202c", "(213) 555-0123"],
    ["name", "\u200fدوד", "\u200fدوד"],
  ])("%s %j is recorded as %j", (kind, typed, recorded) => {
    expect(judge(kind, typed)).toEqual({ recorded });
  });
});
