import type { ReactNode } from "react";
import type { Company } from "../ui/company.ts";
import type { ArticlePath } from "./site-pages.ts";

/** A question and its answer in paragraphs of plain text: search engines get both word for word. */
export type Faq = { question: string; answer: readonly string[] };

export type Section = {
  heading: string;
  /** A function where the company's own facts are named. */
  body?: ReactNode | ((company: Company) => ReactNode);
  questions?: readonly Faq[];
};

/** A page to read, as content; `ArticlePage` gives it its form. */
export type Article = {
  /** With a slash at both ends; the article at the path above it is its guide. */
  path: ArticlePath;
  /** What it is called in breadcrumbs and cards. */
  name: string;
  /** The heading of the page and, with the site's name, its title. */
  title: string;
  /** One or two sentences for search results and for the card that leads here. */
  description: string;
  inShort: readonly string[];
  /** The articles that its cards lead to, where these are not all parts of its guide. */
  cards?: readonly ArticlePath[];
  sections: readonly Section[];
};

/** The address of a section within its page. */
export function sectionId({ heading }: Section): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
