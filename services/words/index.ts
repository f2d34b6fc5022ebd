import type { Language, Step, StepWording } from "../../machines/steps/step.ts";
import { inFull, nameOfState } from "./layers.ts";
import { questionFiles } from "./questions.ts";

/** What the console, the charts and the tools speak. */
const consoleLanguage = "en";

/** The words of a question in full (ruling 87). */
export function wordsOfStep(step: Step, language: Language = consoleLanguage): StepWording {
  return inFull(step, questionFiles[language]!);
}

/** A state's name in a language, by its code: its English one where the language has none of its own. */
export function stateName(code: string, language: Language): string | undefined {
  return nameOfState(code, questionFiles[language]!);
}
