import { describe, expect, it } from "vitest";
import type { AnswerField, Answers } from "../../../machines/answers.ts";
import { answerDigits, type FieldKind, parseAnswer } from "../../../machines/fields.ts";
import { steps } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";

const now = { year: 2025, month: 6, day: 15 };

/** The recorded value, or the error key after an exclamation mark. */
function judge(kind: FieldKind, typed: string, name: AnswerField = "firstName"): string | undefined {
  const parsed = parseAnswer({ kind: "contact", fields: [{ name, kind }] }, { [name]: typed }, now);
  return parsed.ok ? parsed.answers[name] : `!${parsed.errors[name]}`;
}

describe("name", () => {
  it.each([
    ["  Ana ", "Ana"],
    ["María José O’Neill-Núñez", "María José O’Neill-Núñez"],
    ["مريم", "مريم"],
    ["Zoe\u0308", "Zoe\u0308"],
    ["Zo\u00eb", "Zo\u00eb"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["🙂".repeat(100), "🙂".repeat(100)],
    ["🙂".repeat(101), "!tooLong"],
    ["", "!required"],
    [" \u200b\u2060 ", "!required"],
    ["A\u0000na", "!characters"],
    ["A\nna", "!characters"],
    ["A\ud83dna", "!characters"],
    ["A\u0085na", "!characters"],
  ])("%j gives %j", (typed, expected) => {
    expect(judge("name", typed)).toBe(expected);
  });
});

describe("email", () => {
  const long = (length: number) => `${"a".repeat(length - 6)}@b.com`;
  it.each([
    [" Ana@Example.COM ", "Ana@Example.COM"],
    ["a@b.c", "a@b.c"],
    ["ñ@correo.example", "ñ@correo.example"],
    [long(254), long(254)],
    [long(255), "!tooLong"],
    ["", "!required"],
    ["ana", "!email"],
    ["ana@example", "!email"],
    ["a@b@c.d", "!email"],
    ["a b@c.d", "!email"],
    ["@b.c", "!email"],
    ["a@.c\u0000", "!characters"],
  ])("%j gives %j", holds(396), (typed, expected) => {
    expect(judge("email", typed)).toBe(expected);
  });

  it("judges the length before the pattern, whose time grows with its square", () => {
    expect(judge("email", `${"a@.".repeat(20_000)}@`)).toBe("!tooLong");
  });
});

describe("phone", () => {
  it.each([
    ["2135550123", "(213) 555-0123"],
    ["(213) 555-0123", "(213) 555-0123"],
    ["213.555.0123", "(213) 555-0123"],
    ["+1 213 555 0123", "(213) 555-0123"],
    ["+12135550123", "(213) 555-0123"],
    ["1-213-555-0123", "(213) 555-0123"],
    ["213–555–0123", "(213) 555-0123"],
    ["\u202a+1 (213) 555-0123\u202c", "(213) 555-0123"],
    ["", "!required"],
    ["(213) 555-012", "!phone"],
    ["21355501234", "!phone"],
    ["22135550123", "!phone"],
    ["+44 20 7946 0958", "!phone"],
    ["213555CALL", "!phone"],
    ["213555\u00000123", "!characters"],
  ])("%j gives %j", holds(397, 419, 436), (typed, expected) => {
    expect(judge("phone", typed)).toBe(expected);
  });

  it("hands the check its ten digits", holds(436), () => {
    expect(answerDigits("(213) 555-0123")).toBe("2135550123");
  });
});

describe("zip", () => {
  it.each([
    [" 02134 ", "02134"],
    ["90001-1234", "90001"],
    ["900011234", "90001"],
    ["", "!required"],
    ["9000", "!zip"],
    ["900011", "!zip"],
    ["9000a", "!zip"],
    ["٩٠٠٠١", "!zip"],
  ])("%j gives %j", holds(398), (typed, expected) => {
    expect(judge("zip", typed)).toBe(expected);
  });
});

describe("description", () => {
  it.each([
    ["a".repeat(19), "!tooShort"],
    ["a".repeat(20), "a".repeat(20)],
    [` ${"a".repeat(19)} `, "!tooShort"],
    ["🙂".repeat(19), "!tooShort"],
    ["🙂".repeat(20), "🙂".repeat(20)],
    ["a".repeat(5000), "a".repeat(5000)],
    ["a".repeat(5001), "!tooLong"],
    ["   ", "!required"],
    ["He braked.\r\nI could not\tstop.", "He braked.\nI could not\tstop."],
    [`${"a".repeat(20)}\u0000`, "!characters"],
    [`${"a".repeat(20)}\u001b[31m`, "!characters"],
    [`${"a".repeat(20)}\udc00`, "!characters"],
  ])("%j gives %j", holds(92, 421, 422), (typed, expected) => {
    expect(judge("description", typed)).toBe(expected);
  });
});

describe("when", () => {
  const when = (month: string, day: string, year: string) =>
    parseAnswer(steps.WhenWasTheAccident, { injury_month: month, injury_day: day, injury_year: year }, now);
  const errorsOf = (parsed: ReturnType<typeof when>) => (parsed.ok ? parsed.answers : parsed.errors);

  it.each([
    ["6", "15", "2025", { injury_month: "06", injury_day: "15", injury_year: "2025" }],
    ["02", "29", "2024", { injury_month: "02", injury_day: "29", injury_year: "2024" }],
    ["1", "1", "1900", { injury_month: "01", injury_day: "01", injury_year: "1900" }],
    ["6", "31", "2024", { injury_day: "date" }],
    ["2", "29", "2023", { injury_day: "date" }],
    ["13", "1", "2024", { injury_month: "date" }],
    ["0", "32", "2024", { injury_month: "date", injury_day: "date" }],
    ["1", "1", "1899", { injury_year: "date" }],
    ["1", "1", "24", { injury_year: "date" }],
    ["12", "1", "2024", { injury_month: "12", injury_day: "01", injury_year: "2024" }],
    ["1", "0", "2024", { injury_day: "date" }],
    ["0x1", "1e0", "2024", { injury_month: "date", injury_day: "date" }],
    ["13", "1", "2026", { injury_month: "date" }],
    ["13", "32", "2026", { injury_month: "date", injury_day: "date" }],
    ["13", "0", "2024", { injury_month: "date", injury_day: "date" }],
    ["", "1", "2024", { injury_month: "date" }],
    ["6", "", "", { injury_day: "date", injury_year: "date" }],
    ["June", "1", "2024", { injury_month: "date" }],
    ["6", "16", "2025", { injury_day: "futureDate" }],
    ["7", "1", "2025", { injury_month: "futureDate" }],
    ["1", "1", "2026", { injury_year: "futureDate" }],
    ["", " ", "", { option: "choose" }],
  ] as [string, string, string, object][])("%j/%j/%j gives %j", (month, day, year, expected) => {
    expect(errorsOf(when(month, day, year))).toEqual(expected);
  });

  it("lets a pressed button win over what is in the date fields", () => {
    const posted = { option: "Within 30 Days", injury_month: "13", injury_day: "1", injury_year: "2024" };
    expect(parseAnswer(steps.WhenWasTheAccident, posted, now)).toEqual({
      ok: true,
      answers: { accident_date_button: "Within 30 Days" },
    });
  });

  it("keeps what was typed", () => {
    expect(when("6", "31", "2024")).toMatchObject({
      values: { injury_month: "6", injury_day: "31", injury_year: "2024" },
    });
  });
});

describe("choice", () => {
  it.each([undefined, "", "maybe", "__proto__", "constructor", "NO"])("refuses %j", (option) => {
    expect(parseAnswer(steps.AtFault, { option }, now)).toEqual({
      ok: false,
      errors: { option: "choose" },
      values: {},
    });
  });

  it("takes nothing but the option's own records", () => {
    const posted = { option: "no", with_Lawyer: "no", partial_fault: "yes" };
    expect(parseAnswer(steps.AtFault, posted, now)).toEqual({ ok: true, answers: { at_Fault: "no" } });
  });

  it("does not hand out the step's own data", () => {
    const parsed = parseAnswer(steps.AtFault, { option: "no" }, now);
    if (parsed.ok) parsed.answers.at_Fault = "yes";
    expect(parseAnswer(steps.AtFault, { option: "no" }, now)).toEqual({
      ok: true,
      answers: { at_Fault: "no" },
    });
  });
});

it("a date's first year is accepted, the one before is not", () => {
  expect(judge("date", "1900-01-01")).toBe("1900-01-01");
  expect(judge("date", "1899-12-31")).toBe("!date");
});

it("a year alone is not in the future on the first day of it", () => {
  const field = { name: "injury_year", kind: "year" } as const;
  const newYear = { year: 2025, month: 1, day: 1 };
  expect(parseAnswer({ kind: "contact", fields: [field] }, { injury_year: "2025" }, newYear)).toEqual({
    ok: true,
    answers: { injury_year: "2025" },
  });
});

it("what a post inherits is not posted", () => {
  const field = { name: "firstName", kind: "name" } as const;
  const posted = Object.create({ firstName: "Ana" });
  expect(parseAnswer({ kind: "contact", fields: [field] }, posted, now)).toMatchObject({
    errors: { firstName: "required" },
  });
});

it("reports every bad field and keeps every typed one", holds(420), () => {
  const typed: Answers = { firstName: "Ana", lastName: "", email: "ana@" };
  expect(parseAnswer(steps.NameAndEmail, typed, now)).toEqual({
    ok: false,
    errors: { lastName: "required", email: "email" },
    values: typed,
  });
});
