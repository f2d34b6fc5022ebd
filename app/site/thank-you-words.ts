import type { Language } from "../../machines/steps/step.ts";

export type ThankYouWords = {
  title: string;
  received: string;
  nextTitle: string;
  next: string[];
  meanwhileTitle: string;
  meanwhile: string[];
  noPromise: string;
  questions: string;
};

/** Words of the thank-you pages: the same for everyone, and no promise in them (ruling 18). */
export const thankYouWords: Record<Language, ThankYouWords> = {
  en: {
    title: "Thank you. We have received your answers.",
    received: "You do not need to send anything else.",
    nextTitle: "What happens next",
    next: [
      "Your answers are compared with the kinds of cases that law firms in your area take on.",
      "If a firm may be able to help, it can call or text you at the number you gave. The first consultation is free.",
      "You decide whether to work with the firm. You can say no at any time.",
    ],
    meanwhileTitle: "In the meantime",
    meanwhile: [
      "If you feel pain or feel unwell, see a doctor, even if some days have passed.",
      "Keep photos, medical bills, the police report and messages from insurers in one place.",
    ],
    noPromise:
      "We cannot promise that a law firm will take your case. There are time limits for injury claims, so you are free to contact an attorney of your own choice at any time.",
    questions: "Questions? Call us at",
  },
  es: {
    title: "Gracias. Recibimos sus respuestas.",
    received: "No tiene que enviar nada más.",
    nextTitle: "Qué pasa después",
    next: [
      "Comparamos sus respuestas con los casos que aceptan los bufetes de su zona.",
      "Si un bufete puede ayudarle, le llamará o le enviará un mensaje al número que usted dio. La primera consulta es gratis.",
      "Usted decide si quiere trabajar con el bufete. Puede decir que no en cualquier momento.",
    ],
    meanwhileTitle: "Mientras tanto",
    meanwhile: [
      "Si tiene dolor o se siente mal, vaya al médico, aunque ya hayan pasado unos días.",
      "Guarde en un solo lugar las fotos, las cuentas médicas, el reporte de la policía y los mensajes de las aseguradoras.",
    ],
    noPromise:
      "No podemos prometer que un bufete acepte su caso. Las reclamaciones por lesiones tienen plazos, así que puede comunicarse con un abogado de su elección cuando quiera.",
    questions: "¿Tiene preguntas? Llámenos al",
  },
};

/** The same after the ticket flow. */
export const ticketThankYouWords: Record<Language, ThankYouWords> = {
  en: {
    title: "Thank you. We have received your answers.",
    received: "You do not need to send anything else.",
    nextTitle: "What happens next",
    next: [
      "Your answers are compared with the kinds of tickets that lawyers in your state take on.",
      "If a lawyer may be able to help, they can call or text you at the number you gave.",
      "You decide whether to work with the lawyer. You can say no at any time.",
    ],
    meanwhileTitle: "In the meantime",
    meanwhile: [
      "Read your ticket again: it says by when you must answer it, and where.",
      "Keep the ticket and any photos, and write down what you remember.",
    ],
    noPromise:
      "We cannot promise that a lawyer will take your ticket. The date to answer it stays the same, so do not wait for a call if that date is near.",
    questions: "Questions? Call us at",
  },
  es: {
    title: "Gracias. Recibimos sus respuestas.",
    received: "No tiene que enviar nada más.",
    nextTitle: "Qué pasa después",
    next: [
      "Comparamos sus respuestas con las multas que aceptan los abogados de su estado.",
      "Si un abogado puede ayudarle, le llamará o le enviará un mensaje al número que usted dio.",
      "Usted decide si quiere trabajar con el abogado. Puede decir que no en cualquier momento.",
    ],
    meanwhileTitle: "Mientras tanto",
    meanwhile: [
      "Lea otra vez su multa: dice hasta cuándo y dónde tiene que responder.",
      "Guarde la multa y las fotos que tenga, y anote lo que recuerde.",
    ],
    noPromise:
      "No podemos prometer que un abogado acepte su caso. La fecha para responder a la multa no cambia, así que no espere una llamada si esa fecha está cerca.",
    questions: "¿Tiene preguntas? Llámenos al",
  },
};
