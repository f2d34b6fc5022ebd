import type { Language } from "../steps/step.ts";

/** Label of the field that only programs see; for the few people who do see it, in a browser without styles. */
export const honeypotLabel: Record<Language, string> = {
  en: "Leave this field empty",
  es: "Deje este campo vacío",
};
