import type { Language } from "../../machines/steps/step.ts";
import { defaultSurveyUrl, spanishSurveyUrl } from "./links.ts";

type ContactPageWords = {
  title: string;
  description: string;
  heading: string;
  slogan: string;
  /** `link` leads to the survey at `url`. */
  filing: { text: string; link: string; url: string; after: string };
  details: { title: string; call: string; email: string; emergency: string };
};

/** Words around the contact form (spec 2.3), which the browser has no need of. */
export const contactPageWords: Record<Language, ContactPageWords> = {
  en: {
    title: "Contact us",
    description: "Questions about this service? Write to us or call.",
    heading: "GET IN TOUCH",
    slogan: "Get an advocate fighting on your behalf.",
    filing: {
      text: "We don’t file claims. We introduce you to a firm. In a hurry?",
      link: "Answer a few questions",
      url: defaultSurveyUrl,
      after: " instead. It takes about two minutes.",
    },
    details: {
      title: "Call or email us",
      call: "Call",
      email: "Email",
      emergency: "In an emergency, call 911 first.",
    },
  },
  es: {
    title: "Contáctenos",
    description: "¿Preguntas sobre este servicio? Escríbanos o llámenos.",
    heading: "CONTÁCTENOS",
    slogan: "Encuentre a quien defienda su caso.",
    filing: {
      text: "Nosotros no presentamos reclamos. Le ponemos en contacto con un bufete. ¿Tiene prisa? Mejor",
      link: "conteste unas preguntas",
      url: spanishSurveyUrl,
      after: ". Toma unos dos minutos.",
    },
    details: {
      title: "Llámenos o escríbanos",
      call: "Teléfono:",
      email: "Correo electrónico:",
      emergency: "En una emergencia, llame primero al 911.",
    },
  },
};
