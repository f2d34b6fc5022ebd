import { readFileSync } from "node:fs";
import { type Place, saysNothing, sealedTables } from "./places.ts";

/**
 * What records, log entries and consents have alike, a line each: field names with the quotes around them, words of consents,
 * beginnings of browsers' names. It is never changed: what is stored refers to its lines by their numbers.
 */
const phrases = readFileSync(new URL("./phrases.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

/** What begins so is packed. JSON and addresses have no control characters, which therefore stand for phrases. */
const mark = "\x01";
const marked = mark.charCodeAt(0);

/** The first lines have one character each, the others two. */
const short = 22;
const codes = phrases.map((_, line) => {
  const beyond = line - short;
  return beyond < 0
    ? String.fromCharCode(2 + line)
    : String.fromCharCode(2 + short + Math.floor(beyond / 95), 32 + (beyond % 95));
});
const codeOf = new Map(phrases.map((phrase, line) => [phrase, codes[line]!]));
const phraseOf = new Map(phrases.map((phrase, line) => [codes[line]!, phrase]));

/** Of phrases that begin alike the longest counts. */
const anyPhrase = new RegExp(
  phrases
    .toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("|"),
  "g",
);
/** A code, with the character behind it where it is one of one. */
const anyCode = /\p{Cc}\P{Cc}?/gu;

/** Whether texts of this place may be packed. */
export const isPackable = ({ table, column }: Place) =>
  sealedTables[table]?.packed?.includes(column) ?? false;

/** @returns the text in a seventh to a third of its length; as it is where it says nothing or has control characters */
export function packed(text: string): string {
  if (saysNothing(text) || /\p{Cc}/u.test(text)) return text;
  return mark + text.replace(anyPhrase, (phrase) => codeOf.get(phrase)!);
}

/** @param stored packed or not */
export function unpacked(stored: string): string {
  if (stored.charCodeAt(0) !== marked) return stored;
  return stored
    .slice(1)
    .replace(anyCode, (code) => phraseOf.get(code) ?? phraseOf.get(code.charAt(0)) + code.slice(1));
}
