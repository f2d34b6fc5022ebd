import type { Language } from "../steps/step.ts";
import type { Topic } from "./wording.ts";

/** What search engines may say under a link to a survey: a sentence or two, at most 160 characters. */
export const surveyDescriptions: Record<Topic, Record<Language, string>> = {
  accident: {
    en: "Hurt in a car accident? Answer a few short questions and see if a law firm near you can help. Free, in about two minutes.",
    es: "¿Se lastimó en un accidente de auto? Responda unas preguntas cortas y vea si un bufete cercano puede ayudarle. Gratis, en unos dos minutos.",
  },
  ticket: {
    en: "Got a traffic ticket? Answer a few short questions and see if a law firm near you can help. Free, in about two minutes.",
    es: "¿Le pusieron una multa de tránsito? Responda unas preguntas cortas y vea si un bufete cercano puede ayudarle. Gratis, en unos dos minutos.",
  },
  benefits: {
    en: "Answer three short questions about benefits you may be able to ask for, and see where to check them. Free, in about a minute.",
    es: "Responda tres preguntas cortas sobre los beneficios que podría pedir y vea dónde consultarlos. Gratis, en un minuto.",
  },
};
