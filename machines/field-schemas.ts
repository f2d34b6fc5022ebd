import * as z from "zod/mini";
import { typedDay } from "./field-dates.ts";
import type { ErrorKey, TypedKind } from "./fields.ts";
import { formatIso } from "./rules/dates.ts";
import {
  DESCRIPTION_MAX_CHARACTERS,
  DESCRIPTION_MIN_CHARACTERS,
  EARLIEST_YEAR,
  EMAIL_MAX_LENGTH,
  NAME_MAX_CHARACTERS,
} from "./rules/limits.ts";

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
/** One spelling of full-width letters and joined accents, and no dot after the domain: what is stored is what is judged. */
const oneSpelling = z.overwrite<string>((text) => text.normalize("NFKC").replace(/\.$/, ""));
const whole = (min: number, max: number, error: ErrorKey) =>
  must((text) => /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max, error);
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
    oneSpelling,
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
  month: z.string().check(z.trim(), filled, whole(1, 12, "month"), twoDigits),
  day: z.string().check(z.trim(), filled, whole(1, 31, "day"), twoDigits),
  year: z.string().check(
    z.trim(),
    filled,
    must((text) => /^\d{4}$/.test(text) && Number(text) >= EARLIEST_YEAR, "year"),
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

/** Counts code points, each of one or two units, and so never spreads out a text of many megabytes. */
function hasAtMost(codePoints: number, text: string): boolean {
  return text.length <= 2 * codePoints && [...text].length <= codePoints;
}
