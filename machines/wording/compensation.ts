import { compensationTiers } from "../rules/compensation.ts";
import type { Language } from "../steps/step.ts";

/** Words of the compensation meter (specification 4.3). It estimates; it must not read as an offer. */
export type CompensationWords = {
  title: string;
  /** Stands before the level: while no answer has been weighed, and after. */
  start: string;
  estimate: string;
  /** Marks the level in the scale. */
  here: string;
  /** Name of each of the seven levels, the lowest first. */
  levels: string[];
  /** A level in dollars, both ends included. */
  range: (floor: string, ceiling: string) => string;
  notAnOffer: string;
};

export const compensationWords: Record<Language, CompensationWords> = {
  en: {
    title: "Rough estimate",
    start: "Your answers have not been weighed yet. The scale starts at:",
    estimate: "By your answers so far:",
    here: "You are here",
    levels: compensationTiers.map(({ label }) => label),
    range: (floor, ceiling) => `${floor} to ${ceiling}`,
    notAnOffer:
      "This is not an offer, not a promise and not legal advice. What a case is worth depends on facts that " +
      "a lawyer has to look at.",
  },
  es: {
    title: "Estimación aproximada",
    start: "Todavía no hemos valorado sus respuestas. La escala empieza en:",
    estimate: "Según sus respuestas hasta ahora:",
    here: "Usted está aquí",
    levels: [
      "Valor bajo",
      "Valor bajo a medio",
      "Valor medio",
      "Valor medio a alto",
      "Valor alto",
      "Valor muy alto",
      "Valor extremadamente alto",
    ],
    range: (floor, ceiling) => `De ${floor} a ${ceiling}`,
    notAnOffer:
      "Esto no es una oferta, ni una promesa, ni asesoría legal. El valor de un caso depende de hechos que " +
      "un abogado tiene que examinar.",
  },
};
