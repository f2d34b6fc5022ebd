import type { Section } from "./markdown.ts";
import { type Article, articles } from "./texts.ts";

export { type Article, articles, type LegalPage, legalPages } from "./texts.ts";

/** The address of a section within its page. */
export function sectionId({ heading }: Pick<Section, "heading">): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The article at an address, which may lack its last slash. */
export function articleAt(pathname: string): Article {
  return articles.find(({ path }) => path === `${pathname.replace(/\/$/, "")}/`)!;
}

/** The parts of a guide; none for other articles. */
export function partsOf(guide: Article): Article[] {
  return articles.filter((article) => article !== guide && article.path.startsWith(guide.path));
}

export function guideOf(article: Article): Article | undefined {
  return articles.find((guide) => partsOf(guide).includes(article));
}
