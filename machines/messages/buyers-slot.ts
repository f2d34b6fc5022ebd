import type { Language } from "../steps/step.ts";

/** Placeholder for the buyers in a consent that is worded before they are known. */
export const buyersSlot = "{buyers}";

/** The stored form of paragraphs or lines: the same words in the same order. */
export function inOneText(parts: readonly string[]): string {
  return parts.join(" ");
}

/** A consent text with its buyers' names: who gets the answers, and who may call. */
export function namingBuyers(text: string, buyers: readonly string[], language: Language): string {
  return text.replace(buyersSlot, () => `${listed(buyers, language)}${callers[language](buyers.length)}`);
}

const callers = {
  en: (count: number) =>
    `, and that ${count === 1 ? "this law firm" : "each of these law firms"} and its partners`,
  es: (count: number) =>
    `, y que ${count === 1 ? "este bufete" : "cada uno de estos bufetes"} y sus empresas asociadas`,
};

/** Names that hold commas themselves are separated by semicolons. */
export function listed(names: readonly string[], language: Language): string {
  const separator = names.some((name) => name.includes(",")) ? "; " : ", ";
  const last = names.at(-1) ?? "";
  const others = names.slice(0, -1).join(separator);
  return others === "" ? last : `${others} ${and(last, language)} ${last}`;
}

/** Spanish y becomes e before the sound of i. */
function and(next: string, language: Language): string {
  if (language === "en") return "and";
  return /^h?[ií](?!e)/i.test(next) ? "e" : "y";
}
