const en = {
  /** Above the first question, by what the survey is about. */
  firstQuestion: {
    accident: "Hurt in an accident? See if a law firm can help.",
    ticket: "Got a traffic ticket? See if a lawyer can help.",
    benefits: "See which benefits you may be able to get",
  },
  /** Above the question that a visitor lands on, where no other header is. */
  landing: {
    accident: "Free help finding a law firm. We’re not one ourselves.",
    ticket: "Free help finding a lawyer. We’re not a law firm.",
    benefits: "A free look at which benefits you may be able to get.",
  },
  /** Under the question whose button sends the answers, where the operator knows how long a first call takes. */
  firstCall: (within: string) => `If a firm calls, it usually does within ${within}.`,
  /** Above the last question. */
  findMeALawyer: "Find me a lawyer",
  /** Above every question that has no other header. */
  matchWithLawyer: "We try to match you with a lawyer near you",
  /** The button under name and e-mail. */
  nameAndEmailCta: { v1: "Keep going", v2: "See if a lawyer can help" },
};

const es: typeof en = {
  firstQuestion: {
    accident: "¿Se lastimó en un accidente? Vea si un bufete puede ayudarle.",
    ticket: "¿Recibió una multa de tránsito? Vea si un abogado puede ayudarle.",
    benefits: "Vea qué beneficios podría recibir",
  },
  landing: {
    accident: "Le ayudamos gratis a buscar un bufete. No somos un bufete.",
    ticket: "Le ayudamos gratis a buscar un abogado. No somos un bufete.",
    benefits: "Vea gratis qué beneficios podría recibir.",
  },
  firstCall: (within) => `Si un bufete le llama, suele ser en menos de ${within}.`,
  findMeALawyer: "Quiero encontrar un abogado",
  matchWithLawyer: "Intentamos ponerle en contacto con un abogado cercano",
  nameAndEmailCta: { v1: "Seguir adelante", v2: "Ver si un abogado puede ayudarme" },
};

/** Texts that page-level flags and settings switch on (spec 4.3). None promises a lawyer. */
export const flagWords = { en, es };
