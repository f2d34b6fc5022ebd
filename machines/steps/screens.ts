import type { Step } from "./step.ts";

export const getStartedFirstStep: Step = {
  name: "GetStartedFirstStep",
  kind: "info",
  wording: {
    en: {
      heading: "See if a law firm can help you",
      subHeading:
        "Answer a few short questions about your accident. It’s free, and you decide what comes next.",
      submit: "Get started",
    },
    es: {
      heading: "Vea si un bufete puede ayudarle",
      subHeading:
        "Responda unas preguntas breves sobre su accidente. Es gratis, y usted decide qué hacer después.",
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
      subHeading:
        "Keep your phone nearby. If a firm may be able to help, it can call or text you. Next: what to do while you wait.",
      submit: "See what to do now",
    },
    es: {
      heading: "Gracias, tenemos sus respuestas",
      subHeading:
        "Tenga su teléfono cerca. Si un bufete puede ayudarle, puede llamarle o enviarle un mensaje. Ahora vea qué hacer mientras espera.",
      submit: "Ver qué hacer ahora",
    },
  },
};

/** First screen of the multi-step survey. */
export const showQuestions: Step = {
  name: "ShowQuestions",
  kind: "info",
  wording: {
    en: {
      heading: "Ask in two minutes if a law firm can take your case",
      subHeading:
        "Three short forms, free. Nothing goes to a law firm until you send them, and you decide what comes next.",
      submit: "Start",
    },
    es: {
      heading: "Pregunte en dos minutos si un abogado puede tomar su caso",
      subHeading:
        "Tres formularios breves, gratis. Nada llega a un bufete hasta que usted los envíe, y usted decide qué hacer después.",
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
      heading: "Where to check your benefits",
      subHeading: "That’s everything. These are official sites and free to use.",
      links: [
        { label: "Government benefits: USA.gov", url: "https://www.usa.gov/benefits" },
        { label: "Social Security: SSA.gov", url: "https://www.ssa.gov/" },
        { label: "Medicare: Medicare.gov", url: "https://www.medicare.gov/" },
      ],
    },
    es: {
      heading: "Dónde revisar sus beneficios",
      subHeading: "Eso es todo. Son páginas oficiales y gratuitas.",
      links: [
        { label: "Beneficios del gobierno: USA.gov", url: "https://www.usa.gov/es/" },
        { label: "Seguro Social: SSA.gov", url: "https://www.ssa.gov/espanol/" },
        { label: "Su Medicare: Medicare.gov", url: "https://es.medicare.gov/" },
      ],
    },
  },
};

/** Tells a visitor of the one-page survey that their case does not fit, and where else to turn (spec 4.2; ruling 16). */
export const disqualified: Step = {
  name: "Disqualified",
  kind: "end",
  wording: {
    en: {
      heading: "We don’t have a firm for your case right now",
      subHeading:
        "The firms we work with don’t take cases like this one right now. That doesn’t mean you have no case. " +
        "Another lawyer may see it differently. Injury claims have deadlines, so ask soon.",
      links: [
        { label: "Find a lawyer in your state", url: "/where-to-turn/" },
        { label: "Work out your deadline", url: "/car-accident-laws/deadline/" },
      ],
    },
    es: {
      heading: "Por ahora no tenemos un bufete para su caso",
      subHeading:
        "Los bufetes con los que trabajamos no aceptan casos como este por ahora. Eso no significa que usted no " +
        "tenga un caso. Otro abogado puede verlo de otra manera. Los reclamos por lesiones tienen plazos, así " +
        "que pregunte pronto.",
      links: [
        { label: "Busque un abogado en su estado", url: "/es/where-to-turn/" },
        { label: "Calcule su fecha límite (en inglés)", url: "/car-accident-laws/deadline/" },
      ],
    },
  },
};
