import { inOneText, namingBuyers } from "../../machines/messages/buyers-slot.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Language, Step } from "../../machines/steps/step.ts";
import type { Variant } from "../../machines/variant.ts";
import { stepsOf } from "../../machines/visit/outline.ts";
import { consentParagraphs } from "./consent.ts";
import { messagesIn, wordsOfStep } from "./index.ts";
import { noOwnWords, type OwnWords, type WordsOf } from "./own-words.ts";

/** The parties that a consent names besides the survey's own facts. */
export type ConsentParties = { siteName: string; phone: { display: string } };

/**
 * A consent and the label of the button that gives it. `worded`: the text with a slot for the firms' names;
 * `paragraphs`: as shown.
 */
export type Consent = { text: string; button: string; worded: string; paragraphs: readonly string[] };

/**
 * The consent shown with one step.
 * @param buyers the firms' names, where the step names them and they are known
 * @param words the survey's, which may have the owner's own label of the button
 */
export function stepConsent(
  step: Step,
  language: Language,
  { siteName, phone }: ConsentParties,
  buyers?: readonly string[],
  words: WordsOf = wordsOfStep,
): Consent {
  const button = words(step, language).submit ?? "";
  const paragraphs = consentParagraphs(language, {
    siteName,
    phone: phone.display,
    button,
    form: step.consentForm,
  });
  const whole = inOneText(paragraphs);
  const { naming } = messagesIn(language).consent;
  return { button, worded: whole, paragraphs, text: buyers ? namingBuyers(whole, buyers, naming) : whole };
}

/**
 * The consent of a visit: the text shown with the last question that asked for it and the label of the
 * button that gave it. One function for the screen and the record, so that what is stored is what was shown.
 * @param given the steps answered and the firms named, without them the survey's last question; the set of words of the
 * visitor's arm
 */
export function surveyConsent(
  { code, machine, language }: Pick<Required<Variant>, "code" | "machine" | "language">,
  company: ConsentParties,
  given: {
    steps?: readonly string[];
    buyers?: readonly string[];
    ownWords?: OwnWords;
    set?: string | undefined;
  } = {},
): Consent & { step: string } {
  const asks = (name: string) => stepNamed(name, machine)?.asksConsent ?? false;
  const name = given.steps?.findLast(asks) ?? stepsOf(machine, asks).at(-1);
  const step = name && stepNamed(name, machine);
  if (!step) return { step: "", text: "", worded: "", paragraphs: [], button: "" };
  const { buyers, ownWords = noOwnWords, set } = given;
  return { step: name, ...stepConsent(step, language, company, buyers, ownWords.of(code, set)) };
}
