import type { MetaFunction } from "@remix-run/node";
import type { Article } from "./article.ts";
import { structuredData } from "./article-data.ts";
import { ArticlePage } from "./article-page.tsx";
import { CallTracking } from "./call-tracking.tsx";
import { rootData, siteMeta } from "./meta.ts";
import { SiteLayout } from "./site-layout.tsx";
import { useCallTracking, useCompany } from "./use-company.ts";

/** What the route of an article says in its head. */
export function articleMeta(article: Article): MetaFunction {
  return ({ matches }) => {
    const root = rootData(matches);
    return [
      ...siteMeta(matches, { ...article, type: "article" }),
      ...(root ? [{ "script:ld+json": structuredData(article, root) }] : []),
    ];
  };
}

/** What it shows. */
export function ArticleRoute({ article }: { article: Article }) {
  const company = useCompany();
  return (
    <SiteLayout company={company}>
      <ArticlePage article={article} company={company} />
      <CallTracking {...useCallTracking()} company={company} />
    </SiteLayout>
  );
}
