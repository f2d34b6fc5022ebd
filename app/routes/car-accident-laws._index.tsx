import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { laws } from "../site/articles/laws.tsx";

export const meta = articleMeta(laws);

export default function LawsRoute() {
  return <ArticleRoute article={laws} />;
}
