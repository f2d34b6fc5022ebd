import type { Language } from "../steps/step.ts";

/** The parts of a survey about an accident, in their order. */
export type Stage = "accident" | "case" | "contact";

/** What the progress indicator calls them. */
export const stageNames: Record<Language, Record<Stage, string>> = {
  en: { accident: "The accident", case: "Your case", contact: "How to reach you" },
  es: { accident: "El accidente", case: "Su caso", contact: "Sus datos de contacto" },
};
