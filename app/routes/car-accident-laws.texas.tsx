import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { texas } from "../site/articles/texas.tsx";

export const meta = articleMeta(texas);

export default function TexasRoute() {
  return <ArticleRoute article={texas} />;
}
