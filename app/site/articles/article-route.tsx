import type { MetaFunction } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { articleAt } from "../content/pages.ts";
import { SitePage, useCompany } from "../layout/site-layout.tsx";
import { rootData, siteMeta } from "../meta.ts";
import { ArticlePage, structuredData } from "./article-page.tsx";

export const meta: MetaFunction = ({ matches, location }) => {
  const article = articleAt(location.pathname);
  const root = rootData(matches);
  return [
    ...siteMeta(matches, { ...article, type: "article" }),
    ...(root ? [{ "script:ld+json": structuredData(article, root) }] : []),
  ];
};

/** Every article, at the address that it names (remix.config.js). */
export default function ArticleRoute() {
  return (
    <SitePage>
      <ArticlePage article={articleAt(useLocation().pathname)} company={useCompany()} />
    </SitePage>
  );
}
