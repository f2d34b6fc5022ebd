import { compensationTiers } from "../rules/compensation.ts";

const en = {
  title: "Rough estimate",
  /** Before the level: while there is no estimate, and once there is one. */
  start: "There is no estimate yet. The scale starts at:",
  estimate: "By a rough scale of our own:",
  /** Marks the level in the scale. */
  here: "You are here",
  /** Name of each of the seven levels, the lowest first. */
  levels: compensationTiers.map(({ label }) => label),
  /** A level in dollars, both ends included. */
  range: (floor: string, ceiling: string) => `${floor} to ${ceiling}`,
  disclaimer:
    "These are round numbers of our own, not results of real cases. This is not an offer, a promise or legal advice. What a case is worth depends on " +
    "facts that a lawyer has to review.",
};

const es: typeof en = {
  title: "Estimación aproximada",
  start: "Todavía no hay una estimación. La escala empieza en:",
  estimate: "Según una escala aproximada nuestra:",
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
    "Son números redondos nuestros, no resultados de casos reales. Esto no es una oferta, ni una promesa, ni asesoría legal. El valor de un " +
    "caso depende de hechos que un abogado tiene que revisar.",
};

/** Words of the compensation meter (spec 4.3). It illustrates; it must not read as an offer. */
export const compensationWords = { en, es };
