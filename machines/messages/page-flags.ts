const en = {
  /** Above the first question, by what the survey is about. */
  firstQuestion: {
    accident: "Hurt in an accident? See if a law firm can help.",
    ticket: "Got a traffic ticket? See if a lawyer can help.",
    benefits: "See which benefits you may be able to get",
  },
  /** Above the question that a visitor lands on, where no other header is. */
  landing: {
    accident: "See if a law firm can take your case. It’s free, and we are not a law firm ourselves.",
    ticket: "See if a lawyer can take your case. It’s free, and we are not a law firm ourselves.",
    benefits: "See which benefits you may be able to get. It’s free.",
  },
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
    accident: "Vea si un bufete puede tomar su caso. Es gratis, y nosotros no somos un bufete.",
    ticket: "Vea si un abogado puede tomar su caso. Es gratis, y nosotros no somos un bufete.",
    benefits: "Vea qué beneficios podría recibir. Es gratis.",
  },
  findMeALawyer: "Quiero encontrar un abogado",
  matchWithLawyer: "Intentamos ponerle en contacto con un abogado cercano",
  nameAndEmailCta: { v1: "Seguir adelante", v2: "Ver si un abogado puede ayudarme" },
};

/** Texts that page-level flags switch on (spec 4.3). None promises a lawyer. */
export const flagWords = { en, es };
