import type { Article } from "./article.ts";
import { aboutUs } from "./articles/about-us.tsx";
import { california } from "./articles/california.tsx";
import { elements } from "./articles/elements.tsx";
import { faqs } from "./articles/faqs.tsx";
import { filingClaim } from "./articles/filing-claim.tsx";
import { laws } from "./articles/laws.tsx";
import { lawsuits } from "./articles/lawsuits.tsx";
import { settlements } from "./articles/settlements.tsx";
import { sponsors } from "./articles/sponsors.tsx";
import { texas } from "./articles/texas.tsx";
import { timeline } from "./articles/timeline.tsx";
import { stateArticle } from "./states/state-article.tsx";
import { states } from "./states/states.ts";

const longer = [texas, california];

/** Every article; a guide is before its parts, and these in the order of its cards. */
export const articles: readonly Article[] = [
  aboutUs,
  sponsors,
  lawsuits,
  timeline,
  settlements,
  filingClaim,
  elements,
  faqs,
  laws,
  ...longer,
  ...states
    .filter(({ path }) => longer.every((guide) => guide.path !== path))
    .map(({ code }) => stateArticle(code)),
];

/** The article at an address, which may lack its last slash. */
export function articleAt(pathname: string): Article {
  return articles.find(({ path }) => path === `${pathname.replace(/\/$/, "")}/`)!;
}

/** The parts of a guide; none for other articles. */
export function partsOf(guide: Article): Article[] {
  return articles.filter((article) => article !== guide && article.path.startsWith(guide.path));
}

/** The guide that an article is a part of. */
export function guideOf(article: Article): Article | undefined {
  return articles.find((guide) => partsOf(guide).includes(article));
}
