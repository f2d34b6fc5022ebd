import { compensationTiers } from "../rules/compensation.ts";
import type { Language } from "../steps/step.ts";

/** Words of the compensation meter (spec 4.3). It illustrates; it must not read as an offer. */
export type CompensationWords = {
  title: string;
  /** Before the level: while there is no estimate, and once there is. */
  start: string;
  estimate: string;
  /** Marks the level in the scale. */
  here: string;
  /** Name of each of the seven levels, the lowest first. */
  levels: string[];
  /** A level in dollars, both ends included. */
  range: (floor: string, ceiling: string) => string;
  disclaimer: string;
};

export const compensationWords: Record<Language, CompensationWords> = {
  en: {
    title: "Rough estimate",
    start: "There is no estimate yet. The scale starts at:",
    estimate: "Based on your answers so far:",
    here: "You are here",
    levels: compensationTiers.map(({ label }) => label),
    range: (floor, ceiling) => `${floor} to ${ceiling}`,
    disclaimer:
      "This is only a rough illustration. It is not an offer, a promise or legal advice. What a case is worth " +
      "depends on facts that a lawyer has to look at.",
  },
  es: {
    title: "Estimación aproximada",
    start: "Todavía no hay una estimación. La escala empieza en:",
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
    disclaimer:
      "Esto es solo una ilustración aproximada. No es una oferta, ni una promesa, ni asesoría legal. El valor de " +
      "un caso depende de hechos que un abogado tiene que examinar.",
  },
};
