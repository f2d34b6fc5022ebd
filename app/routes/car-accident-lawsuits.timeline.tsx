import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { timeline } from "../site/articles/timeline.tsx";

export const meta = articleMeta(timeline);

export default function TimelineRoute() {
  return <ArticleRoute article={timeline} />;
}
