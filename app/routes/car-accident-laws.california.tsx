import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { california } from "../site/articles/california.tsx";

export const meta = articleMeta(california);

export default function CaliforniaRoute() {
  return <ArticleRoute article={california} />;
}
