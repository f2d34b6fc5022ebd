import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { aboutUs } from "../site/articles/about-us.tsx";

export const meta = articleMeta(aboutUs);

export default function AboutUsRoute() {
  return <ArticleRoute article={aboutUs} />;
}
