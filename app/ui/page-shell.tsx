import { createContext } from "react";
import type { Testimonial } from "../../machines/messages/testimonials.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { Company } from "../survey/screen/page-data.ts";

/** What only the server knows about the page it renders. */
export const PageShell = createContext<{
  nonce: string;
  /** The islands' loader as text, to stand in the HTML itself; null in development, where Vite serves it. */
  loader: string | null;
  /** Addresses of the scripts with a variant's chart, by its code. */
  variantFiles: (code: string) => string[];
  /** Path of the page's address. */
  path: string;
  /** Whether the browser sends the Global Privacy Control signal. */
  gpc: boolean;
  /** For the error page, which is also where no loader has run. */
  company: Company | null;
  /** Its language, for the error page. */
  language: Language;
  /** Quotes that the operator has configured. */
  testimonials: Testimonial[];
}>({
  nonce: "",
  loader: null,
  variantFiles: () => [],
  path: "",
  gpc: false,
  company: null,
  language: "en",
  testimonials: [],
});
