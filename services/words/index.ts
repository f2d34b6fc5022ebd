import type { Language, Step, StepWording } from "../../machines/steps/step.ts";
import { inLanguage, mainLanguage } from "./languages.ts";
import { inFull, nameOfState } from "./layers.ts";
import { type Messages, messageFiles } from "./messages.ts";
import { questionFiles } from "./questions.ts";

/** The words of a question in full (ruling 87), by default as the console, the charts and the tools say them. */
export function wordsOfStep(step: Step, language: Language = mainLanguage): StepWording {
  return inFull(step, inLanguage(questionFiles, language));
}

/** All that the site says around its questions. */
export function messagesIn(language: Language): Messages {
  return inLanguage(messageFiles, language);
}

/** A state's name in a language, by its code: its English one where the language has none of its own. */
export function stateName(code: string, language: Language): string | undefined {
  return nameOfState(code, inLanguage(questionFiles, language));
}
