/** A navigation link; a parent lists its sub-pages (specification section 3.3). */
export type NavLink = { title: string; url: string; links?: NavLink[] };

/** The survey that the site's own buttons start. */
export const defaultSurveyUrl = "/survey/c";

/** Only pages that exist; the order is that of specification section 2.2. */
export const navLinks: NavLink[] = [{ title: "Contact", url: "/contact/" }];

export const footerLinks: NavLink[] = [
  { title: "Contact", url: "/contact/" },
  { title: "Privacy policy", url: "/privacy-policy/" },
  { title: "CA residents", url: "/privacy-policy/#california-resident" },
  { title: "Terms of use", url: "/terms-of-use/" },
];

/** The same for readers of Spanish; the pages themselves are in English. */
export const footerLinksInSpanish: NavLink[] = [
  { title: "Contacto", url: "/contact/" },
  { title: "Política de privacidad", url: "/privacy-policy/" },
  { title: "Residentes de California", url: "/privacy-policy/#california-resident" },
  { title: "Términos de uso", url: "/terms-of-use/" },
];
