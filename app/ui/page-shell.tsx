import { createContext } from "react";
import type { Testimonial } from "../../machines/messages/testimonials.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { About, Company } from "./company.ts";

/** A page that no server renders. */
export const noShell = {
  /** The islands' loader as text, to stand in the HTML itself; null in development, where Vite serves it. */
  loader: null as string | null,
  /** Addresses of the scripts with a variant's chart, by its code. */
  variantFiles: (_code: string): string[] => [],
  /** Path of the page's address. */
  path: "",
  /** The way to the console for who is signed in to it; '' for all others. */
  consolePage: "",
  /** Shows that a form or script is on a page of the console, for who is signed in to it; '' on all others. */
  consoleProof: "",
  /** The site's own, in which analysts read times. */
  timeZone: "UTC",
  /** Whether the browser sends the Global Privacy Control signal. */
  gpc: false,
  /** For the error page, which is also where no loader has run. */
  company: null as Company | null,
  /** Who is behind the site, and what visitors may expect. */
  about: { callsComeFrom: [], firstCallWithin: undefined, replyWithin: undefined } as About,
  language: "en" as Language,
  /** Quotes that the operator has configured. */
  testimonials: [] as Testimonial[],
};

/** What only the server knows about the page it renders. */
export const PageShell = createContext(noShell);
