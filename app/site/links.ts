import type { Language } from "../../machines/steps/step.ts";
import { inEach, languageFacts, languages, mainLanguage } from "../../services/words/languages.ts";

/** A navigation link (spec 3.3). */
export type NavLink = { title: string; url: string };

/** The survey that the site's own buttons start. */
export const surveyUrls = inEach((language) => languageFacts(language).survey);

/** Path of a page that is there in every language, by its English one. */
export function pageIn(language: Language, path: `/${string}`): `/${string}` {
  return `${languageFacts(language).prefix}${path}` as `/${string}`;
}

/** Pages that are there in every language, by their English paths. */
export const pagesInEach = [
  "/",
  "/where-to-turn/",
  "/contact/",
  "/privacy-policy/",
  "/terms-of-use/",
  "/do-not-sell-my-information/",
] as const;

/** Addresses that a variant's entries name; what they show differs by words alone, and each is in every language. */
export const thankYouPaths: readonly string[] = [
  "/survey-thank-you/",
  "/survey-thank-you-v3b/",
  "/survey-thank-you-v7/",
  "/survey-v5-thank-you/",
  "/ticket-thank-you/",
];

/** What the address of a page of thanks adds to show it in a language. */
export function thanksQuery(language: Language | undefined): { lang?: Language } {
  return !language || language === mainLanguage ? {} : { lang: language };
}

/**
 * The page in each of the other languages: the same one where it is there, else that language's home page.
 * @param language that of the page shown
 * @param path of the page shown
 */
export function inOtherLanguages(language: Language, path: string): (NavLink & { hrefLang: Language })[] {
  const own = `${path.replace(/\/$/, "")}/`;
  const page = pagesInEach.find((page) => pageIn(language, page) === own) ?? "/";
  return languages
    .filter((other) => other !== language)
    .map((other) => {
      const query = String(new URLSearchParams(thanksQuery(other)));
      const thanks = query ? `${own}?${query}` : own;
      const url = thankYouPaths.includes(own) ? thanks : pageIn(other, page);
      return { title: languageFacts(other).name, url, hrefLang: other };
    });
}

/** The numbers that calls come from, for a phone's contacts. */
export const callersCard = "/callers.vcf";
