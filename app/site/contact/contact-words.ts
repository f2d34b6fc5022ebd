import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import {
  type accidentTypes,
  type ContactErrors,
  type ContactField,
  type ContactValues,
  contactFields,
} from "../../../machines/site/contact-form.ts";
import type { FieldErrorWords, Language } from "../../../machines/steps/step.ts";
import type { SummaryError } from "../../ui/error-summary.tsx";

type FieldWords = FieldErrorWords & { label: string };

type ContactWords = {
  fields: Record<ContactField, FieldWords>;
  selectOne: string;
  /** The posted values are in English, for the receivers. */
  types: Record<(typeof accidentTypes)[number], string>;
  whoGetsIt: { text: string; policy: string; url: string };
  send: string;
  sending: string;
  sent: { title: string; text: (replyWithin: string | undefined) => string; hurry: string };
};

/** Words of the contact form in both languages; the English labels are those of spec 3.1. */
export const contactWords: Record<Language, ContactWords> = {
  en: {
    fields: {
      typeOfAccident: { label: "Type of accident", missing: "Select the type of accident." },
      firstName: { label: "First name", missing: "Enter your first name.", called: "your first name" },
      lastName: { label: "Last name", missing: "Enter your last name.", called: "your last name" },
      email: { label: "Email", missing: "Enter your email address.", called: "your email address" },
      phoneNumber: {
        label: "Phone number",
        missing: "Enter your phone number.",
        called: "your phone number",
      },
      message: { label: "Message", missing: "Write your message.", called: "your message" },
    },
    selectOne: "Select one",
    types: {
      "Car Accident": "Car Accident",
      "Truck Accident": "Truck Accident",
      "Bicycle Accident": "Bicycle Accident",
      "Motorcycle Accident": "Motorcycle Accident",
      "Pedestrian Accident": "Pedestrian Accident",
      Other: "Other",
    },
    whoGetsIt: {
      text: "We may pass your message to a law firm or partner, who may call, text or email you about it. See our",
      policy: "privacy policy",
      url: "/privacy-policy/",
    },
    send: "Send message",
    sending: "Sending…",
    sent: {
      title: "Form was submitted",
      text: (replyWithin) =>
        `Thank you. We have received your message ${replyWithin ? `and usually reply within ${replyWithin}.` : "and will get back to you."}`,
      hurry: "In a hurry? Call",
    },
  },
  es: {
    fields: {
      typeOfAccident: { label: "Tipo de accidente", missing: "Elija el tipo de accidente." },
      firstName: { label: "Nombre", missing: "Escriba su nombre.", called: "su nombre" },
      lastName: { label: "Apellido", missing: "Escriba su apellido.", called: "su apellido" },
      email: {
        label: "Correo electrónico",
        missing: "Escriba su correo electrónico.",
        called: "su correo electrónico",
      },
      phoneNumber: { label: "Teléfono", missing: "Escriba su teléfono.", called: "su teléfono" },
      message: { label: "Mensaje", missing: "Escriba su mensaje.", called: "su mensaje" },
    },
    selectOne: "Elija una opción",
    types: {
      "Car Accident": "Accidente de carro",
      "Truck Accident": "Accidente de tráiler o camión de carga",
      "Bicycle Accident": "Accidente de bicicleta",
      "Motorcycle Accident": "Accidente en motocicleta",
      "Pedestrian Accident": "Iba a pie",
      Other: "Otro",
    },
    whoGetsIt: {
      text: "Podemos pasar su mensaje a un bufete o a una empresa asociada, que puede llamarle o escribirle sobre su caso. Lea nuestra",
      policy: "política de privacidad",
      url: "/es/privacy-policy/",
    },
    send: "Enviar mensaje",
    sending: "Enviando…",
    sent: {
      title: "Recibimos su mensaje",
      text: (replyWithin) =>
        replyWithin
          ? `Gracias por escribirnos. Normalmente contestamos en un plazo de ${replyWithin}.`
          : "Gracias por escribirnos. Le contestaremos.",
      hurry: "¿Tiene prisa? Llame al",
    },
  },
};

/** The errors in words, in the fields' order. @param values what was typed @param words of the same language */
export function contactErrors(
  errors: ContactErrors,
  values: Partial<ContactValues>,
  language: Language,
  words: Wording,
): SummaryError[] {
  const { fields } = contactWords[language];
  return contactFields.flatMap((id) => {
    const key = errors[id];
    return key ? { id, text: errorSentence(key, words.errors, fields[id], values[id]) } : [];
  });
}
