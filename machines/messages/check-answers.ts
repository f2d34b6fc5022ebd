import type { Language } from "../steps/step.ts";

/** Words of the fold with all answers, before they are sent. */
export const checkWords: Record<Language, { title: string; change: string }> = {
  en: { title: "Check your answers", change: "Change" },
  es: { title: "Revise sus respuestas", change: "Cambiar" },
};
