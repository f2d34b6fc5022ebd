import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { lawsuits } from "../site/articles/lawsuits.tsx";

export const meta = articleMeta(lawsuits);

export default function LawsuitsRoute() {
  return <ArticleRoute article={lawsuits} />;
}
