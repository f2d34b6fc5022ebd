import type { Language } from "../steps/step.ts";

type Facts = { code: string; siteName: string; minutes: number };

/** The code first: phones show a message's beginning, and offer to type a code they find there. */
const texts: Record<Language, (facts: Facts) => string> = {
  en: ({ code, siteName, minutes }) => `${code} is your ${siteName} code. It expires in ${minutes} minutes.`,
  es: ({ code, siteName, minutes }) => `${code} es su código de ${siteName}. Vence en ${minutes} minutos.`,
};

/** The text message that brings a verification code. */
export function phoneCodeText(language: Language, facts: Facts): string {
  return texts[language](facts);
}
