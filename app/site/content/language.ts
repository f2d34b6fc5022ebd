import { type Language, languages } from "../../../machines/steps/step.ts";
import { languageWords } from "./words.ts";

/** The language of pages that are there in one only, such as the articles, and of a visitor whose own is not known. */
export const mainLanguage: Language = languages[0];

/** What is so of a language itself: its names, its locale, what its addresses begin with, and its survey. */
export function languageFacts(language: Language) {
  return languageWords[language];
}

/** A language by what a form or an address calls it. */
export function languageNamed(name: string | null | undefined): Language | undefined {
  return languages.find((language) => language === name);
}

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
