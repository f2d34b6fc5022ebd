import { type Article, guideOf } from "../content/pages.ts";

type Site = { siteOrigin: string; company: { siteName: string } };

/** An article as search engines read it: a schema.org page, its questions, and the way to it from home. */
export function structuredData(article: Article, { siteOrigin, company }: Site) {
  const url = siteOrigin + article.path;
  const questions = article.sections.flatMap(({ questions }) => questions);
  const guide = guideOf(article);
  const page = {
    "@type": questions.length > 0 ? "FAQPage" : "WebPage",
    "@id": url,
    url,
    name: article.title,
    description: article.description,
    inLanguage: "en",
    dateModified: article.changed,
    ...(!article.isAboutUs && { lastReviewed: article.changed }),
    publisher: { "@type": "Organization", name: company.siteName, url: `${siteOrigin}/` },
    ...(questions.length > 0 && {
      mainEntity: questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.join("\n") },
      })),
    }),
  };
  const way = guide && [{ name: "Home", path: "/" }, guide, article];
  const breadcrumbs = way && {
    "@type": "BreadcrumbList",
    itemListElement: way.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteOrigin + path,
    })),
  };
  return { "@context": "https://schema.org", "@graph": breadcrumbs ? [page, breadcrumbs] : [page] };
}
