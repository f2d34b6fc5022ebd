import * as z from "zod/mini";
import { type AnswerField, type Answers, answerIs } from "./answers.ts";
import { judgeAccidentDate, judgeDay, typedDay } from "./field-dates.ts";
import { type CalendarDay, formatIso } from "./rules/dates.ts";
import {
  DESCRIPTION_MAX_CHARACTERS,
  DESCRIPTION_MIN_CHARACTERS,
  EARLIEST_YEAR,
  EMAIL_MAX_LENGTH,
  NAME_MAX_CHARACTERS,
} from "./rules/limits.ts";
import type { Field, Step } from "./steps/step.ts";

/** Kinds of typed input; each has one zod schema. */
export type TypedKind =
  | "name"
  | "email"
  | "phone"
  | "zip"
  | "month"
  | "day"
  | "year"
  | "date"
  | "birthDate"
  | "text"
  | "description";

/** Kinds of input: typed, or `select`, one of the field's own options by its value. */
export type FieldKind = TypedKind | "select";

/** What can be wrong with an answer; `machines/messages` says it in words. */
export const errorKeys = [
  "required", // nothing was typed
  "choose", // no option was chosen
  "tooShort", // description under 20 characters
  "tooLong",
  "characters", // control characters or broken Unicode
  "email", // not an address
  "emailRefused", // the check says it does not exist or is disposable
  "emailBlocked", // refused twice in this session
  "phone", // not ten digits
  "phoneRefused", // the check says the number cannot exist
  "zip", // not five digits
  "zipUnknown", // the look-up knows no place for it
  "date", // no such day, or incomplete
  "month", // no month, where no whole date is asked
  "year", // no year, likewise
  "futureDate",
  "birthDate", // not before today
] as const;
export type ErrorKey = (typeof errorKeys)[number];

/** What is wrong, by field; `option` stands for the buttons. */
export type AnswerErrors = { [field in AnswerField | "option"]?: ErrorKey };

/** What a post amounts to: what it records, or what is wrong with it and what had been typed. */
export type ParsedAnswer =
  | { ok: true; answers: Answers }
  | { ok: false; errors: AnswerErrors; values: Answers };

const BROKEN = /[\p{Cc}\p{Cs}]/u;
const BROKEN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
// What is copied from elsewhere carries invisible direction marks and, in numbers, other people's dashes.
const INVISIBLE = /\p{Cf}+/gu;
const PHONE_PUNCTUATION = /[()[\].\s\p{Pd}\p{Cf}]/gu;
const PHONE = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/;
const ZIP = /^(\d{5})(?:[- ]?\d{4})?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Longest line of free text, in characters (code points); ours. */
const TEXT_MAX_CHARACTERS = 200;

/** Refuses what fails `test`; the checks after it are then not run. */
const must = (test: (text: string) => boolean, error: ErrorKey) =>
  z.refine<string>(test, { error, abort: true });
const filled = must((text) => VISIBLE.test(text), "required");
const oneLine = must((text) => !BROKEN.test(text), "characters");
const atMost = (length: number) => must((text) => hasAtMost(length, text), "tooLong");
const visibleOnly = z.overwrite<string>((text) => text.replace(INVISIBLE, ""));
const whole = (min: number, max: number) =>
  must((text) => /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max, "date");
const twoDigits = z.overwrite<string>((text) => text.padStart(2, "0"));

const dateSchema = z.string().check(
  z.trim(),
  filled,
  must((text) => typedDay(text) !== undefined, "date"),
  z.overwrite((text) => formatIso(typedDay(text)!)),
);

/** One schema per kind: from what was typed to what is recorded. Its first issue's message is an `ErrorKey`. */
export const fieldSchemas: Record<TypedKind, z.ZodMiniString> = {
  name: z.string().check(z.trim(), filled, atMost(NAME_MAX_CHARACTERS), oneLine),
  email: z.string().check(
    visibleOnly,
    z.trim(),
    filled,
    // Before the pattern, which takes time in the square of the length.
    must((text) => text.length <= EMAIL_MAX_LENGTH, "tooLong"),
    oneLine,
    must((text) => EMAIL.test(text), "email"),
  ),
  phone: z.string().check(
    z.trim(),
    filled,
    oneLine,
    z.overwrite((text) => text.replace(PHONE_PUNCTUATION, "")),
    must((text) => PHONE.test(text), "phone"),
    z.overwrite((text) => text.replace(PHONE, "($1) $2-$3")),
  ),
  zip: z.string().check(
    visibleOnly,
    z.trim(),
    filled,
    must((text) => ZIP.test(text), "zip"),
    z.overwrite((text) => text.slice(0, 5)),
  ),
  month: z.string().check(z.trim(), whole(1, 12), twoDigits),
  day: z.string().check(z.trim(), whole(1, 31), twoDigits),
  year: z.string().check(
    z.trim(),
    must((text) => /^\d{4}$/.test(text) && Number(text) >= EARLIEST_YEAR, "date"),
  ),
  date: dateSchema,
  birthDate: dateSchema,
  text: z.string().check(z.trim(), filled, atMost(TEXT_MAX_CHARACTERS), oneLine),
  description: z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, "\n")),
    z.trim(),
    filled,
    must((text) => !hasAtMost(DESCRIPTION_MIN_CHARACTERS - 1, text), "tooShort"),
    atMost(DESCRIPTION_MAX_CHARACTERS),
    must((text) => !BROKEN_LINES.test(text), "characters"),
  ),
};

/** The ten digits of a recorded phone number. */
export function answerDigits(phone: string): string {
  return phone.replace(/\D/g, "");
}

/**
 * Judges one post of a step's form (spec 5; rulings 12, 114, 115, 121 and 134). Never throws.
 * @param posted the form's fields as they came
 * @param today the visitor's calendar day, for dates in the future
 */
export function parseAnswer(
  step: Pick<Step, "kind" | "options" | "fields">,
  posted: Record<string, string | undefined>,
  today: CalendarDay,
): ParsedAnswer {
  const values = typedValues(step, posted);
  const pressed = textOf(posted, "option");
  if (step.options?.length && pressed !== "") {
    const option = step.options.find((each) => each.value === pressed);
    return option
      ? { ok: true, answers: { ...option.records } }
      : { ok: false, errors: { option: "choose" }, values };
  }
  if (
    step.kind === "choice" ||
    step.kind === "end" ||
    (step.kind === "when" && !Object.values(values).some((text) => text.trim()))
  ) {
    return { ok: false, errors: { option: "choose" }, values };
  }

  const answers: Answers = {};
  const errors: AnswerErrors = {};
  for (const field of step.fields ?? []) {
    const { name, onlyWhen } = field;
    if (onlyWhen && !answerIs(answers[onlyWhen.field], onlyWhen.is)) continue;
    const judged = judgeField(field, values[name] ?? "", today);
    if (typeof judged === "string") errors[name] = step.kind === "when" ? judged : ownError(field, judged);
    else Object.assign(answers, judged);
  }
  if (Object.keys(errors).length === 0) Object.assign(errors, judgeAccidentDate(answers, today));
  return Object.keys(errors).length === 0 ? { ok: true, answers } : { ok: false, errors, values };
}

/** What one field records, or what is wrong with it. */
function judgeField(field: Field, text: string, today: CalendarDay): Answers | ErrorKey {
  const { name, kind, options = [] } = field;
  if (field.required === false && text.trim() === "") return {};
  if (kind === "select") return options.find(({ value }) => value === text)?.records ?? "choose";
  const parsed = fieldSchemas[kind].safeParse(text);
  if (!parsed.success) return parsed.error.issues[0]?.message as ErrorKey;
  const untimely = kind === "date" || kind === "birthDate" ? judgeDay(kind, parsed.data, today) : null;
  return untimely ?? { [name]: parsed.data };
}

/** A month or a year by itself has its own error; as part of a whole date they share its sentence. */
function ownError({ kind }: Field, error: ErrorKey): ErrorKey {
  return kind === "month" || kind === "year" ? kind : error;
}

function typedValues(step: Pick<Step, "fields">, posted: Record<string, string | undefined>): Answers {
  const values: Answers = {};
  for (const { name } of step.fields ?? []) values[name] = textOf(posted, name);
  return values;
}

/** Own text fields only: a post may be named after anything that objects inherit, and may hold a file. */
function textOf(posted: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(posted, name) ? posted[name] : undefined;
  return typeof value === "string" ? value : "";
}

/** Counts code points, each of one or two units, and so never spreads out a text of many megabytes. */
function hasAtMost(codePoints: number, text: string): boolean {
  return text.length <= 2 * codePoints && [...text].length <= codePoints;
}
