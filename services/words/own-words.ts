import type { Language, Step, StepWording } from "../../machines/steps/step.ts";
import { messagesIn, wordsOfStep } from "./index.ts";
import type { Messages } from "./messages.ts";

/** The words of a question as one survey shows it. */
export type WordsOf = (step: Step, language: Language) => StepWording;

/** The words that the owner has put in place of those that are shipped. */
export type OwnWords = {
  /** Grows with each change: pages that were made before say something else. 0 while nothing was ever changed. */
  revision: number;
  /**
   * @param survey its code
   * @param set the name of a set of words, which are said over those of everybody else
   */
  of(survey: string, set?: string): WordsOf;
  /** The names of the sets that say something else than is said without them: anywhere, or in one survey. */
  sets(survey?: string): readonly string[];
  /** All that the site says around its questions: the same object for as long as its words are. */
  messages(language: Language): Messages;
};

export const noOwnWords: OwnWords = {
  revision: 0,
  of: () => wordsOfStep,
  sets: () => [],
  messages: messagesIn,
};
