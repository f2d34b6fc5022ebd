import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { faqs } from "../site/articles/faqs.tsx";

export const meta = articleMeta(faqs);

export default function FaqsRoute() {
  return <ArticleRoute article={faqs} />;
}
