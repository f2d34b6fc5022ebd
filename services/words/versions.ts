import { createHash } from "node:crypto";
import * as z from "zod";
import { dayMs, dayNumber, dayText } from "../calendar/days.ts";
import { fileOfWords } from "./folders.ts";
import { wordsFault, wordsIn } from "./read.ts";

const isNumber = (version: string) => /^[1-9]\d*$/.test(version);
const isDay = (version: string) => !Number.isNaN(dayNumber(version));

/** Digests by version. Days have gaps, numbers have none: a missing one was taken out. */
const digests = z
  .record(z.string(), z.string().regex(/^[\da-f]{64}$/, "this is to be a SHA-256 in hex"))
  .superRefine((known, { addIssue }) => {
    const versions = Object.keys(known);
    const fault = (message: string) => addIssue({ code: "custom", message });
    if (versions.every(isNumber)) {
      const numbers = versions.map(Number).sort((one, other) => one - other);
      const missing = numbers.find((number, index) => index > 0 && numbers[index - 1] !== number - 1);
      if (missing) fault(`version ${missing - 1} is missing, and what is stored may name it`);
    } else if (!versions.every(isDay)) fault("versions are whole numbers, or days like 2026-11-23");
  });

const listFile = "versions.yaml";
let list: Record<string, Record<string, Record<string, string>>> | undefined;

/** By language and by the name of what has versions. The words of a built site have been checked: its start reads none. */
function readList() {
  const file = fileOfWords(listFile);
  if (!file) throw wordsFault([`services/words/${listFile} is missing`]);
  return wordsIn(file, z.record(z.string(), z.record(z.string(), digests))).found;
}

/** Words that people agree to, or that tell them their rights. */
type Versioned = {
  language: string;
  /** In the list: `consent`, `privacy-policy`. */
  name: string;
  /** A whole number, or the day of the change. */
  version: string;
  /** All that visitors read of them. */
  words: unknown;
  /** Where their file says the version. */
  place: string;
};

/**
 * What is wrong with the version of such words: a stored consent names the version that its visitor read, so each has for
 * good the words of which the list has the digest.
 */
export function versionFaults({ language, name, version, words, place }: Versioned): string[] {
  list ??= readList();
  const known = list[language]?.[name] ?? {};
  const digest = digestOf(words);
  if (known[version] === digest) return [];
  const next = nextVersion(version, Object.keys(known));
  const line = `add ${next}: ${digest} to services/words/${listFile}, below ${language} and ${name}`;
  return [
    next === version
      ? `${place}: version ${version} is new: ${line}`
      : `${place}: these are not the words of version ${version}: take the change back, or call it version ${next} and ${line}`,
  ];
}

/** The same for the same words in another order of their keys. */
function digestOf(words: unknown): string {
  const ordered = JSON.stringify(words, (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(ordered).digest("hex");
}

/** What the version is to be: as it is given, where that can be a new one. */
function nextVersion(given: string, known: readonly string[]): string {
  if (known.length === 0) return given;
  if (isNumber(given)) return String(Math.max(...known.map(Number)) + 1);
  const newest = Math.max(...known.map(dayNumber));
  return dayNumber(given) > newest ? given : dayText(Math.max(newest + 1, Math.floor(Date.now() / dayMs)));
}
