import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { sponsors } from "../site/articles/sponsors.tsx";

export const meta = articleMeta(sponsors);

export default function SponsorsRoute() {
  return <ArticleRoute article={sponsors} />;
}
