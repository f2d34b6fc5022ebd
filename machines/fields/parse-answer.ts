import { type AnswerField, type Answers, answerIs } from "../rules/answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import type { Field, Step } from "../steps/step.ts";
import { fullYear, judgeAccidentDate, judgeDay } from "./dates.ts";
import { fieldSchemas } from "./schemas.ts";

/** The possible errors of an answer; `machines/messages` has their words. */
export const errorKeys = [
  "required", // nothing was typed
  "choose", // no option was chosen
  "answerOrDate", // neither an answer nor a date
  "tooShort", // description under 20 characters
  "tooLong",
  "characters", // broken Unicode
  "email", // not an address
  "emailRefused", // the check says it does not exist or is disposable
  "emailBlocked", // refused twice in this session
  "phone", // not ten digits
  "phoneMany", // more than one number has
  "phoneRefused", // the check says the number cannot exist
  "zip", // not five digits
  "zipUnknown", // the look-up knows no place for it
  "zipUnheardOf", // likewise, where the next press takes it
  "date", // typed as a whole, and no such day or incomplete
  "month", // typed by itself, as are the next two: not 1 to 12
  "day", // not 1 to 31
  "year", // not four digits, nor the two of a recent year
  "noSuchDay", // a month without this day
  "futureDate",
  "futureMonth", // the year is this one
  "futureYear",
  "birthDate", // not before today
] as const;
export type ErrorKey = (typeof errorKeys)[number];

/** Errors by field; `option` stands for the buttons. */
export type AnswerErrors = { [field in AnswerField | "option"]?: ErrorKey };

/** The result of a post: what it records, or its errors and what had been typed. */
export type ParsedAnswer =
  | { ok: true; answers: Answers }
  | { ok: false; errors: AnswerErrors; values: Answers };

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
  const values = typedValues(step, posted, today);
  const pressed = textOf(posted, "option");
  if (step.options?.length && pressed !== "") {
    const option = step.options.find((each) => each.value === pressed);
    return option
      ? { ok: true, answers: { ...option.records } }
      : { ok: false, errors: { option: "choose" }, values };
  }
  if (step.kind === "choice" || step.kind === "end") {
    return { ok: false, errors: { option: "choose" }, values };
  }
  if (step.kind === "when" && !Object.values(values).some((text) => text.trim())) {
    return { ok: false, errors: { option: "answerOrDate" }, values };
  }

  const answers: Answers = {};
  const errors: AnswerErrors = {};
  for (const field of step.fields ?? []) {
    const { name, onlyWhen } = field;
    if (onlyWhen && !answerIs(answers[onlyWhen.field], onlyWhen.is)) continue;
    const judged = judgeField(field, values[name] ?? "", today);
    if (typeof judged === "string") errors[name] = judged;
    else Object.assign(answers, judged);
  }
  Object.assign(errors, { ...judgeAccidentDate(answers, today), ...errors });
  return Object.keys(errors).length === 0 ? { ok: true, answers } : { ok: false, errors, values };
}

/** What one field records, or its error. */
function judgeField(field: Field, text: string, today: CalendarDay): Answers | ErrorKey {
  const { name, kind, options = [] } = field;
  if (field.required === false && text.trim() === "") return {};
  if (kind === "select") return options.find(({ value }) => value === text)?.records ?? "choose";
  const parsed = fieldSchemas[kind].safeParse(kind === "year" ? fullYear(text, today) : text);
  if (!parsed.success) return parsed.error.issues[0]?.message as ErrorKey;
  const untimely = kind === "date" || kind === "birthDate" ? judgeDay(kind, parsed.data, today) : null;
  return untimely ?? { [name]: parsed.data };
}

function typedValues(
  step: Pick<Step, "fields">,
  posted: Record<string, string | undefined>,
  today: CalendarDay,
): Answers {
  const values: Answers = {};
  for (const { name, kind } of step.fields ?? []) {
    const [first, day, year] = ["", "_day", "_year"].map((box) => textOf(posted, name + box));
    const isInBoxes = /date$/i.test(kind) && (day || year);
    values[name] = isInBoxes ? `${fullYear(year!, today)}-${first}-${day}` : first;
  }
  return values;
}

/** Own text fields only: a post may be named after anything that objects inherit, and may hold a file. */
function textOf(posted: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(posted, name) ? posted[name] : undefined;
  return typeof value === "string" ? value : "";
}
