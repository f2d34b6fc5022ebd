import type { Language } from "../../machines/steps/step.ts";
import { common, type ThankYouWords, thankYouWords } from "./thank-you-words.ts";

/** Words of the thank-you page after the ticket flow: no promise in them either. */
export const ticketThankYouWords: Record<Language, ThankYouWords> = {
  en: {
    ...common.en,
    near: "Keep your phone nearby. If a lawyer may be able to help, they can call or text you at the number you gave.",
    next: {
      title: "What happens next",
      steps: [
        "We compare your answers with the kinds of tickets that lawyers in your state take.",
        "If a lawyer may be able to help, they can call or text you.",
        "You decide whether to work with the lawyer. You can say no at any time.",
      ],
    },
    nobody: {
      title: thankYouWords.en.nobody.title,
      text: "The date on your ticket stays the same, so don’t wait for a call if it is near. You can call any attorney, any time, or answer the ticket yourself. Your state’s bar can refer you to a lawyer.",
      link: "Find help in your state",
      noPromise: "We can’t promise that a lawyer will take your case.",
    },
    file: {
      title: "Your ticket file",
      text: "Keep these in one place. You can print this page, or save it as a PDF, to have the list with you.",
      items: [
        "The ticket itself, both sides",
        "The date by which you must answer it, and where",
        "Photos of the place, the signs and the lights",
        "What you remember, written down today",
        "Names and phone numbers of passengers and witnesses",
        "Your license, registration and insurance card",
        "Every letter from the court or the DMV",
      ],
    },
    meanwhile: {
      title: "Put your response deadline in your calendar",
      advice: [
        "Read your ticket again: it says where and by what date you must respond.",
        "Put that date in your phone’s calendar now, with a reminder a week before.",
        "Don’t pay the ticket before you know what that means. Paying often counts as pleading guilty.",
      ],
    },
    guides: {
      title: "Worth reading now",
      cards: [
        {
          url: "/car-accident-laws/",
          name: "Car accident laws by state",
          text: "If there was a crash: deadlines, fault and insurance.",
        },
        {
          url: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
          name: "What counts as proof",
          text: "Which photos, papers and people help you later.",
        },
        {
          url: "/car-accident-lawsuits/faqs/",
          name: "Common questions",
          text: "About fault, insurers, lawyers and fees after a crash.",
        },
      ],
    },
  },
  es: {
    ...common.es,
    near: "Tenga su teléfono cerca. Si un abogado puede ayudarle, puede llamarle o enviarle un mensaje al número que usted dio.",
    next: {
      title: "Qué pasa después",
      steps: [
        "Comparamos sus respuestas con las multas que aceptan los abogados de su estado.",
        "Si un abogado puede ayudarle, puede llamarle o enviarle un mensaje.",
        "Usted decide si quiere trabajar con el abogado. Puede decir que no en cualquier momento.",
      ],
    },
    nobody: {
      title: thankYouWords.es.nobody.title,
      text: "La fecha de su multa no cambia, así que no espere una llamada si esa fecha está cerca. Puede llamar a cualquier abogado cuando quiera, o responder la multa usted mismo. El colegio de abogados de su estado puede recomendarle un abogado.",
      link: "Busque ayuda en su estado",
      noPromise: "No podemos prometer que un abogado acepte su caso.",
    },
    file: {
      title: "Su carpeta de la multa",
      text: "Junte estas cosas en un solo lugar. Puede imprimir esta página o guardarla como PDF para tener la lista a la mano.",
      items: [
        "La multa, por los dos lados",
        "La fecha hasta la que debe responder, y dónde",
        "Fotos del lugar, de las señales y de los semáforos",
        "Lo que recuerda, escrito hoy mismo",
        "Nombres y teléfonos de pasajeros y testigos",
        "Su licencia, su registro y su tarjeta de seguro",
        "Toda carta de la corte o del DMV",
      ],
    },
    meanwhile: {
      title: "Anote la fecha en su calendario",
      advice: [
        "Lea otra vez su multa: dice hasta cuándo y dónde tiene que responder.",
        "Ponga esa fecha ahora en el calendario de su teléfono, con un aviso una semana antes.",
        "No pague la multa antes de saber qué significa. Pagarla suele contar como declararse culpable.",
      ],
    },
    guides: {
      title: "Para leer ahora (en inglés)",
      cards: [
        {
          url: "/car-accident-laws/",
          name: "Leyes por estado",
          text: "Si hubo un choque: plazos, culpa y seguros.",
        },
        {
          url: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
          name: "Qué cuenta como prueba",
          text: "Qué fotos, papeles y personas le ayudan después.",
        },
        {
          url: "/car-accident-lawsuits/faqs/",
          name: "Preguntas frecuentes",
          text: "Sobre culpa, aseguradoras, abogados y honorarios después de un choque.",
        },
      ],
    },
  },
};
