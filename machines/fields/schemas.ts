import * as z from "zod/mini";
import { formatIso } from "../rules/dates.ts";
import { phoneDigits, plainDigits } from "../rules/digits.ts";
import {
  DESCRIPTION_MAX_CHARACTERS,
  DESCRIPTION_MIN_CHARACTERS,
  EARLIEST_YEAR,
  EMAIL_MAX_LENGTH,
  NAME_MAX_CHARACTERS,
} from "../rules/limits.ts";
import type { TypedKind } from "../steps/step.ts";
import { typedDay } from "./dates.ts";
import type { ErrorKey } from "./parse-answer.ts";

const BROKEN = /\p{Cs}/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
// Copied text carries invisible direction marks and, in numbers, unusual dashes.
const INVISIBLE = /\p{Cf}+/gu;
const LINE_ENDS = /\r\n?|[\v\f]/g;
const CONTROLS = /(?![\n\t])\p{Cc}/gu;
const WINDOWS = /[\u0080-\u009f]/g;
/** The characters that Windows means by the codes from 0x91 on, which elsewhere are invisible controls. */
const OF_WINDOWS = "‘’“”•–—";
const LABEL = /^\p{L}+[.:\s]\s*/u;
/** Its middle is bounded, since a text of many of them would take time in the square of its length. */
const EXTENSION = /(?:ext|x|#)\D{0,9}\d{1,6}$/i;
/** Up to this many digits behind a number are not part of it ("after 5pm"); more may be a number of their own. */
const MOST_BEHIND = 6;
const PHONE_PUNCTUATION = /(?!\+)[\s\p{P}\p{S}\p{Cf}]/gu;
const PHONE = /^(?:(?:\+|00)?1)?(\d{3})(\d{3})(\d{4})$/;
const ZIP = /^(?:[a-z]{2}[\s,]+)?(\d{5})(?:[\s\p{Pd}]*(?:\d{4})?)(?:[\s,]*[a-z]{2})?$/iu;
/** Ruling 114, without the signs that are no part of any address: they are around or behind one that was pasted. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{M}\p{N}.-]+\.[\p{L}\p{M}\p{N}-]+$/u;

/** Longest line of free text, in characters (code points); ours. */
const TEXT_MAX_CHARACTERS = 200;

/** Refuses what fails `test`; the checks after it are then not run. */
const must = (test: (text: string) => boolean, error: ErrorKey) =>
  z.refine<string>(test, { error, abort: true });
const filled = must((text) => VISIBLE.test(text), "required");
/** Replaces what editors insert for a line break, a space or a Windows character, since it is invisible. */
function mended(text: string): string {
  return text
    .replace(LINE_ENDS, "\n")
    .replace(WINDOWS, (sign) => (sign === "\u0085" ? "…" : (OF_WINDOWS[sign.charCodeAt(0) - 0x91] ?? "")))
    .replace(CONTROLS, "");
}
const lines = z.overwrite<string>(mended);
const oneLine = z.overwrite<string>((text) => mended(text).replace(/[\n\t]+/g, " "));
const unbroken = must((text) => !BROKEN.test(text), "characters");
const atMost = (length: number) => must((text) => hasAtMost(length, text), "tooLong");
const visibleOnly = z.overwrite<string>((text) => text.replace(INVISIBLE, ""));
/**
 * Normalizes full-width letters and combining accents and drops a trailing dot of the domain, so that the stored
 * address is the checked one.
 */
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

/** A text of several lines. @param least in characters (code points) */
export const severalLines = (least: number) =>
  z.string().check(
    lines,
    z.trim(),
    filled,
    must((text) => !hasAtMost(least - 1, text), "tooShort"),
    atMost(DESCRIPTION_MAX_CHARACTERS),
    unbroken,
  );

/** A schema per kind, from the typed text to the recorded value. Its first issue's message is an `ErrorKey`. */
export const fieldSchemas: Record<TypedKind, z.ZodMiniString> = {
  name: z.string().check(oneLine, z.trim(), filled, atMost(NAME_MAX_CHARACTERS), unbroken),
  email: z.string().check(
    oneLine,
    visibleOnly,
    z.trim(),
    oneSpelling,
    filled,
    // Before the pattern, whose time grows with the square of the length.
    must((text) => text.length <= EMAIL_MAX_LENGTH, "tooLong"),
    unbroken,
    must((text) => EMAIL.test(text), "email"),
  ),
  phone: z.string().check(
    oneLine,
    z.trim(),
    filled,
    unbroken,
    z.overwrite((text) =>
      withoutWords(phoneDigits(text).replace(LABEL, "").replace(EXTENSION, "")).replace(
        PHONE_PUNCTUATION,
        "",
      ),
    ),
    must((text) => PHONE.test(text) || text.startsWith("+") || digitsIn(text) <= 11, "phoneMany"),
    must((text) => PHONE.test(text), "phone"),
    z.overwrite((text) => text.replace(PHONE, "($1) $2-$3")),
  ),
  zip: z.string().check(
    oneLine,
    visibleOnly,
    z.overwrite(plainDigits),
    z.trim(),
    filled,
    // The pattern takes time in the square of the length.
    must((text) => text.length <= 40 && ZIP.test(text), "zip"),
    z.overwrite((text) => text.replace(ZIP, "$1")),
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
  text: z.string().check(oneLine, z.trim(), filled, atMost(TEXT_MAX_CHARACTERS), unbroken),
  description: severalLines(DESCRIPTION_MIN_CHARACTERS),
};

/** Counts code points, each of one or two units, and so never spreads out a text of many megabytes. */
function hasAtMost(codePoints: number, text: string): boolean {
  return text.length <= 2 * codePoints && [...text].length <= codePoints;
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, "").length;
}

/** A number without what somebody wrote behind it: "213-555-0123 cell", "… ask for the driver". */
function withoutWords(text: string): string {
  const at = text.search(/\p{L}/u);
  if (at < 0) return text;
  const [number, behind] = [text.slice(0, at), text.slice(at)];
  const count = digitsIn(number);
  return (count === 10 || count === 11) && digitsIn(behind) <= MOST_BEHIND ? number : text;
}
