import { draftsShown } from "../../machines/rules/drafts.ts";
import type { Language } from "../../machines/steps/step.ts";
import { factsOfLanguages, type LanguageFacts } from "./facts.ts";

const folders: readonly Language[] = Object.keys(factsOfLanguages);
const isDraft = (language: Language) => languageFacts(language).draft !== undefined;
const isMain = (language: Language) => !isDraft(language) && languageFacts(language).prefix === "";

/** The language of pages that are there in one only, such as the articles, and of a visitor whose own is not known. */
export const mainLanguage: Language = folders.find(isMain)!;

/** The languages that the site is there in, the main one first. */
export const languages: readonly Language[] = [
  mainLanguage,
  ...folders.filter((language) => language !== mainLanguage && !isDraft(language)),
];

/** Languages that nobody has reviewed, as far as they are translated. */
export const draftLanguages: readonly Language[] = folders.filter(isDraft);

/** Every language that has a folder, the main one first. */
export const allLanguages: readonly Language[] = [...languages, ...draftLanguages];

/** Something for each of them. */
export function inEach<Found>(of: (language: Language) => Found): Record<Language, Found> {
  return Object.fromEntries(allLanguages.map((language) => [language, of(language)]));
}

/** The languages that a visitor may be shown. */
export const shownLanguages = (): readonly Language[] => [...languages, ...draftsShown];

/** What is so of a language itself: its names, its locale, what its addresses begin with, and its survey. */
export function languageFacts(language: Language): LanguageFacts {
  return inLanguage(factsOfLanguages, language);
}

/** What nothing on our pages may say in a language: an outcome, a rank or a right that nobody can promise. */
export function promisesIn(language: Language): RegExp {
  return new RegExp(languageFacts(language).promises, "i");
}

/** What a language says of something; the main one's where it says nothing. */
export function inLanguage<Said>(said: Readonly<Record<Language, Said>>, language: Language): Said {
  return said[language] ?? said[mainLanguage]!;
}

/** A language by what a form or an address calls it. */
export function languageNamed(name: string | null | undefined): Language | undefined {
  return shownLanguages().find((language) => language === name);
}

/** What an element says of itself that is in another language than its page: nothing where it is in the same. */
export function languageOf(said: Language, page: Language): { lang?: Language; dir?: "ltr" | "rtl" } {
  return said === page ? {} : { lang: said, dir: languageFacts(said).direction };
}

/**
 * The language of what only competent people may word: consents, disclaimers, pages of law. A draft's visitors get these in
 * the main one.
 */
export function reviewed(language: Language): Language {
  return isDraft(language) ? mainLanguage : language;
}
