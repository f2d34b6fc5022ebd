import { fill } from "../../app/site/content/markdown.ts";
import {
  doNotSellWords,
  thankYouWords,
  ticketThankYouWords,
  whereToTurnWords,
} from "../../app/site/content/words.ts";
import { inOneText } from "../../machines/messages/buyers-slot.ts";
import { compensationWords } from "../../machines/messages/compensation.ts";
import { en } from "../../machines/messages/en.ts";
import { errorWords } from "../../machines/messages/error-page.ts";
import { es } from "../../machines/messages/es.ts";
import { consentParagraphs, disclaimers } from "../../machines/messages/index.ts";
import { phoneCodeWords } from "../../machines/messages/phone-code.ts";
import { phoneCodeText } from "../../machines/messages/phone-code-text.ts";
import { receiptWords } from "../../machines/messages/receipt.ts";
import {
  flagWords,
  nextSteps,
  pageNotices,
  remarks,
  resumedWords,
} from "../../machines/messages/survey-page.ts";
import { processFacts, sampleTestimonials, testimonialWords } from "../../machines/messages/testimonials.ts";
import { tryAgain } from "../../machines/messages/try-again.ts";
import type { StepWording } from "../../machines/steps/step.ts";
import { wordsOfStep } from "../../services/words/index.ts";
import { everyQuestion } from "../machines/steps/questions.ts";

/** Every text of a wording by its place; functions are called once, and templates filled. */
function texts(value: unknown, at = ""): [string, string][] {
  // Where a link leads, and whom it is for, is not read.
  if (typeof value === "string")
    return at.endsWith(".url") || /\.when\./.test(at)
      ? []
      : [[at, /\{(within|number)\}/.test(value) ? fill(value, { within: "3", number: "3" }) : value]];
  if (typeof value === "function") return [[at, String(value(3, 9))]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => texts(inner, `${at}.${key}`));
}

const facts = { siteName: "S", phone: "P", button: "B" };
const forms = ["full", "buyers", "abbreviated", "ticket"] as const;
const inLanguage = (language: "en" | "es") => ({
  screen: language === "en" ? en : es,
  steps: Object.fromEntries(
    everyQuestion.map(({ name, asked, step }): [string, StepWording] => [
      `${name} ${asked}`,
      wordsOfStep(step, language),
    ]),
  ),
  remarks: remarks.map((remark) => remark[language]),
  nextSteps: nextSteps[language],
  notices: pageNotices[language],
  resumed: resumedWords[language],
  receipt: receiptWords[language],
  consent: forms.map((form) => inOneText(consentParagraphs(language, { ...facts, form }))),
  disclaimers: disclaimers(language, facts),
  thankYou: thankYouWords[language],
  ticketThankYou: ticketThankYouWords[language],
  flags: flagWords[language],
  phoneCode: phoneCodeWords[language],
  phoneCodeText: phoneCodeText(language, { code: "123456", siteName: "S", minutes: 10 }),
  compensation: compensationWords[language],
  testimonials: [
    testimonialWords[language],
    sampleTestimonials.filter((each) => each.language === language).map(({ quote, name }) => [quote, name]),
  ],
  errorPages: errorWords[language],
  tryAgain: tryAgain[language],
  doNotSell: doNotSellWords[language],
  whereToTurn: whereToTurnWords[language],
  facts: Object.values(processFacts).map((facts) => facts.map((fact) => fact[language])),
});
/** Every text a survey's visitor reads, with where it is; both lists in the same order. */
export const english = texts(inLanguage("en"));
export const spanish = texts(inLanguage("es"));

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
