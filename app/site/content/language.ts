import type { Language } from "../../../machines/steps/step.ts";
import { languageFacts, languages, mainLanguage } from "../../../services/words/languages.ts";

/** The language of the page at a path: the others' addresses begin with their own prefixes. */
export function languageAt(pathname: string): Language {
  const isOf = (language: Language) => `${pathname}/`.startsWith(`${languageFacts(language).prefix}/`);
  return languages.find((language) => language !== mainLanguage && isOf(language)) ?? mainLanguage;
}

/** Said of a link, for people and for search engines: the language that it leads to, where it is not the page's own. */
export function languageOfLink(url: string, from: Language): Language | undefined {
  const language = languageAt(url);
  return language === from ? undefined : language;
}
