import type { Language } from "../steps/step.ts";
import type { NoticeKey } from "./wording.ts";

/** Notices that come with the page alone: no script has to bring them. */
export const pageNotices: Record<Language, Record<Exclude<NoticeKey, "saveFailed">, string>> = {
  en: {
    answersExpired: "Your earlier answers have expired, so we’re starting over with the first question.",
    tooManyAnswers:
      "We got too many answers in a short time. Please wait a few minutes and try again, or call us.",
    consentReworded: "The text above the button has changed. Please read it, then press the button again.",
  },
  es: {
    answersExpired:
      "Sus respuestas anteriores vencieron, así que empezamos de nuevo con la primera pregunta.",
    tooManyAnswers:
      "Recibimos demasiadas respuestas en poco tiempo. Espere unos minutos e inténtelo de nuevo, o llámenos.",
    consentReworded: "El texto arriba del botón cambió. Por favor, léalo y oprima el botón otra vez.",
  },
};
