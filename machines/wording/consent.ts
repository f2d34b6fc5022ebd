import type { Language } from "../steps/step.ts";

/** Changes whenever a word of the consent text changes; stored with each consent. */
export const consentVersion = "1";

/** What the consent text names: who matches, how to withdraw, and the label of the button that gives consent. */
export type ConsentFacts = { siteName: string; phone: string; button: string };

/**
 * The telephone consent exactly as it is shown beside the final button and stored as `tcpa`
 * (specification section 9, "Consent statement"; decision 149). Single spaces, no markup.
 */
export function consentText(language: Language, { siteName, phone, button }: ConsentFacts): string {
  return language === "es"
    ? [
        `Al pulsar «${button}» envío mis respuestas y firmo este formulario electrónicamente.`,
        `Acepto que un bufete de abogados, elegido según mis respuestas a través de ${siteName}, y sus socios`,
        "me llamen o me envíen mensajes de texto sobre mi accidente al número de teléfono que he dado,",
        "incluso con un sistema de marcación automática y con una voz artificial o pregrabada.",
        "Este consentimiento no es condición para comprar ningún bien o servicio.",
        "Pueden aplicarse tarifas de mensajes y datos.",
        `Puedo retirar mi consentimiento en cualquier momento si respondo STOP a un mensaje o llamo al ${phone}.`,
      ].join(" ")
    : [
        `By pressing “${button}” I send my answers and sign this form electronically.`,
        `I agree that one law firm, matched to my answers through ${siteName}, and its partners`,
        "may call or text me about my accident at the phone number I have given,",
        "including with an automatic dialing system and with an artificial or prerecorded voice.",
        "My consent is not a condition of buying any goods or services.",
        "Message and data rates may apply.",
        `I can withdraw my consent at any time by replying STOP to a text or calling ${phone}.`,
      ].join(" ");
}
