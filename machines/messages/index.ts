import type { Language } from "../steps/step.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import type { Wording } from "./wording.ts";

export { type ConsentFacts, consentParagraphs, consentVersion } from "./consent.ts";
export { disclaimers } from "./disclaimers.ts";
export type { NoticeKey, Topic, Wording } from "./wording.ts";

/** A language's words. The browser imports `en.ts` or `es.ts` directly, so that it loads only one of them. */
export function wording(language: Language): Wording {
  return language === "es" ? es : en;
}
