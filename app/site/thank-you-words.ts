import type { Language } from "../../machines/steps/step.ts";

type ThankYouWords = {
  title: string;
  received: string;
  nextTitle: string;
  next: string[];
  meanwhileTitle: string;
  meanwhile: string[];
  noPromise: string;
  questions: string;
};

/** Words of the thank-you page: the same for everyone, and no promise in them (decision 18). */
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
      "Guarde en un solo lugar las fotos, las cuentas médicas, el informe policial y los mensajes de las aseguradoras.",
    ],
    noPromise:
      "No podemos prometer que un bufete acepte su caso. Las reclamaciones por lesiones tienen plazos, así que puede comunicarse con un abogado de su elección cuando quiera.",
    questions: "¿Tiene preguntas? Llámenos al",
  },
};
