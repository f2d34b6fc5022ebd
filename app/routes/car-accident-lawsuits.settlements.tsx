import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { settlements } from "../site/articles/settlements.tsx";

export const meta = articleMeta(settlements);

export default function SettlementsRoute() {
  return <ArticleRoute article={settlements} />;
}
