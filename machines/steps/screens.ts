import type { Step } from "./step.ts";

/** First screen of v7. */
export const getStartedFirstStep: Step = {
  name: "GetStartedFirstStep",
  kind: "info",
  wording: {
    en: {
      heading: "See if a law firm can help you",
      subHeading: "Answer a few short questions about your accident. It’s free and takes about two minutes.",
      submit: "Get started",
    },
    es: {
      heading: "Vea si un bufete puede ayudarle",
      subHeading: "Responda unas preguntas breves sobre su accidente. Es gratis y toma unos dos minutos.",
      submit: "Empezar",
    },
  },
};

/** Shown once the answers are stored; leaving it leads to the thank-you page (ruling 74). */
export const thankYouStep: Step = {
  name: "ThankYouStep",
  kind: "info",
  wording: {
    en: {
      heading: "Thank you, we have your answers",
      subHeading: "Continue to see what happens next.",
      submit: "Continue",
    },
    es: {
      heading: "Gracias, tenemos sus respuestas",
      subHeading: "Continúe para ver qué sigue.",
      submit: "Continuar",
    },
  },
};

/** First screen of the multi-step survey. */
export const showQuestions: Step = {
  name: "ShowQuestions",
  kind: "info",
  wording: {
    en: {
      heading: "Tell us about your accident",
      subHeading: "Three short forms. It’s free, and you can go back and change an answer at any time.",
      submit: "Start",
    },
    es: {
      heading: "Cuéntenos sobre su accidente",
      subHeading:
        "Son tres formularios breves. Es gratis, y puede volver y cambiar una respuesta cuando quiera.",
      submit: "Empezar",
    },
  },
};

/** Closes the benefits flow (ruling 102). */
export const closing: Step = {
  name: "Closing",
  kind: "end",
  wording: {
    en: {
      heading: "Thank you for your answers",
      subHeading:
        "That’s everything. To see which benefits you may get, visit SSA.gov or USA.gov. You can also call us.",
    },
    es: {
      heading: "Gracias por sus respuestas",
      subHeading:
        "Eso es todo. Para ver qué beneficios podría recibir, visite SSA.gov/es o USA.gov/es. También puede llamarnos.",
    },
  },
};

/** Tells a visitor of the one-page survey that their case does not fit (spec 4.2; ruling 16). */
export const disqualified: Step = {
  name: "Disqualified",
  kind: "end",
  wording: {
    en: {
      heading: "We cannot match you with a law firm right now",
      subHeading:
        "Thank you, we have your answers. They do not match the cases that the firms we work with take. " +
        "This decides nothing about your rights: another lawyer may see it differently, and there can be deadlines.",
    },
    es: {
      heading: "Por ahora no tenemos un bufete para su caso",
      subHeading:
        "Gracias, tenemos sus respuestas. No coinciden con los casos que aceptan los bufetes con los que " +
        "trabajamos. Esto no decide nada sobre sus derechos: otro abogado puede verlo de otra manera, y puede " +
        "haber fechas límite.",
    },
  },
};
