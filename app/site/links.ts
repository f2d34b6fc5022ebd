import type { NavigationEvent } from "../../machines/site/navigation.ts";
import type { Language } from "../../machines/steps/step.ts";

/** A navigation link (spec 3.3). `hrefLang`: the page's language, where it is not that of the link. */
export type NavLink = { title: string; url: string; hrefLang?: Language };

/** An entry with sub-pages. `url` is the page above them; `toggle` opens and closes the list. */
export type NavParent = NavLink & {
  toggle: Extract<NavigationEvent["type"], "TOGGLE_LAWSUITS" | "TOGGLE_LAWS">;
  links: NavLink[];
};

/** The survey that the site's own buttons start. */
export const surveyUrls: Record<Language, string> = { en: "/survey/c", es: "/survey/v4nv-es" };

/** Path of a page that is there in both languages, by its English one. */
export function pageIn(language: Language, path: `/${string}`): `/${string}` {
  return language === "es" ? `/es${path}` : path;
}

/** Pages that are there in both languages, by their English paths. */
export const pagesInBoth = [
  "/",
  "/where-to-turn/",
  "/contact/",
  "/privacy-policy/",
  "/terms-of-use/",
  "/do-not-sell-my-information/",
] as const;

/** Addresses that a variant's entries name; what they show differs by words alone, and each is in both languages. */
export const thankYouPaths: readonly string[] = [
  "/survey-thank-you/",
  "/survey-thank-you-v3b/",
  "/survey-thank-you-v7/",
  "/survey-v5-thank-you/",
  "/ticket-thank-you/",
];

/**
 * The page in the other language: the same one where it is there, else that language's home page.
 * @param language that of the page shown
 * @param path of the page shown
 */
export function inOtherLanguage(language: Language, path: string): NavLink {
  const own = `${path.replace(/\/$/, "")}/`;
  const english = own.replace(/^\/es\//, "/");
  const [other, title] = language === "es" ? (["en", "English"] as const) : (["es", "Español"] as const);
  const url = thankYouPaths.includes(own)
    ? `${own}${other === "es" ? "?lang=es" : ""}`
    : pageIn(other, pagesInBoth.find((page) => page === english) ?? "/");
  return { title, url, hrefLang: other };
}

/** In the order of spec 2.2. */
export const navLinks: (NavLink | NavParent)[] = [
  {
    title: "Car accident lawsuits",
    url: "/car-accident-lawsuits/",
    toggle: "TOGGLE_LAWSUITS",
    links: [
      { title: "Timeline", url: "/car-accident-lawsuits/timeline/" },
      { title: "Settlements", url: "/car-accident-lawsuits/settlements/" },
      { title: "Filing a claim", url: "/car-accident-lawsuits/filing-claim/" },
      {
        title: "What you have to prove",
        url: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
      },
      { title: "FAQs", url: "/car-accident-lawsuits/faqs/" },
    ],
  },
  {
    title: "Car accident laws",
    url: "/car-accident-laws/",
    toggle: "TOGGLE_LAWS",
    links: [
      { title: "Texas", url: "/car-accident-laws/texas/" },
      { title: "California", url: "/car-accident-laws/california/" },
    ],
  },
  { title: "About", url: "/about-us/" },
  { title: "Contact", url: "/contact/" },
];

export const footerLinks: NavLink[] = [
  { title: "Sponsors", url: "/sponsors/" },
  { title: "Where else to find help", url: "/where-to-turn/" },
  { title: "Privacy policy", url: "/privacy-policy/" },
  { title: "CA residents", url: "/privacy-policy/#california-resident" },
  { title: "Terms of use", url: "/terms-of-use/" },
  { title: "Do not sell my information", url: "/do-not-sell-my-information/" },
];

/** The Spanish ones. */
export const footerLinksInSpanish: NavLink[] = [
  { title: "Patrocinadores (en inglés)", url: "/sponsors/", hrefLang: "en" },
  { title: "Contacto", url: "/es/contact/" },
  { title: "Dónde más buscar ayuda", url: "/es/where-to-turn/" },
  { title: "Política de privacidad", url: "/es/privacy-policy/" },
  { title: "Residentes de California", url: "/es/privacy-policy/#california-resident" },
  { title: "Términos de uso", url: "/es/terms-of-use/" },
  { title: "No vendan ni compartan mi información", url: "/es/do-not-sell-my-information/" },
];

/** The numbers that calls come from, for a phone's contacts. */
export const callersCard = "/callers.vcf";
