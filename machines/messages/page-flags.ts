import type { Language } from "../steps/step.ts";
import type { Topic } from "./wording.ts";

/** Texts that page-level flags switch on (spec 4.3). None promises a lawyer. */
export type FlagWords = {
  /** Above the first question, by what the survey is about. */
  firstQuestion: Record<Topic, string>;
  /** Above the last question. */
  findMeALawyer: string;
  /** Above every question that has no other header. */
  matchWithLawyer: string;
  /** The button under name and e-mail. */
  nameAndEmailCta: Record<"v1" | "v2", string>;
};

export const flagWords: Record<Language, FlagWords> = {
  en: {
    firstQuestion: {
      accident: "Hurt in an accident? See if a law firm can help.",
      ticket: "Got a traffic ticket? See if a lawyer can help.",
      benefits: "Three short questions about your benefits",
    },
    findMeALawyer: "Find me a lawyer",
    matchWithLawyer: "We try to match you with a lawyer near you",
    nameAndEmailCta: { v1: "Keep going", v2: "See if a lawyer can help" },
  },
  es: {
    firstQuestion: {
      accident: "¿Se lastimó en un accidente? Vea si un bufete puede ayudarle.",
      ticket: "¿Recibió una multa de tránsito? Vea si un abogado puede ayudarle.",
      benefits: "Tres preguntas breves sobre sus beneficios",
    },
    findMeALawyer: "Búsquenme un abogado",
    matchWithLawyer: "Intentamos ponerle en contacto con un abogado cercano",
    nameAndEmailCta: { v1: "Seguir adelante", v2: "Ver si un abogado puede ayudarme" },
  },
};
