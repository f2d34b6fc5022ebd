import { expect, test } from "vitest";
import { errorKeys } from "../../../machines/fields.ts";
import type { StepWording } from "../../../machines/steps/step.ts";
import { compensationWords } from "../../../machines/wording/compensation.ts";
import { en } from "../../../machines/wording/en.ts";
import { es } from "../../../machines/wording/es.ts";
import { consentText, disclaimers } from "../../../machines/wording/index.ts";
import { flagWords } from "../../../machines/wording/page-flags.ts";
import { phoneCodeWords } from "../../../machines/wording/phone-code.ts";
import { processFacts, testimonials, testimonialWords } from "../../../machines/wording/testimonials.ts";
import { everyQuestion } from "../../steps/every-question.ts";

/** What is written alike in both languages. */
const alike = new Set(["No", "MM", "DD", "Error: "]);

/** Every text of a wording by where it stands; functions are asked for one. */
function texts(value: unknown, at = ""): [string, string][] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value === "function") return [[at, String(value(3, 9))]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => texts(inner, `${at}.${key}`));
}

const facts = { siteName: "S", phone: "P", button: "B", buyers: ["X", "Y"] };
const forms = ["full", "buyers", "abbreviated", "ticket"] as const;
const inLanguage = (language: "en" | "es") => ({
  screen: language === "en" ? en : es,
  errors: errorKeys.map((key) => (language === "en" ? en : es).errors[key]("")),
  steps: Object.fromEntries(
    everyQuestion.map(({ name, asked, step }): [string, StepWording] => [
      `${name} ${asked}`,
      step.wording[language],
    ]),
  ),
  consent: forms.map((form) => consentText(language, { ...facts, form })),
  disclaimers: disclaimers(language, facts),
  flags: flagWords[language],
  phoneCode: phoneCodeWords[language],
  compensation: compensationWords[language],
  testimonials: [testimonialWords[language], testimonials.quotes[language]],
  facts: Object.values(processFacts).map((facts) => facts.map((fact) => fact[language])),
});
const english = texts(inLanguage("en"));
const spanish = texts(inLanguage("es"));
const isState = (at: string) => at.includes("ticket_state.options");

test("says in Spanish whatever it says in English, and nothing else", () => {
  expect(spanish.map(([at]) => at)).toEqual(english.map(([at]) => at));
  expect([...english, ...spanish].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("no text is left in English", () => {
  const untranslated = english.filter(
    ([at, text], index) => text === spanish[index]?.[1] && !alike.has(text) && !isState(at),
  );
  expect(untranslated).toEqual([]);
});

test("no English word stands in a Spanish sentence", () => {
  const words =
    /\b(the|and|you|your|of|with|have|was|were|is|are|what|when|how|please|yes|not|from|to|for|in|my|it)\b/i;
  expect(spanish.filter(([, text]) => words.test(text))).toEqual([]);
});

test("speaks to the visitor as usted", () => {
  const familiar = /\b(tú|tu|tus|te|ti|contigo|tienes|puedes|quieres|haz|elige|escribe|responde tú)\b/i;
  expect(spanish.filter(([, text]) => familiar.test(text))).toEqual([]);
});

test("every Spanish question is opened as well as closed", () => {
  const unopened = spanish.filter(
    ([, text]) => (text.match(/\?/g)?.length ?? 0) !== (text.match(/¿/g)?.length ?? 0),
  );
  expect(unopened).toEqual([]);
});
