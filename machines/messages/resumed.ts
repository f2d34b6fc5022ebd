import type { Language } from "../steps/step.ts";

/** Above a visit that is taken up again. */
export const resumedWords: Record<Language, { text: string; startOver: string }> = {
  en: { text: "You’re back where you left off.", startOver: "Start over" },
  es: { text: "Sigue donde se quedó.", startOver: "Empezar de nuevo" },
};
