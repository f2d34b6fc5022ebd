import { createContext } from "react";
import type { Language } from "../../machines/steps/step.ts";
import type { Testimonial } from "../../services/settings/company.ts";
import type { OwnWords } from "../../services/words/own-words.ts";
import type { About, Company } from "./company.ts";

/** A page that no server renders. */
export const noShell = {
  /** The islands' loader as text, to inline into the HTML; null in development, where Vite serves it. */
  loader: null as string | null,
  /** Addresses of the scripts with a variant's chart, by its code. */
  variantFiles: (_code: string): string[] => [],
  /** Address of the script with a language's words of survey screens. */
  wordsFile: (_language: Language): string => "",
  /** Path of the page's address. */
  path: "",
  /** The link to the console for people signed in to it; '' for all others. */
  consolePage: "",
  /** The link to what is theirs for people of a buyer; '' for all others. */
  guestPage: "",
  /** Marks a form or script as part of the console's pages, for people signed in to it; '' on all others. */
  consoleProof: "",
  /** The site's own, in which analysts read times. */
  timeZone: "UTC",
  /** Whether the browser sends the Global Privacy Control signal. */
  gpc: false,
  /** For the error page, which is also where no loader has run. */
  company: null as Company | null,
  /** The company behind the site, and what visitors can expect. */
  about: { callsComeFrom: [], firstCallWithin: undefined, replyWithin: undefined } as About,
  language: "en" as Language,
  /** What the site says, where its owner may have changed that; a browser has none of it. */
  ownWords: undefined as OwnWords | undefined,
  /** Quotes that the operator has configured. */
  testimonials: [] as Testimonial[],
};

/** What only the server knows about the page it renders. */
export const PageShell = createContext(noShell);
