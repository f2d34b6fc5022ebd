import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { elements } from "../site/articles/elements.tsx";

export const meta = articleMeta(elements);

export default function ElementsRoute() {
  return <ArticleRoute article={elements} />;
}
