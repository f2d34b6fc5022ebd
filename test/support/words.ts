import type { StepWording } from "../../machines/steps/step.ts";
import { messagesIn, wordsOfStep } from "../../services/words/index.ts";
import { everyQuestion } from "../machines/steps/questions.ts";

/** Not read: where a link leads, whom it is for, when and where a sample is from, what stands between names. */
const unread = /\.(url|date|place)$|\.when\.|\.naming\.(between|and)/;

/** Every text of a wording by its place, with something in place of its facts. */
function texts(value: unknown, at = ""): [string, string][] {
  if (typeof value === "string") return unread.test(at) ? [] : [[at, value.replace(/\{\w+\}/g, "3")]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => texts(inner, `${at}.${key}`));
}

const saidIn = (language: "en" | "es") => {
  // What leads to other pages differs, because not all of them are there in both.
  const { home, frame, ...said } = messagesIn(language);
  return {
    ...said,
    steps: Object.fromEntries(
      everyQuestion.map(({ name, asked, step }): [string, StepWording] => [
        `${name} ${asked}`,
        wordsOfStep(step, language),
      ]),
    ),
  };
};
/** Every text a survey's visitor reads, with where it is; both lists in the same order. */
export const english = texts(saidIn("en"));
export const spanish = texts(saidIn("es"));

/** Elements around a text of their own; all others are within a sentence. */
const block =
  /<\/?(?:p|li|[uod]l|h\d|t[dhr]|caption|nav|section|header|footer|main|article|div|summary|details|figcaption|legend|label|button|option|text)\b[^>]*>/;

/** A page's readable texts, element by element, without its scripts and styles. */
export function textsOf(html: string): string[] {
  return html
    .replace(/<(script|style)\b.*?<\/\1>|<!--.*?-->/gs, "")
    .split(block)
    .map((part) =>
      part
        .replace(/<[^>]+>/g, "")
        .replaceAll("&#x27;", "'")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&")
        .replace(/&\w+;|\(\s*\)/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => /\p{L}/u.test(part));
}

/** A text's sentences; the part after a colon counts as one. */
export const sentencesOf = (text: string) => text.split(/(?<=[.?!:])\s+/);

export const wordsOf = (text: string): string[] => text.match(/[\p{L}’']+/gu) ?? [];

/** The school grade that reads these sentences with ease, by the Flesch-Kincaid formula. */
export function grade(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (spoken / words.length) - 15.59;
}

/** Groups of vowels, as a rule of thumb; a silent e at the end is not heard. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?<=[^aeiouyl])e$/, "")
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 0);
}
