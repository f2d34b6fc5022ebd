import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerDigits,
  type ErrorKey,
  errorKeys,
  parseAnswer,
} from "../../../machines/fields/parse-answer.ts";
import { fieldSchemas } from "../../../machines/fields/schemas.ts";
import { type Answers, answerFields } from "../../../machines/rules/answers.ts";
import { emailSuggestion } from "../../../machines/rules/email-suggestion.ts";
import { steps } from "../../../machines/steps/index.ts";
import type { Step, TypedKind } from "../../../machines/steps/step.ts";
import { holds } from "../../support/holds.ts";
import { today } from "../../support/lead-facts.ts";
import { judge, judgeStep, kinds } from "../steps/questions.ts";

const [a20, smiles] = ["a".repeat(20), (count: number) => "🙂".repeat(count)] as const;
const address = (length: number) => `${"a".repeat(length - 6)}@b.com`;

describe("a typed value", () => {
  it.each<[TypedKind, string, string]>([
    ["name", "  Ana ", "Ana"],
    ["name", "María José O’Neill-Núñez", "María José O’Neill-Núñez"],
    ["name", "Zoe\u0308", "Zoe\u0308"],
    ["name", "Zo\u00eb", "Zo\u00eb"],
    ["name", smiles(100), smiles(100)],
    ["name", smiles(101), "!tooLong"],
    ["name", "", "!required"],
    ["name", " \u200b\u2060 ", "!required"],
    ["name", "A\u0000na", "Ana"],
    ["name", "A\nna", "A na"],
    ["name", "A\ud83dna", "!characters"],
    ["name", "A\u0085na", "A…na"],
    ["email", " Ana@Example.COM ", "Ana@Example.COM"],
    ["email", "a@b.c", "a@b.c"],
    ["email", "ñ@correo.example", "ñ@correo.example"],
    ["email", address(254), address(254)],
    ["email", address(255), "!tooLong"],
    ["email", "", "!required"],
    ["email", "ana", "!email"],
    ["email", "ana@example", "!email"],
    ["email", "a@b@c.d", "!email"],
    ["email", "a b@c.d", "!email"],
    ["email", "@b.c", "!email"],
    ["email", "a@.c\ud83d", "!characters"],
    ["phone", "2135550123", "(213) 555-0123"],
    ["phone", "(213) 555-0123", "(213) 555-0123"],
    ["phone", "213.555.0123", "(213) 555-0123"],
    ["phone", "+1 213 555 0123", "(213) 555-0123"],
    ["phone", "+12135550123", "(213) 555-0123"],
    ["phone", "1-213-555-0123", "(213) 555-0123"],
    ["phone", "213–555–0123", "(213) 555-0123"],
    ["phone", "\u202a+1 (213) 555-0123\u202c", "(213) 555-0123"],
    ["phone", "", "!required"],
    ["phone", "(213) 555-012", "!phone"],
    ["phone", "21355501234", "!phone"],
    ["phone", "22135550123", "!phone"],
    ["phone", "+44 20 7946 0958", "!phone"],
    ["phone", "213555CALL", "!phone"],
    ["phone", "213555\u00000123", "(213) 555-0123"],
    ["zip", " 02134 ", "02134"],
    ["zip", "90001-1234", "90001"],
    ["zip", "900011234", "90001"],
    ["zip", "", "!required"],
    ["zip", "9000", "!zip"],
    ["zip", "900011", "!zip"],
    ["zip", "9000a", "!zip"],
    ["zip", "٩٠٠٠١", "90001"],
    ["description", "a".repeat(19), "!tooShort"],
    ["description", a20, a20],
    ["description", ` ${"a".repeat(19)} `, "!tooShort"],
    ["description", smiles(19), "!tooShort"],
    ["description", smiles(20), smiles(20)],
    ["description", "a".repeat(5000), "a".repeat(5000)],
    ["description", "a".repeat(5001), "!tooLong"],
    ["description", "   ", "!required"],
    ["description", "He braked.\r\nI could not\tstop.", "He braked.\nI could not\tstop."],
    ["description", `${a20}\u0000`, a20],
    ["description", `${a20}\u001b[31m`, `${a20}[31m`],
    ["description", `${a20}\udc00`, "!characters"],
    ["text", " Rivera & Co ", "Rivera & Co"],
    ["text", smiles(200), smiles(200)],
    ["text", smiles(201), "!tooLong"],
    ["text", " ", "!required"],
    ["text", "a\nb", "a b"],
    ["year", "2025", "2025"],
    ["year", "2026", "!futureYear"],
    ["year", "1899", "!year"],
    ["year", "20245", "!year"],
  ])("%s %j gives %j", holds(92, 396, 397, 398, 401, 419, 421, 422, 436), (kind, typed, expected) => {
    expect(judge(kind, typed)).toBe(expected);
  });

  it("a phone number is checked as its ten digits", holds(436), () => {
    expect(answerDigits("(213) 555-0123")).toBe("2135550123");
  });

  it.each<[typed: string, ticket: string, birth: string]>([
    ["2025-06-15", "2025-06-15", "!birthDate"],
    ["2025-06-14", "2025-06-14", "2025-06-14"],
    ["2025-06-16", "!futureDate", "!birthDate"],
    ["9999-12-31", "!futureDate", "!birthDate"],
    [" 3/7/2024 ", "2024-03-07", "2024-03-07"],
    ["03.07.2024", "2024-03-07", "2024-03-07"],
    ["3 7 2024", "2024-03-07", "2024-03-07"],
    ["1900-01-01", "1900-01-01", "1900-01-01"],
    ["", "!required", "!required"],
    ["\u0000", "!required", "!required"],
    ...[
      "1899-12-31",
      "0000-01-01",
      "2024-02-30",
      "6/31/2024",
      "31/12/2024",
      "0/1/2024",
      "1/0/2024",
      "2024-00-10",
      "yesterday",
      "2024-03",
      "02/30",
      "2024-06-15T10:00",
      "+2024-06-15",
    ].map((typed) => [typed, "!date", "!date"] as [string, string, string]),
  ])("the typed date %j is %j for a ticket and %j for a birth", (typed, ticket, birth) => {
    expect([judge("date", typed), judge("birthDate", typed)]).toEqual([ticket, birth]);
  });

  it("a year alone is not in the future on its first day", () => {
    const fields = [{ name: "injury_year", kind: "year" }] as const;
    const parsed = parseAnswer(
      { kind: "contact", fields: [...fields] },
      { injury_year: "2025" },
      { ...today, month: 1, day: 1 },
    );
    expect(parsed.ok).toBe(true);
  });
});

describe("when", () => {
  const recorded = (injury_year: string, injury_month: string, injury_day: string) => ({
    injury_month,
    injury_day,
    injury_year,
  });
  const wrong = { injury_month: "month", injury_day: "day" };

  it.each([
    ["6", "15", "2025", recorded("2025", "06", "15")],
    ["02", "29", "2024", recorded("2024", "02", "29")],
    ["1", "1", "1900", recorded("1900", "01", "01")],
    ["12", "1", "2024", recorded("2024", "12", "01")],
    ["6", "31", "2024", { injury_day: "noSuchDay" }],
    ["2", "29", "2023", { injury_day: "noSuchDay" }],
    ["1", "0", "2024", { injury_day: "day" }],
    ["13", "1", "2024", { injury_month: "month" }],
    ["13", "1", "2026", { injury_month: "month", injury_year: "futureYear" }],
    ["", "1", "2024", { injury_month: "required" }],
    ["June", "1", "2024", { injury_month: "month" }],
    ["0", "32", "2024", wrong],
    ["0x1", "1e0", "2024", wrong],
    ["13", "32", "2026", { ...wrong, injury_year: "futureYear" }],
    ["2", "31", "2026", { injury_day: "noSuchDay", injury_year: "futureYear" }],
    ["7", "32", "2025", { injury_day: "day", injury_month: "futureMonth" }],
    ["13", "0", "2024", wrong],
    ["1", "1", "1899", { injury_year: "year" }],
    ["1", "1", "24", recorded("2024", "01", "01")],
    ["1", "1", " 95 ", recorded("1995", "01", "01")],
    ["1", "1", "94", { injury_year: "year" }],
    ["1", "1", "26", { injury_year: "year" }],
    ["1", "1", "204", { injury_year: "year" }],
    ["6", "", "", { injury_day: "required", injury_year: "required" }],
    ["6", "16", "2025", { injury_day: "futureDate" }],
    ["7", "1", "2025", { injury_month: "futureMonth" }],
    ["1", "1", "2026", { injury_year: "futureYear" }],
    ["", " ", "", { option: "answerOrDate" }],
  ])("%j/%j/%j gives %j", (injury_month, injury_day, injury_year, expected) => {
    expect(judgeStep("WhenWasTheAccident", { injury_month, injury_day, injury_year })).toEqual(expected);
  });

  it("lets a pressed button override the date fields", () => {
    const posted = { option: "Within 30 Days", ...recorded("2024", "13", "1") };
    expect(judgeStep("WhenWasTheAccident", posted)).toEqual({ accident_date_button: "Within 30 Days" });
  });
});

describe("choice", () => {
  it.each([undefined, "", "maybe", "__proto__", "constructor", "NO"])("refuses %j", (option) => {
    const refused = { ok: false, errors: { option: "choose" }, values: {} };
    expect(parseAnswer(steps.AtFault, { option }, today)).toEqual(refused);
  });

  it("does not expose the step's own data", () => {
    Object.assign(judgeStep("AtFault", { option: "no" }), { at_Fault: "yes" });
    expect(judgeStep("AtFault", { option: "no" })).toEqual({ at_Fault: "no" });
  });
});

describe("the answer of a whole form", () => {
  it("a field that a post only inherits counts as not posted", () => {
    expect(judgeStep("ZipCode", Object.create({ zip_code: "90210" }))).toEqual({ zip_code: "required" });
  });

  it("parseAnswer reports every bad field and keeps what was typed in each", holds(420), () => {
    const typed: Answers = { firstName: "Ana", lastName: "", email: "ana@" };
    expect(parseAnswer(steps.NameAndEmail, typed, today)).toEqual({
      ok: false,
      errors: { lastName: "required", email: "email" },
      values: typed,
    });
  });
});

type Expected = Record<TypedKind, ErrorKey | "kept">;
/** For a text that is not a number; a line of text that is not an address is valid. */
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
  it.each(["a", "1", "🙂", "a@.", "(", "é", "x "])("a megabyte of %j is refused everywhere", (piece) => {
    const typed = piece.repeat(1_000_000 / piece.length);
    const expected: Expected = { ...words, ...all("tooLong"), ...(piece === "1" && { phone: "phoneMany" }) };
    for (const kind of kinds) expect(judge(kind, typed), kind).toBe(`!${expected[kind]}`);
  });
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
      "001 213 555 0123",
      "213/555/0123",
      "213·555·0123",
      "(213) 555-0123 x12",
      "213-555-0123 ext. 4",
      "213.555.0123 #9",
      "tel:+1-213-555-0123",
      "Phone: 213 555 0123",
      "213-555-0123 cell",
      "213-555-0123 after 5pm",
      "213-555-0123, ask for the driver",
      "(213) 555-0123 después de las 17:30",
      "2l3-555-o123",
      "two one three 555 0123",
      "dos uno tres cinco cinco cinco cero uno dos tres",
      "２１３５５５０１２３",
      "٢١٣٥٥٥٠١٢٣",
      "+１ (２１３) ５５５－０１２３",
    ].map((typed): [TypedKind, string] => ["phone", typed]),
  ])("%s %j", (kind, typed) => {
    expect(judge(kind, typed)).toBe(kind === "zip" ? "90210" : "(213) 555-0123");
  });

  it.each<[TypedKind, string, string]>([
    ["phone", "213-555-0123 or 213-555-0199", "!phoneMany"],
    ["phone", "213-555-01234567", "!phoneMany"],
    ["phone", "213-555-012 after 5pm", "!phone"],
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
    "maria@gmail.com%20",
    "maria@gmail.com;bob@x.com",
    "maria@@gmail.com",
    "maria@gmail.com:443",
    "maria at gmail dot com",
    "maria arroba gmail punto com",
    "maria@gmail.com,bob@x.com",
    "mailto:maria@gmail.com",
    "maria @gmail.com",
    "maria@gmail。com",
  ])("%j is not valid, and the visitor is asked what was meant", (typed) => {
    expect(judge("email", typed)).toBe("!email");
    expect(emailSuggestion(typed)).toBe("maria@gmail.com");
  });
});

const step = fc.constantFrom<Step>(...Object.values(steps));
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("2135550123", "+1 (213) 555-0123", "90001-1234", "6", "31", "2024", "a@b.c"),
  fc.constantFrom("\0", "\ud800", "\r\n", "__proto__"),
  fc.constantFrom("a", "@.", " ", "\u0301", "🙂").map((piece) => piece.repeat(60_000)),
);
const name = fc.oneof(fc.constantFrom("option", "__proto__", "constructor", ...answerFields), fc.string());
const posted = fc
  .array(fc.tuple(name, fc.option(text, { nil: undefined })), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries));

describe("parseAnswer", () => {
  it("parseAnswer never throws, and answers only the step's own fields", () => {
    fc.assert(
      fc.property(step, posted, (step, posted) => {
        const parsed = parseAnswer(step, posted, today);
        const known = new Set<string>([
          ...(step.fields ?? []).map((field) => field.name),
          ...[step, ...(step.fields ?? [])]
            .flatMap(({ options = [] }) => options)
            .flatMap((option) => Object.keys(option.records)),
        ]);
        const got = parsed.ok ? parsed.answers : parsed.values;
        expect(Object.keys(got).filter((field) => !known.has(field))).toEqual([]);
        if (!parsed.ok) {
          expect(Object.keys(parsed.errors).length).toBeGreaterThan(0);
          for (const key of Object.values(parsed.errors)) expect(errorKeys).toContain(key);
        }
      }),
    );
  });

  it("parseAnswer survives posts that are not flat text", holds("T16"), () => {
    const posts = [Object.create(null), { email: ["a@b.c"] }, { email: { trim: null } }, { option: 1 }];
    for (const hostile of posts) {
      for (const step of Object.values<Step>(steps)) {
        expect(parseAnswer(step, hostile, today).ok).toBe(step.kind === "info");
      }
    }
  });

  const kind = fc.constantFrom(...(Object.keys(fieldSchemas) as (keyof typeof fieldSchemas)[]));

  it("parseAnswer is idempotent: a recorded answer is recorded unchanged", () => {
    fc.assert(
      fc.property(kind, text, (kind, typed) => {
        const once = fieldSchemas[kind].safeParse(typed);
        fc.pre(once.success);
        expect(fieldSchemas[kind].safeParse(once.data)).toMatchObject({ success: true, data: once.data });
      }),
    );
  });

  it("parseAnswer records every well-formed long text letter by letter", holds("T17"), () => {
    const sentence = fc.string({ unit: "grapheme", minLength: 20, maxLength: 300 });
    fc.assert(
      fc.property(sentence, (words) => {
        const typed = `It hit me here. ${words} That is all.`;
        expect(parseAnswer(steps.IncidentDescription, { case_description: typed }, today)).toEqual({
          ok: true,
          answers: { case_description: typed },
        });
      }),
    );
  });
});
